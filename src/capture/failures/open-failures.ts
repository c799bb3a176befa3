import type { ResultEvent } from '../../transcripts/events.ts';
import type { DetectorShared, EditSeen, OpenFailure, SeenCall } from '../failure-state.ts';
import { leavesSandbox } from './call-settings.ts';
import { isConfined } from './command-verdict.ts';
import { tryCorrection } from './correction.ts';
import { CODE_KINDS, COMMAND_KINDS, type ErrorKind } from './error-kind.ts';
import { addAttempt, lacksAnother, OF_SHELL, openFailure, sameMistake, windowOf } from './failure.ts';
import { noteFound } from './found-path.ts';
import type { JudgedResult } from './judge-result.ts';
import { noteAnswer, noteDone, noteEdits, noteMended, noteRefused } from './open-notes.ts';
import { noteStanding } from './patch-hunks.ts';
import { installsSomething } from './prepared.ts';
import { noteGreen } from './written.ts';

const OPEN_MAX = 32;
/** Kinds of what a checker says of a place in a file, and of what a script raises there. */
const SUSPECTED = new Set<ErrorKind>(['compile', 'lint', 'script-error']);

/** Kinds that a program speaks of, once the shell has run it. */
const PROGRAM_KINDS = new Set<ErrorKind>(['usage', 'missing-module', 'script-error']);
/** Code of the program was run. */
const TRACE = /^Traceback \(most recent call last\):$/m;

/** The failing calls of one thread, each from its error until a later call corrects it or nobody returns to it. */
export class OpenFailures {
  readonly #shared: DetectorShared;

  constructor(shared: DetectorShared) {
    this.#shared = shared;
  }

  /** Notes where a call ends what hangs. */
  called(call: SeenCall): void {
    for (const open of this.#shared.state.open) if (open.timedOut && kills(call)) open.killedAfter = true;
  }

  /** Opens a failure, or counts it as another attempt at one that is open. */
  failed(call: SeenCall, edits: EditSeen[], event: ResultEvent, judged: JudgedResult): void {
    const state = this.#shared.state;
    for (const open of state.open) noteEdits(open, edits);
    const next = openFailure(state, call, event, judged);
    for (const open of state.open) {
      noteMended(open, next);
      noteRefused(open, next);
    }
    this.#gotFurther(call, next);
    const twin = state.open.findLast((open) => sameMistake(open, next));
    for (const open of state.open) if (open !== twin) age(open);
    if (twin) {
      addAttempt(twin, next);
      twin.suspected = false;
    }
    if (!twin) state.open.push(next);
    if (state.open.length > OPEN_MAX) this.#shared.closed.addFailure(state.open.shift()!);
    this.#closeOld();
  }

  /** Opens what may have failed: it counts where a file that it complains of is mended, and it is gone. */
  suspected(call: SeenCall, event: ResultEvent, error: string): void {
    const { open } = this.#shared.state;
    const judged: JudgedResult = { state: 'hidden', error, timedOut: false, told: false };
    const next = openFailure(this.#shared.state, call, event, judged);
    if (!SUSPECTED.has(next.kind) || open.length >= OPEN_MAX || open.some((each) => sameMistake(each, next)))
      return;
    open.push({ ...next, suspected: true });
  }

  /** Closes what a call that worked corrects, and notes for the others what it did. */
  worked(call: SeenCall, edits: EditSeen[], output: string): void {
    const state = this.#shared.state;
    if (state.open.length === 0) {
      if (edits.length === 0) noteGreen(state, call);
      return;
    }
    const kept: OpenFailure[] = [];
    for (const open of state.open) {
      age(open);
      noteStanding(open, output);
      noteFound(open, output);
      if (tryCorrection(open, call, output)) this.#shared.closed.addFailure(open);
      else {
        noteDone(open, call);
        noteEdits(open, edits);
        kept.push(open);
      }
    }
    if (kept.length < state.open.length) noteGreen(state, call);
    state.open = kept;
    this.#closeOld();
  }

  /** Drops that the tool did not wait for the end of a command, where that end is told. */
  ended({ command }: SeenCall): void {
    const { state } = this.#shared;
    if (command === '' || !state.open.some(isLeft)) return;
    state.open = state.open.filter((open) => !isLeft(open) || !open.call.command.startsWith(command));
  }

  /** Keeps what the agent says of a failure right after it. */
  answered(words: string): void {
    for (const open of this.#shared.state.open) noteAnswer(open, words);
  }

  /** Closes all of them, at the end of what there is to read. */
  closeAll(): void {
    for (const open of this.#shared.state.open.splice(0)) this.#shared.closed.addFailure(open);
  }

  /**
   * A command that now fails in the code that it runs, in another form, is called rightly; of what the shell refused, one
   * that now reaches its program; of what a sandbox stopped, one that fails of something else outside of it; of what was run in the
   * wrong folder, the same that fails of something else in another one; of what lacked a module, the same command that fails of something else, or lacks another one, once it was installed or done without; of a chain of commands, one that stops at a later one.
   */
  #gotFurther(call: SeenCall, next: OpenFailure): void {
    const isCode = CODE_KINDS.has(next.kind) || TYPE_ERROR.test(next.salient);
    const isPrograms = PROGRAM_KINDS.has(next.kind) || TRACE.test(next.error);
    const isFree = leavesSandbox(call) && !isConfined(next.kind);
    const isFound = (open: OpenFailure) =>
      open.kind === 'missing-module' &&
      (next.kind !== 'missing-module' || lacksAnother(open, next)) &&
      open.call.command === call.command &&
      ((open.done ?? []).some(installsSomething) ||
        (next.kind === 'missing-module' && open.edits.length > 0));
    const isCured = (open: OpenFailure) => isFound(open) || isPassed(open, call, next);
    const hasCured = this.#shared.state.open.some(isCured);
    if ((!isCode && !isPrograms && !isFree && !hasCured) || lacksItsModule(next)) return;
    const isRunNow = (open: OpenFailure) =>
      (isCode
        ? COMMAND_KINDS.has(open.kind) || (isShells(open.salient) && !isShells(next.salient))
        : isPrograms && isShells(open.salient) && !isShells(next.salient)) &&
      (open.call.command !== call.command || (open.done ?? []).length > 0);
    const isThere = (open: OpenFailure) =>
      open.kind === 'wrong-directory' &&
      next.kind !== 'wrong-directory' &&
      open.culprit?.text === next.culprit?.text &&
      open.call.command !== call.command;
    const isLetOut = (open: OpenFailure) => isFree && isConfined(open.kind) && !leavesSandbox(open.call);
    this.#shared.state.open = this.#shared.state.open.filter(
      (open) => !(CODE_KINDS.has(next.kind) && isMendedByOthers(open, call)),
    );
    const cured = this.#shared.state.open.filter(
      (open) =>
        (isRunNow(open) || isThere(open) || isLetOut(open) || isCured(open)) &&
        tryCorrection(open, call, next.error),
    );
    if (cured.length === 0) return;
    this.#shared.state.open = this.#shared.state.open.filter((open) => !cured.includes(open));
    for (const open of cured) {
      open.reached = !isCode || isLetOut(open);
      this.#shared.closed.addFailure(open);
    }
  }

  #closeOld(): void {
    const state = this.#shared.state;
    if (!state.open.some((open) => open.callsAfter > windowOf(open))) return;
    const kept: OpenFailure[] = [];
    for (const open of state.open) {
      if (open.callsAfter > windowOf(open)) this.#shared.closed.addFailure(open);
      else kept.push(open);
    }
    state.open = kept;
  }
}

