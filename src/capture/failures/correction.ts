import { baseName } from '../../inject/paths.ts';
import { namedWords } from '../../triggers/named-words.ts';
import type { OpenFailure, SeenCall } from '../failure-state.ts';
import { asWritten } from '../shell/raw-command.ts';
import { NOT_STARTED } from '../shell/remote.ts';
import { isFilter, isScaffold, type ShellPart } from '../shell/shell.ts';
import { CODE_KINDS } from './error-kind.ts';
import { INLINE, writesScript } from './inline-code.ts';
import { isRespelt, nameLikeness } from './likeness.ts';
import { isOnlyLookup, type Pairing, pairCalls } from './pairing.ts';
import { picksLines } from './readers.ts';
import { withParts } from './seen-call.ts';
import { isUnparsed, parsesJson } from './unparsed.ts';

/** An edit that is refused is repeated as it was once the file has been read. */
const EDITS = /^(?:Edit|Write)$/;

/** How a command is run, besides its text. */
const SETTINGS = [
  'sandbox_permissions',
  'with_escalated_permissions',
  'dangerouslyDisableSandbox',
  'tty',
  'workdir',
];
const TIME_LIMITS = ['timeout', 'timeout_ms'];
const ESCALATED = /\brequire_escalated\b/;

/** A script that calls the shell holds the settings in its source. */
export const escalates = (call: SeenCall): boolean =>
  typeof call.input['script'] === 'string' && ESCALATED.test(call.input['script']);

/** True where a call asks to be run outside of the sandbox. */
export const leavesSandbox = (call: SeenCall): boolean =>
  call.input['sandbox_permissions'] === 'require_escalated' ||
  call.input['with_escalated_permissions'] === true ||
  call.input['dangerouslyDisableSandbox'] === true ||
  escalates(call);

/** Those that a call gives. */
export const settingsOf = (call: SeenCall): Record<string, unknown> =>
  Object.fromEntries(
    SETTINGS.filter((key) => call.input[key] !== undefined).map((key) => [key, call.input[key]]),
  );

function sameSettings(open: OpenFailure, call: SeenCall): boolean {
  const keys = open.kind === 'timeout' ? [...SETTINGS, ...TIME_LIMITS] : SETTINGS;
  return (
    keys.every((key) => open.call.input[key] === call.input[key]) && escalates(open.call) === escalates(call)
  );
}

/** An error line of this length in the output of another call is the same error, shown once more. */
const SAID_AGAIN = 24;

/** Kinds whose messages advise, though nothing was wrong with the call. */
const ADVISING = new Set([
  'conflict',
  'git-rejected',
  'format',
  'lint',
  'test',
  'lock',
  'network',
  'outage',
  'pending',
]);

/** The command of this call that the error itself names: `terraform init`, `npx playwright install`; or -1. */
function advisedPart(open: OpenFailure, call: SeenCall): number {
  if (open.call.tool !== 'Bash' || open.callsAfter > 4 || ADVISING.has(open.kind)) return -1;
  return call.parts.findIndex((part) => {
    const words = part.args.length > 1 && part.sub.includes(' ') ? 2 : 1;
    const named = [part.program, ...part.args.slice(0, words)].join(' ');
    return (
      part.args.length > 0 &&
      named.length > 6 &&
      !isScaffold(part) &&
      open.error.includes(named) &&
      !open.call.command.includes(named)
    );
  });
}

/** True where a flag that was added is one that the error asks for. */
function hasAdvisedFlag(open: OpenFailure, part: ShellPart | undefined): boolean {
  if (open.call.tool !== 'Bash' || !part || ADVISING.has(open.kind)) return false;
  return part.args.some(
    (arg) =>
      /^--[a-z][\w-]+/.test(arg) &&
      !open.call.command.includes(arg) &&
      open.error.includes(arg.split('=')[0]!),
  );
}

