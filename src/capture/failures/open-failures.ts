import type { ResultEvent } from '../../transcripts/events.ts';
import type { DetectorShared, GoodCall } from '../detector-state.ts';
import type { EditSeen, OpenFailure, SeenCall } from '../failure-state.ts';
import { MET_NOTHING } from './causes/met-nothing.ts';
import { noteFound, noteTaken } from './causes/missing-path.ts';
import { tryCorrection, windowOf } from './correction/correction.ts';
import { noteStanding } from './correction/patch-hunks.ts';
import { gotPast, isFurther, isLetOut, reachOf } from './correction/reach.ts';
import { noteGreen } from './edits.ts';
import { openFailure } from './failure.ts';
import { CODE_KINDS, type ErrorKind } from './kind/error-kind.ts';
import { noteAnswer, noteDone, noteEdits, noteMended, noteRefused } from './open-notes.ts';
import { CUT_ANSWER } from './result/json-reply.ts';
import type { JudgedResult } from './result/judge-result.ts';
import { speaksOf } from './result/said-failed.ts';
import { addAttempt, noteCause, sameMistake, showsCause } from './same-mistake.ts';

/*
 * The way of a failing call: `result/` judges that it failed; `failure.ts` makes a record of it, with its kind (`kind/`) and the
 * command that is to blame (`blame.ts`), unless it is another try of an open one (`same-mistake.ts`). While it is open, notes are
 * made of what comes after (`open-notes.ts`), and each later call is asked whether it corrects it (`correction/`). Then it is
 * closed (`../closed-mistakes.ts`): its kind may be another one, by what worked; `verdict/` says whether it is a mistake, and how
 * surely; `../wording/` tells it.
 */

const OPEN_MAX = 32;
const SPEAKS_OF_CUT = /\b(?:truncated|cut (?:off|short)|incomplete)\b/i;
/** Kinds of what a checker says of a place in a file, and of what a script raises there. */
const SUSPECTED = new Set<ErrorKind>(['compile', 'lint', 'script-error']);

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
    const twin = twinOf(state.open, next);
    for (const open of state.open) if (open !== twin) age(open);
    if (twin) {
      if (!noteCause(twin, next)) addAttempt(twin, next);
      state.open = state.open.filter((open) => open === twin || !showsCause(open, next));
      twin.suspected = false;
    }
    if (!twin) state.open.push(next);
    if (state.open.length > OPEN_MAX) this.#shared.closed.addFailure(state.open.shift()!);
    this.#closeOld();
  }

  /** Opens what may have failed: it counts where a file that it complains of is mended, and it is gone, or where others are chosen than such as there are none of. */
  suspected(call: SeenCall, event: ResultEvent, error: string): void {
    const { open } = this.#shared.state;
    const judged: JudgedResult = { state: 'hidden', error, timedOut: false, told: false };
    const next = openFailure(this.#shared.state, call, event, judged);
    if (MET_NOTHING.test(error)) next.kind = 'usage';
    else if (!SUSPECTED.has(next.kind)) return;
    if (open.length >= OPEN_MAX) return;
    const known = twinOf(open, next);
    if (known) noteCause(known, next);
    else open.push({ ...next, suspected: true });
  }

  /** Opens what the agent says has failed, where nothing that was printed does: it counts where it is then done otherwise, or shows after all. */
  said({ call, result, cut }: GoodCall, sentence: string): void {
    const { open } = this.#shared.state;
    if (open.length >= OPEN_MAX) return;
    const evident = cut && SPEAKS_OF_CUT.test(sentence);
    const error = evident ? CUT_ANSWER : sentence;
    const judged: JudgedResult = { state: 'hidden', error, timedOut: false, told: false };
    const failure = openFailure(this.#shared.state, call, result, judged);
    open.push({
      ...failure,
      culprit: speaksOf(call, sentence) ?? failure.culprit,
      kind: 'generic',
      said: true,
      evident,
    });
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
      noteTaken(open, call, output);
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
    const { open: all } = this.#shared.state;
    for (const open of all) noteAnswer(open, words, !all.some((each) => isLater(each, open)));
  }

  /** Closes all of them, at the end of what there is to read. */
  closeAll(): void {
    for (const open of this.#shared.state.open.splice(0)) this.#shared.closed.addFailure(open);
  }

  /** Closes what a call came past that failed of something else. */
  #gotFurther(call: SeenCall, next: OpenFailure): void {
    const { state, closed } = this.#shared;
    const reach = reachOf(call, next);
    if (!isFurther(reach, state.open)) return;
    if (CODE_KINDS.has(next.kind)) state.open = state.open.filter((open) => !isMendedByOthers(open, call));
    const passed = state.open.filter((open) => gotPast(open, reach) && tryCorrection(open, call, next.error));
    state.open = state.open.filter((open) => !passed.includes(open));
    for (const open of passed) {
      open.reached = !reach.inCode || isLetOut(open, reach);
      closed.addFailure(open);
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

/** The open failure that another one is a further try of, or shows the cause of. */
const twinOf = (all: readonly OpenFailure[], next: OpenFailure): OpenFailure | undefined =>
  all.findLast((open) => sameMistake(open, next)) ?? all.findLast((open) => showsCause(open, next));

/** The machine let the same command through, and the agent had done nothing for it. */
const isMendedByOthers = (open: OpenFailure, { command }: SeenCall): boolean =>
  open.kind === 'environment' &&
  open.call.command === command &&
  (open.done ?? []).length === 0 &&
  open.edits.length === 0;

const failedAt = ({ attempts }: OpenFailure): number => attempts.at(-1)!.line;
const isOfCode = ({ kind }: OpenFailure): boolean => CODE_KINDS.has(kind);

/** True where one of the same sort failed after another: what is said then is about the later one. */
const isLater = (one: OpenFailure, other: OpenFailure): boolean =>
  isOfCode(one) === isOfCode(other) && failedAt(one) > failedAt(other);

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
