import { headOf } from '../../text/ends.ts';
import type { ResultEvent, UserEvent } from '../../transcripts/events.ts';
import type { DetectorShared, DetectorState } from '../detector-state.ts';
import type { EditSeen, SeenCall } from '../failure-state.ts';
import { admittedEpisode } from './admitted-episode.ts';
import { admitsError } from './context/admission.ts';
import { noteWords } from './context/handover.ts';
import { isUnmeantStop } from './context/told.ts';
import {
  ANSWER_CHARS,
  isFollowed,
  isHeard,
  isPassedOver,
  isSaidAgain,
  isSpokenOver,
  isUntouched,
  noteCommand,
  noteCommit,
  noteLater,
  noteRedone,
} from './objection-notes.ts';
import { noteEcho, type OpenObjection, openObjection, type Said, type Words } from './open-objection.ts';
import { forgetOwnText, noteSlip, takeSlip } from './own-slip.ts';
import { withoutEchoed } from './words/echoed.ts';
import { overturns } from './words/overturned.ts';
import { shownErrorKey } from './words/shown-error.ts';

const OBJECTIONS_MAX = 4;
/** An error that is so far back is not what is spoken of. */
const CALM_CALLS = 3;
const ANSWER_CHARS_MAX = 600;
/** So much of the agent's last words is held against a message that may quote them. */
const SAID_CHARS_MAX = 8000;
const USER_TEXTS_MAX = 12;
const USER_KEY_CHARS = 60;

/** So much of the words that put the last ones right. */
const RETOLD_CHARS_MAX = 600;

const isCalm = ({ open }: DetectorState): boolean => open.every(({ callsAfter }) => callsAfter > CALM_CALLS);

/** What is said in one thread: words that object to what the agent did, its answers to them, and errors it admits by itself. */
export class Conversation {
  readonly #shared: DetectorShared;

  constructor(shared: DetectorShared) {
    this.#shared = shared;
  }

  /** Takes the words of a human; those of a log that repeats them count once. */
  user(event: UserEvent): void {
    const state = this.#shared.state;
    if (event.via === 'echo') {
      noteEcho(state, event.text, event.line);
      return;
    }
    const key = event.text.trim().slice(0, USER_KEY_CHARS);
    if (state.recentUserTexts.includes(key)) return;
    state.recentUserTexts.push(key);
    if (state.recentUserTexts.length > USER_TEXTS_MAX) state.recentUserTexts.shift();
    const rejection = state.lastRejection;
    state.lastRejection = null;
    this.#settleHeard(event.via === 'prompt');
    const { line, uuid, timestamp, text } = event;
    // Refused without a word: the next words are about it, unless something else was done in between.
    const isAbout =
      rejection !== null && rejection.call.callId === state.lastCall?.callId && !isUnmeantStop(event.text);
    const interrupted = event.interrupted === true;
    this.#object({ line, uuid, timestamp, text, interrupted, rejected: isAbout ? rejection : null });
  }

  /** Takes a call that was not let through: by the user, or it says nothing of the call. */
  denied(call: SeenCall, event: ResultEvent): void {
    if (event.denial !== 'user-rejected' && event.denial !== 'interrupted') return;
    const { line, uuid, timestamp, feedback } = event;
    if (feedback) this.#object({ line, uuid, timestamp, text: feedback, rejected: { call, line, uuid } });
    else this.#shared.state.lastRejection = { call, line, uuid };
  }

  /** Takes a call that is made after the words. */
  called(call: SeenCall): void {
    const { objections, mending } = this.#shared.state;
    for (const open of mending) noteCommit(open, call.command);
    for (const open of objections) {
      noteCommit(open, call.command);
      open.answered ||= open.answer !== '';
      open.callsAfter++;
      noteRedone(open, call);
      noteCommand(this.#shared.state, open, call.command);
    }
    this.#settleHeard(false);
  }

  /** Takes the first edit after the words for what they led to, and one that takes back the agent's own text for a slip that it saw. */
  worked(call: SeenCall, edits: EditSeen[]): void {
    if (edits.length === 0) return;
    takeSlip(this.#shared, edits);
    for (const open of this.#shared.state.objections) {
      if (open.correction !== null) continue;
      open.correction = call;
      if (isHeard(open)) open.editedLate = true;
    }
  }

  /** Takes words of the agent: an answer, or an error that it admits unasked. */
  answered(said: Words): void {
    const state = this.#shared.state;
    let isAnswer = false;
    for (const open of state.mending) noteLater(open, said.text);
    for (const open of state.objections) {
      if (isSpokenOver(open, state.objections.at(-1)!)) continue;
      noteLater(open, said.text);
      if (open.answer.length < ANSWER_CHARS && !isHeard(open)) {
        open.late ||= open.answer === '' && open.callsAfter > 0;
        if (open.answer === '' && open.correction !== null) open.workedFirst = true;
        open.answer += `${said.text.slice(0, ANSWER_CHARS_MAX)}\n`;
        isAnswer ||= open.callsAfter === 0 || open.objection >= 0.5 || open.rule;
      }
    }
    if (!isAnswer && admitsError(said.text) && isCalm(state)) {
      const episode = admittedEpisode(this.#shared.options, state, said);
      if (episode) this.#shared.emit(episode);
    } else if (!isAnswer && isCalm(state)) noteSlip(state, said);
    state.lastAnswer = said.text.slice(-ANSWER_CHARS_MAX);
    state.lastSaid = said.text.slice(-SAID_CHARS_MAX);
    state.answeredAt = state.actions;
    state.answeredSince = true;
  }

  /** Judges all objections by what was heard, at the end of what there is to read. */
  settleAll(): void {
    this.#settleMended();
    for (const open of this.#shared.state.objections.splice(0)) this.#shared.closed.addObjection(open);
  }

  #object(told: Said): void {
    const said = { ...told, text: withoutEchoed(told.text, this.#shared.state.lastSaid) };
    forgetOwnText(this.#shared.state);
    this.#noteInVain(said.text);
    this.#settleMended();
    const { state } = this.#shared;
    state.objections = state.objections.filter((open) => !isSaidAgain(open, said));
    const { objections } = state;
    objections.push(openObjection(this.#shared.state, said));
    noteWords(this.#shared.state, said.text);
    if (objections.length > OBJECTIONS_MAX) this.#shared.closed.addObjection(objections.shift()!);
  }

  #noteInVain(text: string): void {
    const { objections, mending } = this.#shared.state;
    const earlier = [...mending, ...objections].sort((a, b) => a.line - b.line);
    const last = earlier.at(-1);
    if (last && !isUntouched(last) && overturns(text)) last.retold = headOf(text, RETOLD_CHARS_MAX);
    const shown = earlier.length > 0 ? shownErrorKey(text) : null;
    if (shown === null) return;
    for (const open of earlier) if (shownErrorKey(open.text) === shown) open.inVain = true;
  }

  #settleHeard(isTurnOver: boolean): void {
    const state = this.#shared.state;
    if (state.objections.length === 0) return;
    const kept: OpenObjection[] = [];
    for (const open of state.objections) {
      if (isTurnOver && isPassedOver(open)) continue;
      if (isFollowed(open, isTurnOver)) state.mending.push(open);
      else kept.push(open);
    }
    state.objections = kept;
    while (state.mending.length > OBJECTIONS_MAX) this.#shared.closed.addObjection(state.mending.shift()!);
  }

  /** What is mended was reported once the human speaks again. */
  #settleMended(): void {
    for (const open of this.#shared.state.mending.splice(0)) this.#shared.closed.addObjection(open);
  }
}