/** True where a chain of commands now stops behind the one that it had stopped at: that one has passed. */
function isPassed({ culprit, call: failed }: OpenFailure, call: SeenCall, next: OpenFailure): boolean {
  if (!culprit || !next.culprit || failed.command === call.command) return false;
  const end = call.parts.indexOf(next.culprit);
  const at = call.parts.findIndex(({ program, sub }) => program === culprit.program && sub === culprit.sub);
  return (
    at >= 0 &&
    at < end &&
    next.culprit.program !== culprit.program &&
    next.salient.includes(next.culprit.program) &&
    call.parts.slice(at + 1, end + 1).every(({ op }) => op === '&&')
  );
}

/** The machine let the same command through, and the agent had done nothing for it. */
const isMendedByOthers = (open: OpenFailure, { command }: SeenCall): boolean =>
  open.kind === 'environment' &&
  open.call.command === command &&
  (open.done ?? []).length === 0 &&
  open.edits.length === 0;

/** What tsc says of a place in the code, whatever kind of thing is wrong there. */
const TYPE_ERROR = /\(\d+,\d+\): error TS[12]\d{3}: /;

/** True where the shell says that it did not run what it was given. */
const isShells = (salient: string): boolean =>
  OF_SHELL.test(salient) && /not found|no match|no such file/i.test(salient);

/** True where an interpreter lacks the module that it was to run: that is no nearer than not to find the program. */
function lacksItsModule({ kind, salient, call }: OpenFailure): boolean {
  const name = kind === 'missing-module' ? /No module named '?([\w.]+)/.exec(salient)?.[1] : undefined;
  return name !== undefined && call.command.includes(` -m ${name}`);
}

function age(open: OpenFailure): void {
  open.callsAfter++;
  open.calls++;
}

/** True of a command that goes on after the tool has waited for it. */
const isLeft = (open: OpenFailure): boolean => open.timedOut && open.hidden;

/** True where a call ends what still runs. */
function kills(call: SeenCall): boolean {
  return (
    /^(?:KillShell|KillBash|TaskStop|kill_shell|stop_bash|stop_powershell)$/.test(call.nativeTool) ||
    /\b(?:kill|pkill|killall)\b/.test(call.command.slice(0, 200))
  );
}
