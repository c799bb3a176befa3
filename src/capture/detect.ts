import { SHELL_REPORT_TOOLS } from '../model/constants.ts';
import type { Episode } from '../model/episode.ts';
import { anyOf } from '../text/any-of.ts';
import { compare } from '../text/compare.ts';
import type { AssistantEvent, CallEvent, ResultEvent, TranscriptEvent } from '../transcripts/events.ts';
import { ClosedMistakes } from './closed-mistakes.ts';
import { type DetectorOptions, type DetectorState, emptyState } from './detector-state.ts';
import { MIN_CONFIDENCE } from './episode.ts';
import type { SeenCall } from './failure-state.ts';
import { noteBeside } from './failures/causes/git-lock.ts';
import { settingsOf } from './failures/correction/call-settings.ts';
import { editsOf, noteWritten } from './failures/edits.ts';
import { OpenFailures } from './failures/open-failures.ts';
import { isCutAnswer } from './failures/result/json-reply.ts';
import { judgeResult } from './failures/result/judge-result.ts';
import { asLogged, lookedAt, unreadLogs } from './failures/result/output-files.ts';
import { mayFail, saidFailed, tellsAgain } from './failures/result/said-failed.ts';
import { asCallEvent, forgetUnrun, seenCall, withParts } from './failures/seen-call.ts';
import { shellAsked } from './left-calls.ts';
import { handedLine } from './shell/handed-line.ts';
import { Conversation } from './spoken/conversation.ts';
import { RECENT_COMMANDS } from './spoken/open-objection.ts';
import { isDestructive } from './spoken/words/loss.ts';
import { straight } from './spoken/words/spelling.ts';

const RUNNING_MAX = 256;
const COMMAND_CHARS_MAX = 1000;
const SHELLS_MAX = 20;
const COMMAND_CHARS_KEPT = 400;
const TOLD_MAX = 500;

/**
 * Finds mistakes and their corrections in the events of one transcript.
 * Streaming and deterministic; memory does not grow with the transcript. Work is done only around
 * failures and human words; a successful call costs a few string tests.
 */
export class Detector {
  readonly #state: DetectorState;
  readonly #failures: OpenFailures;
  readonly #conversation: Conversation;
  readonly #closed: ClosedMistakes;
  #episodes: Episode[] = [];

  constructor(options: DetectorOptions, state = emptyState()) {
    const least = options.minConfidence ?? MIN_CONFIDENCE;
    const emit = (episode: Episode) => {
      if (episode.confidence >= least) this.#episodes.push(episode);
    };
    this.#state = state;
    this.#closed = new ClosedMistakes(options, state, emit);
    const shared = { options, state, emit, closed: this.#closed };
    this.#failures = new OpenFailures(shared);
    this.#conversation = new Conversation(shared);
  }

  /** Takes the next event of the file. */
  push(event: TranscriptEvent): void {
    const state = this.#state;
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
        // What is said next answers the human.
        delete state.lastGood;
        this.#conversation.user(event);
        return;
      case 'assistant':
        if (event.model) state.model = event.model;
        this.#answered(event);
        return;
      case 'compaction':
        return;
    }
  }

  /**
   * Hands over what was found so far and cannot change any more. Whoever keeps it should copy it: its texts may be
   * parts of longer ones.
   */
  takeSettled(): Episode[] {
    this.#closed.tell();
    const settled = this.#episodes.splice(0);
    return this.#state.skip ? [] : settled;
  }

  /** Closes what is open and hands over what was found, in the order of the failing results. The detector is not to be used afterwards. */
  finish(): Episode[] {
    this.#failures.closeAll();
    this.#conversation.settleAll();
    return this.takeSettled().sort((a, b) => a.failure.line - b.failure.line || compare(a.id, b.id));
  }

