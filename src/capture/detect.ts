import type { Episode } from '../model/episode.ts';
import type { CallEvent, ResultEvent, TranscriptEvent, UserEvent } from '../transcripts/events.ts';
import { settingsOf, tryCorrection } from './correction.ts';
import { failureEpisode, MIN_CONFIDENCE } from './episode.ts';
import { addAttempt, openFailure, sameMistake, windowOf } from './failure.ts';
import { confidenceOf } from './failure-facts.ts';
import {
  type DetectorOptions,
  type DetectorState,
  type EditSeen,
  emptyState,
  type OpenFailure,
  type OpenObjection,
  parseState,
  type SeenCall,
} from './failure-state.ts';
import { noteFound } from './found-path.ts';
import { admitsError, isDestructive, straight } from './objection.ts';
import { isHeard, noteEcho, noteRedone, openObjection, RECENT_COMMANDS, type Said } from './objections.ts';
import { nameMended, noteDone, noteEdits, noteMended } from './open-notes.ts';
import { judgeResult, type Outcome } from './outcome.ts';
import { noteStanding } from './patch-hunks.ts';
import { asCallEvent, editsOf, seenCall, withParts } from './seen-call.ts';
import { correctionEpisode, selfEpisode } from './spoken-episode.ts';
import { CODE_KINDS, COMMAND_KINDS } from './verdict.ts';

/** What was found: episodes in the order of their failing results. */
export interface Detection {
  episodes: Episode[];
  /** Ids that an earlier scan of the same file handed out while they were open, and that did not hold. */
  retracted: string[];
}

const RUNNING_MAX = 256;
const OPEN_MAX = 32;
const WRITTEN_MAX = 300;
const WRITTEN_PATH_MAX = 160;
const ANSWER_MAX = 600;
const OBJECTIONS_MAX = 4;
const STILL_RUNS = /^Process running with session ID \S+$/m;

/**
 * Finds mistakes and their corrections in the events of one transcript.
 * Streaming and deterministic; memory does not grow with the transcript. Work is done only around
 * failures and human words; a successful call costs a few string tests.
 */
export class Detector {
  readonly #options: DetectorOptions;
  readonly #state: DetectorState;
  #episodes: Episode[] = [];

  constructor(options: DetectorOptions, snapshot?: string | null) {
    this.#options = options;
    this.#state = (snapshot && parseState(snapshot)) || emptyState();
  }

  /** Takes the next event of the file. */
  push(event: TranscriptEvent): void {
    const state = this.#state;
    state.lastLine = event.line;
    switch (event.kind) {
      case 'session':
        if (event.sessionId) state.sessionId = event.sessionId;
        if (event.cwd) state.cwd = event.cwd;
        if (event.model) state.model = event.model;
        if (event.isSubagent !== undefined) state.isSubagent = event.isSubagent;
        if (event.isOwnCurator) state.skip = true;
        return;
      case 'call':
        this.#call(event);
        return;
      case 'result':
        this.#result(event);
        return;
      case 'user':
        this.#user(event);
        return;
      case 'assistant':
        if (event.model) state.model = event.model;
        this.#assistant(event.text, event.line, event.uuid, event.timestamp);
        return;
      case 'compaction':
        return;
    }
  }

  /** First line that an open failure or objection still needs, or null: where a reader without snapshots has to start again. */
  openSince(): { line: number } | null {
    const lines = [
      ...this.#state.open.map((open) => open.call.line),
      ...this.#state.objections.map((open) => open.line),
      ...this.#state.running.map((call) => call.line),
    ];
    return lines.length > 0 ? { line: Math.min(...lines) } : null;
  }

