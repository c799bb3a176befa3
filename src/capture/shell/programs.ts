import { LANGUAGES } from '../../inject/shell/code.ts';
import { anyOf } from '../../text/any-of.ts';
import type { ShellPart } from './shell.ts';

/** Classes of programs that several rules ask for, by their names. */

/** A list of names, with blanks or line breaks between them. */
export const namesIn = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Clients of containers: they run programs in one, and pass on what those say. */
export const CONTAINER_CLIENTS = /^(?:docker|docker-compose|podman|nerdctl|kubectl|oc)$/;

/** They show the files that they are given, whole, in part or by their size. */
export const FILE_READERS = /^(?:cat|bat|head|tail|less|more|sed|nl|wc)$/;

/** They look for a text in files, or in what they are piped. */
export const TEXT_SEARCHES = /^(?:[efuz]?grep|rg|ag|ack)$/;

export const INTERPRETERS = new RegExp(`^(?:${LANGUAGES.source})$`);

/** They, and the clients of databases: what they are to do is given to them on the command line, or as their input. */
export const TAKES_CODE = anyOf([LANGUAGES, /psql|mysql|mariadb|sqlite3|duckdb|mongosh/]);

/** All whose error may be one of a script. */
export const SCRIPT_PROGRAMS = anyOf([TAKES_CODE, /jq|yq|g?awk|osascript|pwsh|powershell/], {
  before: /^/,
  after: /$/,
});

/** Package managers of JavaScript: each runs a project's scripts. */
export const SCRIPT_MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;

/** Package managers of a system: what they bring are programs rather than modules of a language. */
export const SYSTEM_MANAGERS = /brew|apt|apt-get|dnf|yum|zypper|apk|winget|choco|scoop/;

/** Modules of Python that look code over, or put it into a form. */
export const PYTHON_LINTERS =
  /mypy|pyright|ruff|flake8|pylint|black|isort|bandit|pycodestyle|pyflakes|yapf|autopep8/;

const TEST_RUNNERS =
  /\b(?:tests?|unittest|pytest|phpunit|pest|jest|vitest|mocha|rspec|ctest|tox|playwright)\b/;
const RUNNER_CHARS = 300;

/** True for a command that runs tests, by its runner or task. */
export const runsTests = (command: string): boolean => TEST_RUNNERS.test(command.slice(0, RUNNER_CHARS));

/** Git, and the clients of forges. */
export const FORGE_CLIENTS = /^(?:git|gh|glab|hub)$/;

/* The subcommands of git that show how things stand. */
const NAMES =
  /status|rev-parse|rev-list|ls-files|ls-tree|ls-remote|describe|merge-base|check-(?:ignore|attr|ref-format)|show-ref|name-rev/;
const TEXTS = /log|show|diff|grep|blame|cat-file|reflog|shortlog|for-each-ref|fsck/;
/** With other words they change something. */
const NAMES_OR_CHANGES = /branch|remote|symbolic-ref|worktree/;
const TEXTS_OR_CHANGES = /config|notes|tag|stash/;

const whole = (...names: RegExp[]): RegExp => anyOf(names, { before: /^/, after: /$/ });
const READS = whole(NAMES, TEXTS, NAMES_OR_CHANGES, TEXTS_OR_CHANGES);
const READS_NAMES = whole(NAMES, NAMES_OR_CHANGES);
const ONLY_READS = whole(NAMES, TEXTS);

type Called = Pick<ShellPart, 'program' | 'sub'>;
const isGit = ({ program }: Called): boolean => program === 'git';

export const gitReads = (part: Called): boolean => isGit(part) && READS.test(part.sub);

/** It prints names, states and numbers, and no text that somebody wrote. */
export const gitReadsNames = (part: Called): boolean => isGit(part) && READS_NAMES.test(part.sub);

/** It never changes anything. */
export const gitOnlyReads = (part: Called): boolean => isGit(part) && ONLY_READS.test(part.sub);