/** The command that the error names for another: `deprecated, please use 'generate'`. */
const INSTEAD = /\buse (?:the )?(?:updated |new )?[`'"]([\w:-]+)[`'"]/i;

const LOOKUP_SCORE = 0.5;
const OTHER_DATA_SCORE = 0.3;
const REPLACES: Pairing = { score: 0.56, changed: true, part: -1 };

/** A look at what there is shows that the call asked for the wrong thing; the right one is still to come. */
function withoutLookup(open: OpenFailure, call: SeenCall, pairing: Pairing): Pairing {
  const part = call.parts[pairing.part];
  if (open.kind === 'api-misuse' && isUnparsed(open.salient) && !parsesJson(call.command))
    return { ...pairing, score: Math.min(pairing.score, LOOKUP_SCORE) };
  if (pairing.score <= LOOKUP_SCORE || !open.culprit || !part) return pairing;
  return isOnlyLookup(open.culprit, part) ? { ...pairing, score: LOOKUP_SCORE } : pairing;
}

const USAGE = /^\s*usage:\s*\S/im;
const PARTS_OF_IT = /^[^\S\n]*(?:available |sub)?commands:\s*$/im;
const USAGE_CHARS = 1500;

/** What `pip show` ends well with: the package is not there. */
const NOT_INSTALLED = /^WARNING: Package\(s\) not found: /;

/** True where all that a command did was to say which subcommands it has: it did none of their jobs. */
function tellsUsage({ kind }: OpenFailure, call: SeenCall, output: string): boolean {
  if (kind !== 'usage' || call.tool !== 'Bash') return false;
  const beginning = output.slice(0, USAGE_CHARS);
  return PARTS_OF_IT.test(beginning) && USAGE.test(beginning);
}

const NO_SCRIPT = /can't open file [`'"]([^`'"]+)[`'"]: \[Errno|Cannot find module '(\/[^'\n]+)'/;
const RUN = /^(?:\S*\/)?(?:python[\d.]*|node|bun|deno|ruby|(?:ba|z)?sh)$/;

/** The part that runs a script of nearly the name, in the folder, of one that is not there; or -1. */
function nearScript(open: OpenFailure, call: SeenCall): number {
  const path = NO_SCRIPT.exec(open.salient)?.slice(1).find(Boolean);
  if (path === undefined || open.callsAfter > 4) return -1;
  const [name, folder] = [baseName(path), baseName(path.split('/').slice(0, -1).join('/'))];
  return call.parts.findIndex((part) => {
    const script = RUN.test(part.program) ? (part.args[0] ?? '') : part.program;
    const place = baseName(script.split('/').slice(0, -1).join('/'));
    return (
      script.includes('.') && place === folder && nameLikeness(stem(name), stem(baseName(script))) >= 0.5
    );
  });
}

const stem = (name: string): string => name.replace(/\.\w+$/, '');

/** Data that a script names. */
const DATA =
  /['"][\w./~-]*?([\w-]+\.(?:json[l5]?|ndjson|[ct]sv|ya?ml|toml|xml|txt|log|parquet|db|sqlite3?|html?|md))['"]/g;

/** Two scripts that look into different data: the second is no other form of the first. */
function readsOtherData({ kind, call: failed }: OpenFailure, call: SeenCall): boolean {
  if (kind !== 'script-error' && kind !== 'api-misuse') return false;
  if (!INLINE.test(failed.command) || !INLINE.test(call.command)) return false;
  const dataOf = (command: string) => [...command.matchAll(DATA)].map((match) => match[1]!);
  const [was, is] = [dataOf(failed.command), dataOf(call.command)];
  return was.length > 0 && is.length > 0 && !is.some((file) => was.includes(file));
}

/** True where a container that lacks a program was given another one, with no word in common, to run. */
function isOtherInside({ salient, call: failed }: OpenFailure, call: SeenCall): boolean {
  const name = NOT_STARTED.exec(salient)?.[1];
  const wanted = failed.parts.find(({ by, program }) => by && program === baseName(name ?? ''));
  const run = call.parts.filter(({ by }) => by);
  return (
    wanted !== undefined &&
    wanted.args.length > 0 &&
    run.length > 0 &&
    !run.some(
      ({ program, args }) => program === wanted.program || args.some((arg) => wanted.args.includes(arg)),
    )
  );
}

/** How far the call does the job of the failing one; a subcommand that the error names or lists replaces the refused one. */
function pairingOf(open: OpenFailure, call: SeenCall): Pairing {
  const refused = open.call.tool === 'Bash' ? namedWords(open.salient) : [];
  const pairing = withoutLookup(open, call, pairCalls(open.call, open.culprit, withParts(call), refused));
  if (readsOtherData(open, call) || isOtherInside(open, call))
    return { ...pairing, score: Math.min(pairing.score, OTHER_DATA_SCORE) };
  const near = nearScript(open, call);
  if (near >= 0 && pairing.score < REPLACES.score) return { ...REPLACES, part: near };
  const part = advisedPart(open, call);
  open.advised ||= part >= 0 || (pairing.score >= 0.55 && hasAdvisedFlag(open, call.parts[pairing.part]));
  if (open.kind !== 'usage' || !open.culprit || pairing.score >= REPLACES.score) return pairing;
  const { program, sub, args } = open.culprit;
  const isListed = part >= 0 && call.parts[part]!.program === program && refused.includes(sub);
  if (isListed) return { ...REPLACES, part };
  const spelt = call.parts.findIndex(
    (each) => each.program === program && isRespelt(args, each.args, refused),
  );
  if (spelt >= 0) return { ...REPLACES, part: spelt };
  const named = INSTEAD.exec(open.salient)?.[1];
  const instead = call.parts.findIndex((each) => each.program === program && each.sub === named);
  return instead >= 0 && open.callsAfter <= 4 ? { ...REPLACES, part: instead } : pairing;
}

const SETTING = /(?:^|[\s;&|'"])([A-Z_][A-Z0-9_]*=\S*)/g;

function variablesOf(command: string): Set<string | undefined> {
  return new Set([...command.slice(0, 2000).matchAll(SETTING)].map((match) => match[1]));
}

/** True where the command that worked names a folder of its own, in a variable, that the failing one did not. */
export function addsSetting(open: OpenFailure): boolean {
  const before = variablesOf(open.call.command);
  return [...variablesOf(open.correction?.command ?? '')].some(
    (setting) => !before.has(setting) && /^\w*(?:CACHE|TMP|TEMP|HOME|DIR|PATH)\w*=/.test(setting ?? ''),
  );
}

/** What stands before a command that works only so: another folder, or a condition. */
const FRAMES = /^(?:cd|pushd|test|\[)$/;

/** True where the same simple command worked after another one, in another folder or with another setting. */
function isPrepared(failed: SeenCall, worked: SeenCall, at: number): boolean {
  if (failed.tool !== 'Bash' || at < 0) return false;
  const before = new Set(failed.parts.map((part) => part.text));
  const settings = variablesOf(failed.command);
  return (
    worked.parts
      .slice(0, at)
      .some(
        (part) =>
          (!isScaffold(part) || FRAMES.test(part.program)) && !isFilter(part) && !before.has(part.text),
      ) || [...variablesOf(worked.command)].some((setting) => !settings.has(setting))
  );
}

/** A script that is given to its interpreter as its input. */
const FROM_INPUT =
  /^[^\n|;&]{0,200}\b(?:python[\d.]*|node|bun|deno|ruby|perl|php|psql|mysql|sqlite3)\b[^\n|;&>]{0,100}<<-?\s*['"]?\w/;

/** Two lines that write a script and run it, of which the second writes another one. */
const writesAnew = (failed: SeenCall, worked: SeenCall): boolean =>
  failed.command !== worked.command && writesScript(failed.command) && writesScript(worked.command);

/** The path that a line of one command calls its program by. */
const calledBy = ({ command, parts }: SeenCall): string =>
  parts.length === 1 ? (/^(?:[A-Z_]\w*=\S+ +)*(\S*[/\\]\S+)(?=\s|$)/.exec(command)?.[1] ?? '') : '';

const REDIRECTION = /\s+\d?>>?\s*&?\S+/g;
const QUOTES = /["'\\]/g;

/** True where the same words were quoted in another way. */
function isRequoted(open: OpenFailure, call: SeenCall, at: number): boolean {
  const worked = call.parts[at];
  if (open.call.tool !== 'Bash' || !open.culprit || !worked) return false;
  const [before, after] = [asWritten(open.call.command, open.culprit), asWritten(call.command, worked)].map(
    (text) => text.replace(REDIRECTION, ''),
  ) as [string, string];
  return before !== after && before.replace(QUOTES, '') === after.replace(QUOTES, '');
}

/** Ends what was begun instead of doing it. */
const GIVES_UP =
  /\bgit\b.{0,60}\s(?:rebase|merge|cherry-pick|am|revert|bisect)\s(?:--(?:abort|quit)|reset)\b/;

/**
 * Looks whether a call that worked corrects an open failure, and notes the best so far.
 * @returns true where it is good enough to stop looking
 */
export function tryCorrection(open: OpenFailure, call: SeenCall, output: string): boolean {
  const pairing = pairingOf(open, call);
  if (open.kind === 'compile' && open.edits.length === 0 && picksLines(call, open.call)) return false;
  if (tellsUsage(open, call, output) || NOT_INSTALLED.test(output)) return false;
  if (pairing.score < 0.45 || GIVES_UP.test(call.command.slice(0, 400))) return false;
  if (call.tool === 'Bash' && open.salient.length >= SAID_AGAIN && output.includes(open.salient))
    return false;
  // What was sent before the error was known answers no error.
  const isBeside = call.line < open.resultLine;
  if (isBeside && call.tool === 'Bash' && pairing.changed) open.parallel = true;
  const loose = pairing.score < 0.62 && open.callsAfter > 4;
  if (loose) return false;
  const identical =
    open.call.tool === 'Bash'
      ? open.call.command === call.command && sameSettings(open, call)
      : EDITS.test(call.tool)
        ? !pairing.changed
        : JSON.stringify(open.call.input) === JSON.stringify(call.input);
  if (identical && open.edits.length === 0 && !CODE_KINDS.has(open.kind)) open.passedUnchanged = true;
  if (isBeside) return false;
  if (pairing.score > open.correctionScore) {
    open.correction = call;
    open.correctionScore = pairing.score;
    open.correctionPart = pairing.part;
    open.resettled = open.call.tool === 'Bash' && !pairing.changed && !sameSettings(open, call);
    open.changed =
      !identical &&
      (call.tool !== 'Bash' ||
        pairing.changed ||
        open.resettled ||
        isRequoted(open, call, pairing.part) ||
        open.kind === 'command-not-found' ||
        calledBy(open.call) !== calledBy(call) ||
        (FROM_INPUT.test(open.call.command) && FROM_INPUT.test(call.command)) ||
        writesAnew(open.call, call) ||
        open.call.cwd !== call.cwd ||
        isPrepared(open.call, call, pairing.part));
    if (identical && open.edits.length === 0) open.passedUnchanged = true;
  }
  return pairing.score >= 0.55;
}