  /**
   * Closes what is open, and keeps the state from before as JSON: a detector made with it goes on where
   * this one stopped, completes what was open, and retracts what did not hold. Two scans then find what one finds.
   */
  checkpoint(): { detection: Detection; snapshot: string } {
    const before = JSON.stringify(this.#state);
    const settled = new Set(this.#episodes.map((episode) => episode.id));
    const detection = this.finish();
    const provisional = detection.episodes
      .filter((episode) => !settled.has(episode.id))
      .map((episode) => episode.id);
    const snapshot = JSON.stringify({ ...(JSON.parse(before) as DetectorState), provisional });
    return { detection, snapshot };
  }

  /**
   * Hands over what was found so far and cannot change any more. Whoever keeps it should copy it: its texts may be
   * parts of longer ones.
   */
  takeSettled(): Episode[] {
    const settled = this.#episodes.splice(0);
    return this.#state.skip ? [] : settled;
  }

  /** Closes what is open and hands over everything found. The detector is not to be used afterwards. */
  finish(): Detection {
    const before = new Set(this.#state.provisional);
    const settled = this.#episodes;
    this.#episodes = [];
    for (const open of this.#state.open.splice(0)) this.#close(open);
    for (const open of this.#state.objections.splice(0)) this.#settle(open);
    const provisional = this.#episodes;
    const episodes = [...settled, ...provisional].sort(
      (a, b) => a.failure.line - b.failure.line || (a.id < b.id ? -1 : 1),
    );
    this.#episodes = [];
    for (const episode of episodes) before.delete(episode.id);
    return { episodes: this.#state.skip ? [] : episodes, retracted: [...before] };
  }

  #call(event: CallEvent): void {
    const state = this.#state;
    const call = seenCall(event, state.cwd);
    if (call.tool === 'Bash' && call.command === '') this.#resume(call, event);
    state.running.push(call);
    if (state.running.length > RUNNING_MAX) state.running.shift();
    state.actions++;
    state.lastCall = call;
    if (call.command !== '') {
      state.recentCommands.push(call.command.slice(0, 1000));
      if (state.recentCommands.length > RECENT_COMMANDS) state.recentCommands.shift();
    }
    if (call.command !== '' && isDestructive(call.command)) state.lastDestructive = { line: call.line, call };
    for (const open of state.open) if (open.timedOut && kills(call)) open.killedAfter = true;
    for (const open of state.objections) {
      open.answered ||= open.answer !== '';
      open.callsAfter++;
      noteRedone(open, call);
    }
    this.#settleObjections();
  }

  /** A call without a command talks to a background shell: it stands for the command that runs there. */
  #resume(call: SeenCall, event: CallEvent): void {
    const id = String(event.input['session_id'] ?? event.input['bash_id'] ?? event.input['shellId'] ?? '');
    const shell = this.#state.shells.findLast((each) => each.id === id);
    if (!shell) return;
    call.command = shell.command;
    call.input = { ...shell.settings, ...call.input };
  }

  #result(event: ResultEvent): void {
    const state = this.#state;
    const at = state.running.findIndex((call) => call.callId === event.callId);
    const call = at >= 0 ? state.running.splice(at, 1)[0]! : null;
    if (!call) return;
    const shell =
      call.tool === 'Bash' ? /(?:session ID|with ID:?|\(ID:) ?([\w-]+)/.exec(event.text.slice(0, 300)) : null;
    if (shell && call.command) {
      state.shells.push({ id: shell[1]!, command: call.command.slice(0, 400), settings: settingsOf(call) });
      if (state.shells.length > 20) state.shells.shift();
    }
    const outcome = judgeResult(asCallEvent(call), event, () => withParts(call).parts);
    if (outcome.state === 'denied') this.#denied(call, event);
    else if (outcome.state === 'ok') {
      // A command that still runs has not worked yet: its end comes with a later call.
      if (event.exitCode !== null || !STILL_RUNS.test(event.text.slice(0, 600)))
        this.#worked(call, event.text);
    } else this.#failed(call, event, outcome);
  }

  #failed(call: SeenCall, event: ResultEvent, outcome: Outcome): void {
    const state = this.#state;
    if (state.told.includes(event.callId)) return;
    state.told.push(event.callId);
    if (state.told.length > 500) state.told.shift();
    // What a chain wrote before one of its commands failed was written all the same.
    const edits = call.tool === 'Bash' ? editsOf(call) : [];
    this.#written(edits);
    for (const open of state.open) noteEdits(open, edits);
    const next = openFailure(state, call, event, outcome);
    for (const open of state.open) noteMended(open, next);
    this.#gotFurther(call, next);
    const twin = state.open.findLast((open) => sameMistake(open, next));
    for (const open of state.open) if (open !== twin) this.#age(open);
    if (twin) addAttempt(twin, next);
    else state.open.push(next);
    if (state.open.length > OPEN_MAX) this.#close(state.open.shift()!);
    this.#closeOld();
  }

  /** A command that now fails in the code that it runs, in another form, is called rightly. */
  #gotFurther(call: SeenCall, next: OpenFailure): void {
    if (!CODE_KINDS.has(next.kind)) return;
    const isCured = (open: OpenFailure) =>
      COMMAND_KINDS.has(open.kind) &&
      open.call.command !== call.command &&
      tryCorrection(open, call, next.error);
    const cured = this.#state.open.filter(isCured);
    if (cured.length === 0) return;
    this.#state.open = this.#state.open.filter((open) => !cured.includes(open));
    for (const open of cured) this.#close(open);
  }

  #worked(call: SeenCall, output: string): void {
    const state = this.#state;
    const edits = editsOf(call);
    if (edits.length > 0) this.#written(edits);
    else if (state.open.length === 0 && runsChecks(call)) state.editsSinceGreen = { tests: 0, sources: 0 };
    for (const objection of state.objections)
      if (edits.length > 0 && !objection.correction) objection.correction = call;
    if (state.open.length === 0) return;
    const kept: OpenFailure[] = [];
    for (const open of state.open) {
      this.#age(open);
      noteStanding(open, output);
      noteFound(open, output);
      if (tryCorrection(open, call, output)) this.#close(open);
      else {
        noteDone(open, call);
        noteEdits(open, edits);
        kept.push(open);
      }
    }
    if (kept.length < state.open.length && runsChecks(call)) state.editsSinceGreen = { tests: 0, sources: 0 };
    state.open = kept;
    this.#closeOld();
  }

  #written(edits: EditSeen[]): void {
    const state = this.#state;
    for (const objection of state.objections)
      if (edits.length > 0)
        objection.reworked ??= edits.some((edit) => state.written.includes(pathKey(edit.file)));
    for (const edit of edits) {
      const path = pathKey(edit.file);
      if (!state.written.includes(path)) state.written.push(path);
      if (state.written.length > WRITTEN_MAX) state.written.shift();
      if (edit.test) state.editsSinceGreen.tests++;
      else state.editsSinceGreen.sources++;
    }
  }

