import { LANGUAGES } from '../../inject/shell/code.ts';
import { anyOf } from '../../text/any-of.ts';

/** Classes of programs that several rules ask for, by their names. */

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
