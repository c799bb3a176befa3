import { TAG_OPEN } from '../model/constants.ts';
import type { AgentId } from '../model/episode.ts';
import type { CallRecord, MalformedTag, SessionRecord, TagFinding } from '../model/findings.ts';
import { plainOutput } from '../text/plain-output.ts';
import { redact } from '../text/redact.ts';
import type { ResultEvent, TranscriptEvent } from '../transcripts/events.ts';
import { CallRecorder } from './call-recorder.ts';
import { Detector } from './detect.ts';
import { PackedEpisodes } from './packed-episodes.ts';
import { parseTags } from './tags.ts';

/** What is known of a file before it is read, and how much of it is wanted. */
export interface EventScanOptions {
  agent: AgentId;
  file: string;
  /** Project of a working directory. */
  project: (cwd: string) => string;
  /** Leaves out detection: tags are found alone; calls and sessions are told as far as the lines read tell of them. */
  tagsOnly?: boolean;
  /** Episodes below it are dropped. */
  minConfidence?: number | undefined;
  /** Takes calls in batches while the file is read; they are left out of the findings then. */
  onCalls?: (calls: CallRecord[]) => void;
  /** Results between two batches. */
  callsBatch?: number;
}

/** What is found in a file, or in one thread of it. */
export interface Collected {
  sessions: SessionRecord[];
  episodes: PackedEpisodes;
  tags: TagFinding[];
  malformed: MalformedTag[];
  calls: CallRecord[];
}

/** Results without their call that are kept: some are written down before it, those of a copied log have none. */
const EARLY_MAX = 16;

/** Findings before the first. */
export function nothing(): Collected {
  return { sessions: [], episodes: new PackedEpisodes(), tags: [], malformed: [], calls: [] };
}

function withPlainText(event: ResultEvent): ResultEvent {
  const text = plainOutput(event.text);
  return text === event.text ? event : { ...event, text };
}

/** One agent's line of work: the session itself, or a subagent that is logged inside its file. */
export class Thread {
  readonly #options: EventScanOptions;
  readonly #detector: Detector | null;
  readonly #recorder: CallRecorder;
  readonly #episodes = new PackedEpisodes();
  readonly #tags: TagFinding[] = [];
  readonly #malformed: MalformedTag[] = [];
  readonly #sessions = new Map<string, SessionRecord>();
  readonly #early: ResultEvent[] = [];
  /** Of a subagent: the same wherever it is logged. */
  readonly #name: string;
  #sessionId: string;
  #cwd: string | null = null;
  #firstCwd: string | null = null;
  #model: string | null = null;
  #isSubagent: boolean;
  #skip = false;
  #lastProject = { folder: '', project: '' };
  /** What was counted before the log named its session. */
  #current: SessionRecord;

  constructor(options: EventScanOptions, key: string) {
    this.#options = options;
    this.#recorder = new CallRecorder(options.agent);
    this.#isSubagent = key !== '';
    this.#sessionId = key;
    this.#name = redact(key || subagentOf(options.file));
    const { agent, file, minConfidence } = options;
    const project = (cwd: string) => this.#projectOf(cwd);
    this.#detector = options.tagsOnly ? null : new Detector({ agent, file, project, minConfidence });
    this.#current = this.#open();
  }

  /** Takes the next event; a result that is written down before its call, right after that. */
  push(given: TranscriptEvent): void {
    const event = given.kind === 'result' ? withPlainText(given) : given;
    if (event.kind === 'result' && !this.#recorder.expects(event.callId)) {
      this.#early.push(event);
      if (this.#early.length > EARLY_MAX) this.#early.shift();
      return;
    }
    this.#take(event);
    if (event.kind !== 'call' || this.#early.length === 0) return;
    const at = this.#early.findIndex(({ callId }) => callId === event.callId);
    if (at >= 0) this.#take(this.#early.splice(at, 1)[0]!);
  }

  #take(event: TranscriptEvent): void {
    this.#detector?.push(event);
    if (event.timestamp !== null) this.#seenAt(event.timestamp);
    switch (event.kind) {
      case 'session':
        this.#session(event);
        break;
      case 'call':
        this.#recorder.call(event);
        break;
      case 'result': {
        const { known, failed } = this.#recorder.result(
          event,
          this.#sessionId,
          this.#project(),
          this.#isSubagent ? this.#name : null,
        );
        if (known) this.#current.calls += 1;
        if (failed) this.#current.failures += 1;
        break;
      }
      case 'end':
        this.#recorder.ended(event.callId);
        break;
      case 'assistant':
        if (event.model !== null) this.#model = event.model;
        if (event.text.includes(TAG_OPEN)) this.#readTags(event.text, event);
        break;
      default:
        break;
    }
  }

