import type { CallRecord, SessionRecord } from '../model/findings.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { type Collected, type EventScanOptions, nothing, Thread } from './thread.ts';

const CALLS_BATCH = 2000;
/** Events that are read before they are looked into: what reads and what detects are each more than a processor's caches hold. */
const EVENTS_WAITING_MAX = 64;

/** Sorts a file's events by thread, and gives each thread to a detector of its own. */
export class EventScan {
  readonly #options: EventScanOptions;
  readonly #threads = new Map<string, Thread>();
  readonly #waiting: TranscriptEvent[] = [];
  #resultsSince = 0;

  constructor(options: EventScanOptions) {
    this.#options = options;
  }

  push(event: TranscriptEvent): void {
    this.#waiting.push(event);
    if (this.#waiting.length >= EVENTS_WAITING_MAX) this.#takeWaiting();
  }

  #takeWaiting(): void {
    for (const event of this.#waiting) this.#take(event);
    this.#waiting.length = 0;
  }

  #take(event: TranscriptEvent): void {
    const key = event.thread ?? '';
    let thread = this.#threads.get(key);
    if (thread === undefined) {
      thread = new Thread(this.#options, key);
      this.#threads.set(key, thread);
    }
    thread.push(event);
    if (event.kind === 'result') this.#flush();
  }

  /** Hands calls over in batches, however many threads they are spread over, and packs what was found. */
  #flush(): void {
    this.#resultsSince += 1;
    if (this.#resultsSince < (this.#options.callsBatch ?? CALLS_BATCH)) return;
    this.#resultsSince = 0;
    for (const thread of this.#threads.values()) thread.pack();
    if (this.#options.onCalls === undefined) return;
    const calls: CallRecord[] = [];
    for (const thread of this.#threads.values()) for (const call of thread.takeCalls()) calls.push(call);
    if (calls.length > 0) this.#options.onCalls(calls);
  }

  finish(): Collected {
    this.#takeWaiting();
    const all = nothing();
    for (const thread of this.#threads.values()) {
      const found = thread.finish();
      all.sessions.push(...found.sessions);
      all.episodes.append(found.episodes);
      for (const tag of found.tags) all.tags.push(tag);
      for (const each of found.malformed) all.malformed.push(each);
      for (const call of found.calls) all.calls.push(call);
    }
    all.sessions = mergeSessions(all.sessions);
    const { onCalls } = this.#options;
    if (onCalls !== undefined && all.calls.length > 0) onCalls(all.calls.splice(0));
    return all;
  }
}

function mergeSessions(sessions: SessionRecord[]): SessionRecord[] {
  const merged = new Map<string, SessionRecord>();
  for (const session of sessions) {
    const key = `${session.sessionId}\n${session.isSubagent}`;
    const known = merged.get(key);
    if (known === undefined) {
      merged.set(key, { ...session });
      continue;
    }
    known.calls += session.calls;
    known.failures += session.failures;
    known.injectionsSeen += session.injectionsSeen;
    known.cwd ??= session.cwd;
    known.model ??= session.model;
    if (session.startedAt !== null && (known.startedAt === null || session.startedAt < known.startedAt))
      known.startedAt = session.startedAt;
    if (session.endedAt !== null && (known.endedAt === null || session.endedAt > known.endedAt))
      known.endedAt = session.endedAt;
  }
  return [...merged.values()];
}
