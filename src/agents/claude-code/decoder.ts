import { CURATOR_MARK, INJECTION_META_OPEN, SHELL_REPORT_TOOLS } from '../../model/constants.ts';
import { contentText } from '../../transcripts/content.ts';
import type { CallEvent, EventBase, UserEvent } from '../../transcripts/events.ts';
import { humanText } from '../../transcripts/human-text.ts';
import { type Json, list, mayHoldSeveral, object, parseObjects, text } from '../../transcripts/json.ts';
import type { Emit, LineDecoder } from '../../transcripts/reader.ts';
import { canonicalCall } from '../shared/call-event.ts';
import { OpenCalls } from '../shared/open-calls.ts';
import { Recent } from '../shared/recent.ts';
import { BackgroundShells } from './background.ts';
import { type FastLine, fastLine } from './fast-line.ts';
import { lineHead } from './line-kind.ts';
import { isWanted, sourceOf } from './line-source.ts';
import { AskedQuestions } from './questions.ts';
import { PromptQueue } from './queue.ts';
import { foundFacts, type OpenCall, parsedFacts, type ResultFacts, resultEvent } from './result-event.ts';
import { forkedFrom, type SessionFields } from './session-fields.ts';
import { SessionTeller } from './session-teller.ts';
import { claudeCodeSpec } from './spec.ts';
import { bareCommand, typedWords } from './typed-command.ts';

const ANSWERS = Buffer.from('"answers":');
/** What the client writes where the human stops it; where a call is refused it has more words. */
const INTERRUPTED = '[Request interrupted by user]';

/** Turns the lines of one file into events: the usual ones by search, the others by parsing. */
export class ClaudeDecoder implements LineDecoder {
  readonly #emit: Emit;
  readonly #fast: boolean;
  readonly #seen = new Recent();
  readonly #open = new OpenCalls<OpenCall>();
  readonly #queue: PromptQueue;
  readonly #background = new BackgroundShells();
  readonly #questions = new AskedQuestions();
  readonly #session: SessionTeller;
  #prompted = false;
  #interrupted = false;
  /** A command without words: the agent's to answer, where the client says nothing of its own. */
  #command: UserEvent | null = null;
  /** The line that is being read. */
  #bytes: Buffer = Buffer.alloc(0);