  finish(): Collected {
    if (this.#skip) return nothing();
    const sessions = [...this.#sessions.values()].filter((session) => session.sessionId !== '');
    this.#episodes.add(this.#detector?.finish() ?? []);
    this.#episodes.sort();
    return {
      sessions,
      episodes: this.#episodes,
      tags: this.#tags,
      malformed: this.#malformed,
      calls: this.takeCalls(),
    };
  }

  pack(): void {
    if (this.#detector !== null) this.#episodes.add(this.#detector.takeSettled());
  }

  /** The calls that were recorded since the last time. */
  takeCalls(): CallRecord[] {
    return this.#skip ? [] : this.#recorder.records.splice(0);
  }

  #session(event: Extract<TranscriptEvent, { kind: 'session' }>): void {
    if (event.isOwnCurator) this.#skip = true;
    if (event.cwd !== undefined) {
      this.#cwd = event.cwd;
      this.#firstCwd ??= event.cwd;
    }
    if (event.model) this.#model = event.model;
    if (event.isSubagent !== undefined) this.#isSubagent = event.isSubagent;
    if (event.sessionId !== undefined && event.sessionId !== this.#sessionId) {
      this.#sessionId = event.sessionId;
      this.#current = this.#open();
    }
    if (event.injectionsSeen) this.#current.injectionsSeen += event.injectionsSeen;
    this.#current.cwd ??= this.#storedCwd();
    this.#current.project = this.#project();
    this.#current.model = this.#model ?? this.#current.model;
    this.#current.isSubagent = this.#isSubagent;
    if (event.timestamp !== null) this.#seenAt(event.timestamp);
  }

  #open(): SessionRecord {
    const known = this.#sessions.get(this.#sessionId);
    if (known) return known;
    const session: SessionRecord = {
      agent: this.#options.agent,
      sessionId: this.#sessionId,
      project: this.#project(),
      cwd: this.#storedCwd(),
      model: this.#model,
      startedAt: null,
      endedAt: null,
      calls: 0,
      failures: 0,
      isSubagent: this.#isSubagent,
      injectionsSeen: 0,
    };
    this.#sessions.set(this.#sessionId, session);
    return session;
  }

  #seenAt(timestamp: string): void {
    const session = this.#current;
    if (session.startedAt === null || timestamp < session.startedAt) session.startedAt = timestamp;
    if (session.endedAt === null || timestamp > session.endedAt) session.endedAt = timestamp;
  }

  #storedCwd(): string | null {
    return this.#firstCwd === null ? null : redact(this.#firstCwd);
  }

  #project(): string {
    return this.#cwd === null ? '' : this.#projectOf(this.#cwd);
  }

  /** A folder below the one that the session started in is the same project, even where neither exists here. */
  #projectOf(cwd: string): string {
    const first = this.#firstCwd;
    const folder = first !== null && cwd.startsWith(`${first}/`) ? first : cwd;
    if (folder !== this.#lastProject.folder)
      this.#lastProject = { folder, project: redact(this.#options.project(folder)) };
    return this.#lastProject.project;
  }

  #readTags(text: string, event: { line: number; uuid: string | null; timestamp: string | null }): void {
    const found = parseTags(text, {
      agent: this.#options.agent,
      file: this.#options.file,
      line: event.line,
      uuid: event.uuid,
      sessionId: this.#sessionId,
      project: this.#project(),
      timestamp: event.timestamp,
      model: this.#model,
      isSubagent: this.#isSubagent,
    });
    this.#tags.push(...found.tags);
    this.#malformed.push(...found.malformed);
  }
}

/** `agent-a1b2` of Claude Code is the agent whose id is `a1b2`; other agents' files are named by the subagent. */
function subagentOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return name.replace(/^agent-/, '').replace(/\.\w+$/, '');
}
