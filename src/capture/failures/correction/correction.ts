import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { asWritten } from '../../shell/raw-command.ts';
import { isFilter, isScaffold } from '../../shell/shell.ts';
import { readsDocument, writesScript } from '../causes/inline-code.ts';
import { choosesOthers, meetsNothing } from '../causes/met-nothing.ts';
import { searchedInVain } from '../causes/missing-path.ts';
import { CODE_KINDS } from '../kind/error-kind.ts';
import { picksLines } from '../result/readers.ts';
import { isConfined } from '../verdict/command-verdict.ts';
import { leavesSandbox, sameSettings, variablesOf } from './call-settings.ts';
import { pairingOf } from './failure-pairing.ts';
import type { Pairing } from './pairing.ts';

/** Whether a call that worked corrects an open failure. */

/** An error line of this length in the output of another call is the same error, shown once more. */
const SAID_AGAIN = 24;

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

/** True where the output holds what the line says, behind `||`, of a part that failed. */
function saysItFailed({ parts }: SeenCall, at: number, output: string): boolean {
  const next = at < 0 ? undefined : parts.slice(at + 1).find(({ op }) => op !== '|');
  const said = next?.op === '||' && /^(?:echo|printf)$/.test(next.program) ? next.args.at(-1)! : '';
  return said !== undefined && /\w{3}/.test(said) && output.includes(said.replace(/\\n$/, ''));
}

/** A search was refused as it was written: a look at the same folder searches for nothing. */
const refusesPattern = ({ kind, call }: OpenFailure): boolean =>
  kind === 'tool-validation' && call.tool === 'Grep';

/** True where a call ended well and did not do the job: it shows how to, gives it up, or says that it failed. */
function doesNotDoIt(open: OpenFailure, call: SeenCall, output: string, at: number): boolean {
  if (open.kind === 'compile' && open.edits.length === 0 && picksLines(call, open.call)) return true;
  if (open.kind === 'test' && choosesOthers(open, call)) return true;
  if (open.kind === 'missing-path' && searchedInVain(call, output)) return true;
  if (refusesPattern(open) && call.tool !== 'Grep' && call.tool !== 'Bash') return true;
  if (open.suspected && open.kind === 'usage' && meetsNothing(open, call, output)) return true;
  if (tellsUsage(open, call, output) || NOT_INSTALLED.test(output)) return true;
  if (GIVES_UP.test(call.command.slice(0, 400)) || saysItFailed(call, at, output)) return true;
  return call.tool === 'Bash' && open.salient.length >= SAID_AGAIN && output.includes(open.salient);
}

/** True where the very same was called again: an edit that was refused is repeated once the file has been read. */
function isIdentical(open: OpenFailure, call: SeenCall, pairing: Pairing): boolean {
  if (open.call.tool === 'Bash') return open.call.command === call.command && sameSettings(open, call);
  if (EDIT_TOOLS.has(call.tool)) return !pairing.changed;
  return (
    open.call.nativeTool === call.nativeTool && JSON.stringify(open.call.input) === JSON.stringify(call.input)
  );
}

/** True where what was called differs in what may have mattered. */
const isChanged = (open: OpenFailure, call: SeenCall, pairing: Pairing): boolean =>
  call.tool !== 'Bash' ||
  pairing.changed ||
  isResettled(open, call, pairing) ||
  isRequoted(open, call, pairing.part) ||
  open.kind === 'command-not-found' ||
  calledBy(open.call) !== calledBy(call) ||
  (readsDocument(open.call.command) && readsDocument(call.command)) ||
  writesAnew(open.call, call) ||
  open.call.cwd !== call.cwd ||
  isPrepared(open.call, call, pairing.part);

/** True where the same command was run in another way. */
const isResettled = (open: OpenFailure, call: SeenCall, pairing: Pairing): boolean =>
  open.call.tool === 'Bash' && !pairing.changed && !sameSettings(open, call);

/** True where so many calls came between that only what is more alike, or runs outside of the sandbox, does the same job. */
function isTooLate(open: OpenFailure, call: SeenCall, { score }: Pairing): boolean {
  if (open.callsAfter > WINDOW && isConfined(open.kind) && (leavesSandbox(open.call) || !leavesSandbox(call)))
    return true;
  return score < 0.62 && open.callsAfter > 4;
}

/**
 * Looks whether a call that worked corrects an open failure, and notes the best so far.
 * @returns true where it is good enough to stop looking
 */
export function tryCorrection(open: OpenFailure, call: SeenCall, output: string): boolean {
  const pairing = pairingOf(open, call);
  if (pairing.score < 0.45 || doesNotDoIt(open, call, output, pairing.part)) return false;
  // What was sent before the error was known answers no error.
  const isBeside = call.line < open.resultLine;
  if (isBeside && call.tool === 'Bash' && pairing.changed) open.parallel = true;
  if (isTooLate(open, call, pairing)) return false;
  const identical = isIdentical(open, call, pairing);
  if (identical && open.edits.length === 0 && !CODE_KINDS.has(open.kind)) open.passedUnchanged = true;
  if (isBeside) return false;
  if (pairing.score > open.correctionScore) {
    open.correction = call;
    open.correctionScore = pairing.score;
    open.correctionPart = pairing.part;
    open.resettled = isResettled(open, call, pairing);
    open.changed = !identical && isChanged(open, call, pairing);
    if (identical && open.edits.length === 0) open.passedUnchanged = true;
  }
  return pairing.score >= 0.55;
}

/** Calls after which only another form of the same command is no correction any more. */
const WINDOW = 12;
/** The same command outside of the sandbox often waits for the user. */
const CONFINED_WINDOW = 80;

/** Calls with a result after which the search for a correction ends. */
export function windowOf(open: OpenFailure): number {
  if (isConfined(open.kind)) return CONFINED_WINDOW;
  return CODE_KINDS.has(open.kind) ? 24 : WINDOW;
}