  /** @param fast whether usual lines are read without parsing the whole of them */
  constructor(emit: Emit, fast = true) {
    this.#emit = emit;
    this.#fast = fast;
    this.#session = new SessionTeller(emit);
    this.#queue = new PromptQueue(({ text: words, line, timestamp }) => {
      const human = humanText(words);
      if (human !== null) emit({ kind: 'user', line, uuid: null, timestamp, text: human, via: 'queued' });
    });
  }

  line(bytes: Buffer, line: number): boolean {
    this.#bytes = bytes;
    if (mayHoldSeveral(bytes)) return this.#parsed(bytes.toString('utf8'), line);
    const head = lineHead(bytes);
    const { kind } = head;
    if (kind === 'skip') return true;
    if (kind === 'attachment' && !isWanted(bytes, head)) return true;
    const isAnswer = this.#questions.areOpen() && bytes.includes(ANSWERS);
    if ((kind === 'message' || kind === 'nested') && this.#fast && !isAnswer) {
      const found = fastLine(bytes, head, this.#isShell);
      if (found === 'skip') return true;
      if (found !== null) {
        this.#found(found, kind === 'nested', line);
        return true;
      }
    }
    const whole = () => bytes.toString('utf8');
    return this.#parsed(isAnswer ? whole() : sourceOf(bytes, head), line) || this.#parsed(whole(), line);
  }

  #parsed(source: string, line: number): boolean {
    const values = parseObjects(source);
    for (const value of values ?? []) this.#value(value, line);
    return values !== null;
  }

  end(): void {
    this.#queue.end();
  }

  #isShell = (callId: string): boolean => this.#open.get(callId)?.isShell === true;

  #value(value: Json, line: number): void {
    switch (text(value['type'])) {
      case 'user':
      case 'assistant':
        this.#message(value, line, this.#threadOf(value));
        return;
      case 'progress':
        this.#nested(value, line);
        return;
      case 'queue-operation':
        this.#queueOperation(text(value['operation']) ?? '', value, line);
        return;
      case 'attachment':
        this.#attachment(value, line);
        return;
      case 'system':
        if (text(value['subtype']) === 'compact_boundary')
          this.#compaction(value, line, this.#threadOf(value));
        return;
      default:
        return;
    }
  }

  /** Tells what was found in a line by search. */
  #found(found: FastLine, isNested: boolean, line: number): void {
    const { uuid, timestamp, session, isSidechain, agentId, result, blocks } = found;
    const thread = isNested ? (agentId ?? undefined) : this.#session.threadOf(isSidechain, agentId);
    if (!this.#seen.add(uuid)) return;
    const base: EventBase = { line, uuid, timestamp };
    if (thread !== undefined) base.thread = thread;
    this.#session.tell(session, blocks !== null, found.model, base);
    if (blocks !== null) this.#blocks(blocks, found.model, session.cwd, base);
    if (result !== null) this.#result(foundFacts(found, result), base);
  }

  #threadOf(value: Json): string | undefined {
    return this.#session.threadOf(value['isSidechain'] === true, text(value['agentId']));
  }

  #queueOperation(name: string, value: Json, line: number): void {
    const content = contentText(value['content']);
    const timestamp = text(value['timestamp']);
    const ended = name === 'enqueue' ? this.#background.announced(content) : null;
    if (ended !== null) {
      const { callId, thread } = ended;
      const of = thread === undefined ? {} : { thread };
      this.#emit({ kind: 'end', line, uuid: null, timestamp, callId, ...of });
    }
    this.#queue.operation(name, content, line, timestamp);
  }

  #nested(value: Json, line: number): void {
    const data = object(value['data']);
    const inner = object(data?.['message']);
    if (data === null || inner === null || data['type'] !== 'agent_progress') return;
    const thread = text(data['agentId']) ?? text(value['parentToolUseID']) ?? 'sidechain';
    const session = { sessionId: value['sessionId'], cwd: value['cwd'] };
    this.#message({ timestamp: value['timestamp'], ...inner, ...session }, line, thread);
  }

  #message(value: Json, line: number, thread: string | undefined): void {
    const message = object(value['message']);
    if (message === null) return;
    const uuid = text(value['uuid']);
    if (uuid !== null && !this.#seen.add(uuid)) return;
    const base: EventBase = { line, uuid, timestamp: text(value['timestamp']) };
    if (thread !== undefined) base.thread = thread;
    if (message['role'] === 'assistant' || value['type'] === 'assistant') {
      const model = text(message['model']);
      this.#session.tell(fieldsOf(value), value['type'] === 'assistant', model, base);
      const { content } = message;
      const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
      if (value['isApiErrorMessage'] !== true) this.#blocks(blocks, model, text(value['cwd']), base);
      return;
    }
    this.#session.tell(fieldsOf(value), false, null, base);
    if (value['isCompactSummary'] === true) {
      this.#emit({ kind: 'compaction', ...base });
      return;
    }
    const content = message['content'];
    const others: unknown[] = [];
    for (const block of list(content)) {
      const part = object(block);
      const facts = part?.['type'] === 'tool_result' ? parsedFacts(part, value) : undefined;
      if (facts === undefined) others.push(block);
      else if (facts !== null) {
        this.#result(facts, base);
        this.#answered(facts.callId, object(value['toolUseResult']), base);
      }
    }
    // What a human types while a tool runs may be sent along with its result.
    const words = typeof content === 'string' ? content : others;
    if (words.length > 0 && value['isMeta'] !== true) this.#user(value, words, base);
  }

  #blocks(blocks: unknown[], model: string | null, cwd: string | null, base: EventBase): void {
    if (this.#command !== null && base.thread === undefined) {
      this.#emit(this.#command);
      this.#command = null;
    }
    for (const block of blocks) {
      const part = object(block);
      if (part?.['type'] === 'text') {
        const words = text(part['text']);
        if (words !== null && words.trim() !== '')
          this.#emit({ kind: 'assistant', ...base, text: words, model });
      } else if (part?.['type'] === 'tool_use') this.#call(part, cwd, base);
    }
  }

  #call(part: Json, cwd: string | null, base: EventBase): void {
    const callId = text(part['id']) ?? `line-${base.line}`;
    const given = object(part['input']);
    const named = canonicalCall(part['name'], given ?? {}, cwd, claudeCodeSpec.tools);
    const { nativeTool } = named;
    const reads = this.#background.askedBy(named.tool, named.input);
    const tool = reads === null ? named.tool : 'Bash';
    const input = reads === null ? named.input : { command: reads.command };
    this.#questions.asked(callId, nativeTool, given);
    const asksShell = SHELL_REPORT_TOOLS.includes(nativeTool);
    this.#open.set(callId, {
      timestamp: base.timestamp,
      background: given?.['run_in_background'] === true,
      isShell: tool === 'Bash' || asksShell,
      asksShell,
      command: text(input['command']),
      reads,
    });
    const { line, uuid, timestamp } = base;
    const event: CallEvent = { kind: 'call', line, uuid, timestamp, callId, nativeTool, tool, input, cwd };
    if (base.thread !== undefined) event.thread = base.thread;
    if (reads?.exitCode === 0) event.endOf = reads.startedBy;
    const madeIn = forkedFrom(this.#bytes);
    if (madeIn !== null) event.madeIn = madeIn;
    this.#emit(event);
  }

  #result(facts: ResultFacts, base: EventBase): void {
    const call = this.#open.take(facts.callId);
    const { event, injections } = resultEvent(facts, call, base);
    if (call?.command != null)
      this.#background.started(
        { command: call.command, callId: facts.callId, thread: base.thread },
        facts.whole,
      );
    this.#emit(event);
    if (injections > 0) this.#emit({ kind: 'session', ...base, injectionsSeen: injections });
  }

  #answered(callId: string, detail: Json | null, base: EventBase): void {
    const typed = this.#questions.typed(callId, detail);
    const human = typed === null || base.thread !== undefined ? null : humanText(typed);
    if (human !== null) this.#emit({ kind: 'user', ...base, text: human, via: 'queued' });
  }

  #user(value: Json, content: unknown, base: EventBase): void {
    if (!isTyped(value)) return;
    const whole = contentText(content);
    if (!this.#prompted && base.thread === undefined) {
      this.#prompted = true;
      if (whole.trimStart().startsWith(CURATOR_MARK))
        this.#emit({ kind: 'session', ...base, isOwnCurator: true });
    }
    if (value['isSidechain'] === true || base.thread !== undefined) return;
    if (text(value['sourceToolUseID']) !== null || value['isVisibleInTranscriptOnly'] === true) return;
    const human = humanText(typedWords(whole));
    const command = human === null ? bareCommand(whole) : null;
    this.#command = command === null ? null : { kind: 'user', ...base, text: command, via: 'prompt' };
    if (human === null) {
      this.#interrupted ||= whole.startsWith(INTERRUPTED);
      return;
    }
    if (!this.#queue.delivered(whole)) return;
    const event: UserEvent = { kind: 'user', ...base, text: human, via: 'prompt' };
    if (this.#interrupted) event.interrupted = true;
    this.#interrupted = false;
    this.#emit(event);
  }

  #attachment(value: Json, line: number): void {
    const attachment = object(value['attachment']);
    if (text(attachment?.['type'])?.startsWith('hook_') !== true) this.#queued(value, attachment, line);
    else if (JSON.stringify(attachment).includes(INJECTION_META_OPEN))
      this.#emit({ kind: 'session', line, uuid: null, timestamp: null, injectionsSeen: 1 });
  }

  #queued(value: Json, attachment: Json | null, line: number): void {
    if (attachment?.['type'] !== 'queued_command' || attachment['commandMode'] === 'task-notification')
      return;
    const whole = contentText(attachment['prompt']);
    const human = humanText(whole);
    if (human === null || human.startsWith('/') || !this.#queue.delivered(whole)) return;
    if (attachment['isMeta'] === true || !isTyped(attachment)) return;
    const uuid = text(value['uuid']);
    if (uuid !== null && !this.#seen.add(uuid)) return;
    this.#emit({ kind: 'user', line, uuid, timestamp: text(value['timestamp']), text: human, via: 'queued' });
  }

  #compaction(value: Json, line: number, thread: string | undefined): void {
    const base = { line, uuid: text(value['uuid']), timestamp: text(value['timestamp']) };
    this.#emit({ kind: 'compaction', ...base, ...(thread === undefined ? {} : { thread }) });
  }
}

function fieldsOf(value: Json): SessionFields | null {
  const sessionId = text(value['sessionId']);
  return sessionId === null ? null : { sessionId, cwd: text(value['cwd']) };
}

/** False for a message that another process or agent sent in the user's name. */
function isTyped(value: Json): boolean {
  const kind = object(value['origin'])?.['kind'];
  return typeof kind !== 'string' || kind === 'human' || value['promptSource'] !== undefined;
}
