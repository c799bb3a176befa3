import { baseName } from '../../../inject/paths.ts';
import {
  FORGE_CLIENTS,
  gitOnlyReads,
  INTERPRETERS,
  PYTHON_LINTERS,
  SCRIPT_MANAGERS,
  TEXT_SEARCHES,
} from '../../shell/programs.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { nameLikeness } from './likeness.ts';

/** True for a program that is given a script on its command line. */
export const runsScripts = (program: string): boolean => program === 'jq' || INTERPRETERS.test(program);

/** A request that changes something: another that only reads does not do its job. */
const SENDS =
  /(?:^|\s)(?:-X|--method|--request)[ =]?(?:POST|PUT|PATCH|DELETE)\b|(?:^|\s)(?:-[fFd]|--(?:field|raw-field|input|data)(?:-\w+)?)(?=[ =])/;
const REQUESTS = /^(?:curl|grpcurl|gh|glab|hub|https?|xh)$/;

const isOnlyRead = (failed: ShellPart, other: ShellPart): boolean =>
  failed.program === other.program &&
  REQUESTS.test(failed.program) &&
  (!FORGE_CLIENTS.test(failed.program) || /^api\b/.test(failed.sub)) &&
  SENDS.test(failed.text) &&
  !SENDS.test(other.text);

const SCRIPT_FILE = /\.(?:sh|bash|zsh|py|[cm]?[jt]s|rb|pl|php|ps1|cmd|bat)$/i;
const STEP = /^[a-z][\w:-]*$/;

/** The next step of a script that does several is no other form of the one that failed. */
const isOtherStep = (failed: ShellPart, other: ShellPart): boolean =>
  SCRIPT_FILE.test(failed.program) &&
  failed.program === other.program &&
  STEP.test(failed.args[0] ?? '') &&
  STEP.test(other.args[0] ?? '') &&
  !other.args.includes(failed.args[0]!) &&
  nameLikeness(failed.args[0]!, other.args[0]!) < 0.5;

const SCRIPT_RUN = /^run ([a-z][\w:-]*)$/;

/** Another script of the same package is another job, unless there was none of that name. */
function isOtherScript(failed: ShellPart, other: ShellPart, refused: readonly string[]): boolean {
  if (!SCRIPT_MANAGERS.test(failed.program) || !SCRIPT_MANAGERS.test(other.program)) return false;
  const [old, now] = [SCRIPT_RUN.exec(failed.sub)?.[1], SCRIPT_RUN.exec(other.sub)?.[1]];
  if (old === undefined || now === undefined || refused.includes(old)) return false;
  return !old.startsWith(now) && !now.startsWith(old) && nameLikeness(old, now) < 0.5;
}

/** Programs that a framework's tasks are called through. */
const TASK_RUNNER = /^(?:artisan|(?:bin\/)?console|(?:\S*\/)?manage\.py)$/;

const taskOf = (part: ShellPart): string =>
  part.args[part.args.findIndex((arg) => TASK_RUNNER.test(arg)) + 1] ?? '';

/** Another task of the same framework is another job. */
function isOtherTask(failed: ShellPart, other: ShellPart): boolean {
  if (failed.program !== other.program || !failed.args.slice(0, 2).some((arg) => TASK_RUNNER.test(arg)))
    return false;
  if (!other.args.slice(0, 2).some((arg) => TASK_RUNNER.test(arg))) return false;
  const [old, now] = [taskOf(failed), taskOf(other)];
  return (
    STEP.test(old) && STEP.test(now) && nameLikeness(old, now) < 0.4 && !now.startsWith(old.split(':')[0]!)
  );
}

/** What git then changed is no answer to what it was asked. */
const isOtherUse = (failed: ShellPart, other: ShellPart): boolean =>
  gitOnlyReads(failed) && other.program === 'git' && !gitOnlyReads(other);

const TAKES_STASH = /^stash (?:pop|apply|branch)$/;

