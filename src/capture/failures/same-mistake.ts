import type { OpenFailure } from '../failure-state.ts';
import { saidByShell } from '../shell/shell-complaint.ts';
import { ofGoneShell } from './causes/wrong-folder.ts';
import { overlap } from './correction/likeness.ts';
import { pairCalls } from './correction/pairing.ts';
import { CODE_KINDS, COMMAND_KINDS, type ErrorKind } from './kind/error-kind.ts';
import { missingModule } from './kind/questions.ts';

/** Whether a new failure is the same mistake as an open one: another try of it, or a look at what had failed. */

const isShells = (kind: ErrorKind): boolean => kind === 'shell-syntax' || kind === 'command-not-found';

const REFUSALS = new Set<ErrorKind>(['tool-validation', 'usage', 'api-misuse']);

/** A tool that refuses one argument and, once that is mended, another, was called wrongly twice. */
const isNextRefusal = (open: OpenFailure, next: OpenFailure): boolean =>
  REFUSALS.has(open.kind) &&
  !/^(?:Read|Grep|Glob|LS)$/.test(open.call.tool) &&
  Object.keys(open.call.input).sort().join() !== Object.keys(next.call.input).sort().join();

const EDIT_KINDS = new Set(['edit-mismatch', 'stale-edit']);

/** Words of a message, without those that stand for what the command was about. */
const wordsSaid = (message: string): Set<string> =>
  new Set(message.toLowerCase().match(/(?<![\w./=-])[a-z]{3,}(?![\w./=-])/g));

const WORDS_MIN = 2;
/** What a program puts before all that it complains of. */
const bare = (message: string): string =>
  message.replace(/^(?:npm (?:error|ERR!) (?:enoent )?|(?:ERROR|error|fatal|Error)\b[: ]*)+/, '');
const SAID_ALIKE = 0.15;

/** A refusal that has a number: `MSB1008`, `AADSTS50034`. */
const NUMBER = /\b[A-Z]{2,8}-?\d{3,6}\b/;

/** True where both messages have numbers, and not the same. */
function isOtherNumber(open: OpenFailure, next: OpenFailure): boolean {
  const [was, is] = [NUMBER.exec(open.salient)?.[0], NUMBER.exec(next.salient)?.[0]];
  return was !== undefined && is !== undefined && was !== is;
}

/** What a database says is not there: its table, one of its columns. */
const NOT_IN_DATABASE =
  /\b(relation|table|column|function|schema|role|database|object)\b(?: name)? [`'"]?[\w.]+[`'"]? (?:does(?:n't| not) exist|was not found)|\b[Uu]nknown (column|table|database)\b|\b[Nn]o such (table|column|function)\b|\bInvalid (object|column) name\b/;

/** True where a database first lacks one kind of thing, then another: its table, then a column. */
function lacksAnotherThing(open: OpenFailure, next: OpenFailure): boolean {
  const thing = ({ salient }: OpenFailure) => NOT_IN_DATABASE.exec(salient)?.slice(1).find(Boolean);
  const [was, is] = [thing(open), thing(next)];
  return was !== undefined && is !== undefined && was !== is;
}

/** True where a changed command is refused for something else: what was wrong with the first one is mended. */
function isOtherComplaint(open: OpenFailure, next: OpenFailure): boolean {
  if (isOtherNumber(open, next)) return true;
  if (open.fingerprint === next.fingerprint || (saidByShell(open.salient) && saidByShell(next.salient)))
    return false;
  const [was, is] = [wordsSaid(bare(open.salient)), wordsSaid(bare(next.salient))];
  return was.size >= WORDS_MIN && is.size >= WORDS_MIN && overlap(was, is).ratio < SAID_ALIKE;
}

/** True where another module lacks than before: the next one shows only once the first is there. */
export function lacksAnother(open: OpenFailure, next: OpenFailure): boolean {
  if (open.kind !== 'missing-module' || next.kind !== 'missing-module') return false;
  const [was, is] = [missingModule(open.salient), missingModule(next.salient)];
  return was !== '' && is !== '' && was !== is;
}

/** True where a new failure is another try of an open one: the same mistake. */
export function sameMistake(open: OpenFailure, next: OpenFailure): boolean {
  if (open.call.tool !== next.call.tool) return false;
  return open.call.tool === 'Bash' ? sameMistakeOfShell(open, next) : sameMistakeOfTool(open, next);
}