  #call(event: CallEvent): void {
    const state = this.#state;
    const call = seenCall(event, state.cwd);
    if (call.command !== '') this.#takeOut(call);
    if (isReport(call) || (call.tool === 'Bash' && call.command === '')) this.#resume(call, event);
    else if (state.shells.length > 0 && call.tool === 'Bash') this.#lookAt(call);
    if (!isLook(event)) delete state.lastGood;
    noteBeside(state.running, call);
    state.running.push(call);
    if (state.running.length > RUNNING_MAX) state.running.shift();
    state.actions++;
    state.lastCall = call;
    if (call.command !== '') {
      state.recentCommands.push(call.command.slice(0, COMMAND_CHARS_MAX));
      if (state.recentCommands.length > RECENT_COMMANDS) state.recentCommands.shift();
    }
    if (call.command !== '' && isDestructive(call.command)) state.lastDestructive = call.line;
    this.#failures.called(call);
    this.#conversation.called(call);
  }

  /**
   * Where all commands are handed to a shell, each is what that runs. One that is not given as the command before is
   * kept: how it is run may be what mends it.
   */
  #takeOut(call: SeenCall): void {
    const handed = handedLine(call.command);
    const by = handed?.by ?? '';
    const before = this.#state.handedBy;
    this.#state.handedBy = by;
    if (handed === null || (before ?? by) !== by) return;
    call.command = handed.line;
    call.input = { ...call.input, command: handed.line };
  }

  /** A call without a command talks to a background shell: it stands for the command that runs there. */
  #resume(call: SeenCall, event: CallEvent): void {
    const id = shellAsked(event.input);
    const shell = this.#state.shells.findLast((each) => each.id === id);
    if (!shell) return;
    call.tool = 'Bash';
    call.target = '';
    call.command ||= shell.command;
    call.input = { ...shell.settings, ...call.input };
  }

  /** The first look at the log of a program in the background tells how its start went. */
  #lookAt(call: SeenCall): void {
    const log = lookedAt(call.command);
    const started = log === '' ? undefined : this.#state.shells.findLast((each) => each.id === log);
    if (!started) return;
    call.command = started.command;
    call.input = { ...call.input, command: started.command };
    this.#state.shells = this.#state.shells.filter((each) => each !== started);
  }

  #result(event: ResultEvent): void {
    const state = this.#state;
    const at = state.running.findIndex((call) => call.callId === event.callId);
    const call = at >= 0 ? state.running.splice(at, 1)[0]! : null;
    if (!call) return;
    if (event.isError === true) forgetUnrun(call, event.text);
    this.#noteShell(call, event);
    if (isReport(call) && !event.unended) this.#failures.ended(call);
    const judged = judgeResult(asCallEvent(call), event, () => withParts(call).parts);
    const unsaid = judged.state === 'ok' && judged.suspect === undefined && event.unended !== true;
    if (unsaid && call.command !== '') noteGood(state, call, event);
    else if (!unsaid) delete state.lastGood;
    if (judged.state === 'denied') this.#conversation.denied(call, event);
    else if (judged.state === 'ok') {
      // A command that still runs has not worked yet: its end comes with a later call.
      if (!event.unended || isUp(event)) this.#worked(call, event.text);
      if (judged.suspect !== undefined) this.#failures.suspected(call, event, judged.suspect);
    } else if (!this.#wasTold(event.callId)) {
      // What a chain wrote before one of its commands failed was written all the same.
      const edits = call.tool === 'Bash' ? editsOf(call) : [];
      noteWritten(state, edits);
      if (SHELL_REPORT_TOOLS.includes(call.nativeTool)) this.#forgetShell(call);
      this.#failures.failed(call, edits, event, judged);
    }
  }

  #worked(call: SeenCall, output: string): void {
    const edits = editsOf(call);
    noteWritten(this.#state, edits);
    this.#conversation.worked(call, edits);
    this.#failures.worked(call, edits, output);
  }

  /** Remembers which command a background shell runs, and what the command writes to. */
  #noteShell(call: SeenCall, { shell }: ResultEvent): void {
    if (call.tool !== 'Bash' || call.command === '') return;
    const { shells } = this.#state;
    const command = call.command.slice(0, COMMAND_CHARS_KEPT);
    // What the tool left to the background runs as behind an `&`.
    const line = shell === undefined ? command : `${command} &`;
    const logs = unreadLogs(line);
    if (shell === undefined && logs.length === 0) return;
    const settings = settingsOf(call);
    if (shell !== undefined) shells.push({ id: shell, command, settings });
    for (const log of logs) shells.push({ id: log, command: asLogged(line), settings });
    if (shells.length > SHELLS_MAX) shells.splice(0, shells.length - SHELLS_MAX);
  }

  /** A shell that has failed tells so each time it is asked. */
  #forgetShell(call: SeenCall): void {
    const id = shellAsked(call.input);
    this.#state.shells = this.#state.shells.filter((shell) => shell.id !== id);
  }

  /** A replayed record tells of a failing call once more. */
  #wasTold(callId: string): boolean {
    const { told } = this.#state;
    if (told.includes(callId)) return true;
    told.push(callId);
    if (told.length > TOLD_MAX) told.shift();
    return false;
  }

  #answered({ text, line, uuid, timestamp }: AssistantEvent): void {
    const words = straight(text.trim());
    if (words === '') return;
    this.#sayFailed(words);
    this.#failures.answered(words);
    this.#conversation.answered({ text: words, line, uuid, timestamp });
  }

  /** What showed no failure may be said to be one, right after it. */
  #sayFailed(words: string): void {
    const state = this.#state;
    const good = state.lastGood;
    delete state.lastGood;
    const heard = good === undefined || state.running.length > 0 ? '' : saidFailed(words);
    // What failed before it, and is still to be mended, is spoken of once more.
    const said = state.open.some(({ error }) => tellsAgain(heard, error)) ? '' : heard;
    const about =
      said === '' ? undefined : good!.findLast(({ call, cut }) => cut || mayFail(withParts(call)));
    if (about) this.#failures.said(about, said);
  }
}

/** What servers say once they have come up. */
const SERVES = anyOf(
  [
    /(?:^|\n)\W*Local: +https?:\/\/|\bready in \d[\d.]* ?m?s\b|\bApplication startup complete\b/,
    /\b(?:listening|running|started|serving|available)(?: [\w-]+){0,3} (?:on|at) (?:port \d|https?:\/\/|\S{0,40}:\d{2,5}\b)/,
    /\bNow listening on: https?:\/\//,
  ],
  { flags: 'i' },
);
const LAST_CHARS = 3000;

/** True of a command that goes on as it should: it serves, and its output ends without an error. */
function isUp({ shell, text }: ResultEvent): boolean {
  const tail = text.slice(-LAST_CHARS);
  return shell !== undefined && SERVES.test(tail) && !/error|exception|failed/i.test(tail);
}

const GOOD_KEPT = 3;

/** Keeps a result that shows no failure, for what is said of it after a look or two. */
function noteGood(state: DetectorState, call: SeenCall, result: ResultEvent): void {
  state.lastGood ??= [];
  const cut = isCutAnswer(call.command, result.text);
  state.lastGood.push({ call, result: { ...result, text: '' }, cut });
  if (state.lastGood.length > GOOD_KEPT) state.lastGood.shift();
}

/** True of a call that changes nothing by itself. */
const isLook = ({ tool }: CallEvent): boolean => /^(?:Bash|Read|Grep|Glob|LS)$/.test(tool);

/** True of a call that asks how a command in the background is doing. */
const isReport = ({ nativeTool }: SeenCall): boolean =>
  SHELL_REPORT_TOOLS.includes(nativeTool) || nativeTool === 'write_stdin';
