import { namedByLine } from '../model/record-names.ts';
import type { TranscriptEvent } from './events.ts';

/** Names of records that are looked for in a file, until they are met: of calls, messages and sessions, times, lines. */
export class LostRecords {
  readonly #names: Set<string>;

  constructor(names: readonly string[] = []) {
    this.#names = new Set(names);
  }

  see(event: TranscriptEvent): void {
    if (this.#names.size === 0) return;
    for (const name of [event.uuid, event.timestamp, event.thread, namedByLine(event.line)])
      if (name) this.#names.delete(name);
    if ('callId' in event) this.#names.delete(event.callId);
    if (event.kind === 'session' && event.sessionId !== undefined) this.#names.delete(event.sessionId);
  }

  names(): string[] {
    return [...this.#names];
  }
}