/** A stash that is thrown away, or looked at, is not taken out. */
const isOtherUseOfStash = (failed: ShellPart, other: ShellPart): boolean =>
  failed.program === 'git' &&
  other.program === 'git' &&
  TAKES_STASH.test(failed.sub) &&
  other.sub.startsWith('stash') &&
  !TAKES_STASH.test(other.sub);

const GIVES_CODE = /^-(?:c|e|-eval)$/;
/** Words of code that say nothing of what it is for. */
const OF_ANY_CODE =
  /^(?:import|from|print|sys|json|log|console|require|const|let|var|for|with|open|read|return|def|not|and|str|len|True|False|None|path|insert|append|async|await|http|https|localhost)$/;

const codeWords = (part: ShellPart): string[] => {
  const at = part.args.findIndex((arg) => GIVES_CODE.test(arg));
  const text = at < 0 ? '' : (part.args[at + 1] ?? '');
  return (text.slice(0, 2000).match(/[A-Za-z_]{3,}/g) ?? []).filter((word) => !OF_ANY_CODE.test(word));
};

/** Two pieces of code on the command line that have no word in common do not do one job. */
function isOtherCode(failed: ShellPart, other: ShellPart): boolean {
  if (!runsScripts(failed.program) || failed.program !== other.program) return false;
  const words = new Set(codeWords(failed));
  const others = words.size === 0 ? [] : codeWords(other);
  return others.length > 0 && !others.some((word) => words.has(word));
}

/** What is searched for, and where: words that are no flags. */
const wordsSought = ({ args }: ShellPart): string[] =>
  args.filter((arg) => !arg.startsWith('-')).flatMap((arg) => arg.match(/[A-Za-z_]{4,}/g) ?? []);

/** Two searches that have no word in common, of what they look for or of where, are two questions. */
function isOtherSearch(failed: ShellPart, other: ShellPart): boolean {
  if (!TEXT_SEARCHES.test(failed.program) || !TEXT_SEARCHES.test(other.program)) return false;
  const words = new Set(wordsSought(failed));
  const others = words.size === 0 ? [] : wordsSought(other);
  return others.length > 0 && !others.some((word) => words.has(word));
}

/** Modules of Python that are tools, by what they are for. */
const TOOL_MODULES = [
  /^(?:pytest|unittest|nose2?)$/,
  new RegExp(`^(?:${PYTHON_LINTERS.source})$`),
  /^(?:pip|uv|ensurepip|pipx)$/,
  /^(?:venv|virtualenv)$/,
  /^(?:compileall|py_compile)$/,
];

const jobOf = ({ program, args }: ShellPart): number =>
  /^python[\d.]*$/.test(program) && args[0] === '-m'
    ? TOOL_MODULES.findIndex((modules) => modules.test(args[1] ?? ''))
    : -1;

/** A tool's module does not do the job of one for something else. */
const isOtherModule = (failed: ShellPart, other: ShellPart): boolean =>
  jobOf(failed) >= 0 && jobOf(other) >= 0 && jobOf(failed) !== jobOf(other);

const INSTALLS = /\b(?:post|re)?install\b/;

/** On another machine something is installed that shares neither a program nor an argument with what failed there. */
function isOtherThere(failed: ShellPart, other: ShellPart): boolean {
  if (!failed.by || !other.by || !INSTALLS.test(other.text)) return false;
  const wordsIn = ({ program, args }: ShellPart) => [
    baseName(program),
    ...args.filter((arg) => /\w{3}/.test(arg)),
  ];
  const words = new Set(wordsIn(failed));
  return !wordsIn(other).some((word) => words.has(word));
}

/** True where a call of the same program is for something else than the one that failed. */
export const isOtherJob = (failed: ShellPart, other: ShellPart, refused: readonly string[]): boolean =>
  isOtherScript(failed, other, refused) ||
  isOtherTask(failed, other) ||
  isOnlyRead(failed, other) ||
  isOtherStep(failed, other) ||
  isOtherUse(failed, other) ||
  isOtherUseOfStash(failed, other) ||
  isOtherCode(failed, other) ||
  isOtherSearch(failed, other) ||
  isOtherModule(failed, other) ||
  isOtherThere(failed, other);