  #age(open: OpenFailure): void {
    open.callsAfter++;
    open.calls++;
  }

  #closeOld(): void {
    const state = this.#state;
    if (!state.open.some((open) => open.callsAfter > windowOf(open))) return;
    const kept: OpenFailure[] = [];
    for (const open of state.open) {
      if (open.callsAfter > windowOf(open)) this.#close(open);
      else kept.push(open);
    }
    state.open = kept;
  }

  #denied(call: SeenCall, event: ResultEvent): void {
    const state = this.#state;
    if (event.denial !== 'user-rejected' && event.denial !== 'interrupted') return;
    if (event.feedback) {
      this.#object({
        line: event.line,
        uuid: event.uuid,
        timestamp: event.timestamp,
        text: event.feedback,
        rejected: { call, line: event.line, uuid: event.uuid },
      });
    } else state.lastRejection = { call, line: event.line, uuid: event.uuid, timestamp: event.timestamp };
  }

  #user(event: UserEvent): void {
    const state = this.#state;
    if (event.via === 'echo') {
      noteEcho(state, event.text, event.line);
      return;
    }
    const key = event.text.trim().slice(0, 60);
    if (state.recentUserTexts.includes(key)) return;
    state.recentUserTexts.push(key);
    if (state.recentUserTexts.length > 12) state.recentUserTexts.shift();
    const rejection = state.lastRejection;
    state.lastRejection = null;
    this.#settleObjections(event.via === 'prompt');
    this.#object({
      line: event.line,
      uuid: event.uuid,
      timestamp: event.timestamp,
      text: event.text,
      // Refused without a word: the next words are about it, unless something else was done in between.
      rejected:
        rejection && rejection.call.callId === state.lastCall?.callId
          ? { call: rejection.call, line: rejection.line, uuid: rejection.uuid }
          : null,
    });
  }

  #object(said: Said): void {
    const { objections } = this.#state;
    objections.push(openObjection(this.#state, said));
    if (objections.length > OBJECTIONS_MAX) this.#settle(objections.shift()!);
  }

  #assistant(text: string, line: number, uuid: string | null, timestamp: string | null): void {
    const state = this.#state;
    const words = straight(text.trim());
    if (words === '') return;
    for (const open of state.open)
      if (open.callsAfter < 2 && open.after.length < ANSWER_MAX)
        open.after += `${words.slice(0, ANSWER_MAX)}\n`;
    let answered = false;
    for (const open of state.objections) {
      if (open.answer.length < 200) {
        open.answer += `${words.slice(0, ANSWER_MAX)}\n`;
        answered ||= open.callsAfter === 0 || open.objection >= 0.5 || open.rule;
      }
    }
    if (!answered && admitsError(words) && state.open.every((open) => open.callsAfter > 3)) {
      const episode = selfEpisode(this.#options, state, { text: words, line, uuid, timestamp });
      if (episode) this.#emit(episode);
    }
    state.lastAnswer = words.slice(-ANSWER_MAX);
    state.answeredAt = state.actions;
  }

  #settleObjections(turnOver = false): void {
    const state = this.#state;
    if (state.objections.length === 0) return;
    const kept: OpenObjection[] = [];
    for (const open of state.objections) {
      const done = isHeard(open, turnOver);
      if (done) this.#settle(open);
      else kept.push(open);
    }
    state.objections = kept;
  }

  #settle(open: OpenObjection): void {
    const episode = correctionEpisode(this.#options, this.#state, open);
    if (episode) this.#emit(episode);
  }

  #close(open: OpenFailure): void {
    const confidence = confidenceOf(open);
    if (confidence < (this.#options.minConfidence ?? MIN_CONFIDENCE)) return;
    if (open.kind === 'lint') nameMended(open);
    this.#emit(failureEpisode(this.#options, this.#state, open, confidence));
  }

  #emit(episode: Episode): void {
    if (episode.confidence >= (this.#options.minConfidence ?? MIN_CONFIDENCE)) this.#episodes.push(episode);
  }
}

const pathKey = (path: string): string => path.slice(-WRITTEN_PATH_MAX);

/** True for a command that runs tests or checks. */
function runsChecks(call: SeenCall): boolean {
  return /\btest|\bcheck\b|\bspec\b/.test(call.command.slice(0, 300));
}

/** True where a call ends what still runs. */
function kills(call: SeenCall): boolean {
  return (
    /^(?:KillShell|KillBash|TaskStop|kill_shell)$/.test(call.nativeTool) ||
    /\b(?:kill|pkill|killall)\b/.test(call.command.slice(0, 200))
  );
}