function sameMistakeOfTool(open: OpenFailure, next: OpenFailure): boolean {
  if (open.kind !== next.kind && !(EDIT_KINDS.has(open.kind) && EDIT_KINDS.has(next.kind))) return false;
  if (open.fingerprint !== next.fingerprint && isNextRefusal(open, next)) return false;
  if (open.kind === 'tool-validation' && isOtherComplaint(open, next)) return false;
  return open.call.target === next.call.target && open.call.nativeTool === next.call.nativeTool;
}

/** One fault in the code, shown by two programs: `go run` and `go test` beside each other. */
const sameFaultOfCode = (open: OpenFailure, next: OpenFailure): boolean =>
  open.kind === 'compile' && next.kind === 'compile' && open.salient === next.salient && open.salient !== '';

/** True where what was wrong lay in files that others wrote, and the same command then finds another fault in what was edited for it. */
const isFaultOfFix = (open: OpenFailure, next: OpenFailure): boolean =>
  CODE_KINDS.has(open.kind) && open.files === 'untouched' && next.files === 'own' && open.edits.length > 0;

function sameMistakeOfShell(open: OpenFailure, next: OpenFailure): boolean {
  if (lacksAnother(open, next) || lacksAnotherThing(open, next)) return false;
  if ((ofGoneShell(open) && ofGoneShell(next)) || sameFaultOfCode(open, next)) return true;
  const isSameProgram = sameProgram(open, next);
  if (open.fingerprint === next.fingerprint && isSameProgram && open.salient !== '') return true;
  if (open.kind !== next.kind && !(COMMAND_KINDS.has(open.kind) && COMMAND_KINDS.has(next.kind)))
    return false;
  // What was wrong with the first one was mended in between, and the same command shows the next.
  const isMended = open.edits.length > 0 && !CODE_KINDS.has(open.kind) && isOtherComplaint(open, next);
  if (open.call.command === next.call.command) return !isMended && !isFaultOfFix(open, next);
  if (!isSameProgram || !COMMAND_KINDS.has(open.kind)) return false;
  // What the shell refuses and what the program refuses once it runs are two mistakes.
  if (isShells(open.kind) !== isShells(next.kind)) return false;
  if (open.callsAfter === 0 && open.kind === next.kind) return !isOtherComplaint(open, next);
  if (open.kind !== next.kind && isOtherComplaint(open, next)) return false;
  return pairCalls(open.call, open.culprit, next.call).score >= 0.8;
}

/** Adds another failing try to an open failure. */
export function addAttempt(open: OpenFailure, next: OpenFailure): void {
  open.attempts.push(...next.attempts);
  if (open.attempts.length > 12) open.attempts.splice(11, open.attempts.length - 12);
  const text = next.variants[0]!;
  if (!open.variants.includes(text) && open.variants.length < 12) open.variants.push(text);
  open.callsAfter = 0;
  if (open.edited && open.fingerprint === next.fingerprint) {
    open.inVain = (open.inVain ?? 0) + 1;
    for (const edit of open.edits) edit.vain = true;
  }
  if (open.edited) delete open.findings;
  delete open.edited;
  open.calls++;
  open.bytes += next.bytes;
  open.timedOut ||= next.timedOut;
}

/** Says that a package is not built, and not why. */
export const UNBUILT = /(\S+) \[(?:build|setup) failed\]/;
/** Says that something failed, and not what: all that was left of the output is that the rest went well. */
const UNNAMED = /^(?:ok\s+\S+\s+(?:\(cached\)|[\d.]+s)|FAIL)\s*$/;
const LOOKS_MAX = 2;

/** True where a call that was made to see it shows what failed, or why. */
export function showsCause(open: OpenFailure, next: OpenFailure): boolean {
  if (open.edited || !CODE_KINDS.has(open.kind) || !CODE_KINDS.has(next.kind)) return false;
  if (UNNAMED.test(open.salient))
    return !UNNAMED.test(next.salient) && open.callsAfter < LOOKS_MAX && sameProgram(open, next);
  const unbuilt = UNBUILT.exec(open.salient)?.[1];
  return unbuilt !== undefined && !UNBUILT.test(next.salient) && next.error.includes(unbuilt);
}

/** Takes over from a further call what failed, or why; false where it does not show that. */
export function noteCause(open: OpenFailure, next: OpenFailure): boolean {
  if (!showsCause(open, next)) return false;
  const { error, salient, fingerprint, kind } = next;
  if (kind === 'compile') open.sieved = true;
  Object.assign(open, { error, salient, fingerprint, kind, callsAfter: 0 });
  return true;
}

/** True where both are of one program and subcommand. */
const sameProgram = (open: OpenFailure, next: OpenFailure): boolean =>
  open.culprit?.program === next.culprit?.program && open.culprit?.sub === next.culprit?.sub;
