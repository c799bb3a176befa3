import { SHELL_REPORT_TOOLS } from '../model/constants.ts';
import type { CallRecord } from '../model/findings.ts';
import type { CallEvent } from '../transcripts/events.ts';

const LEFT_MAX = 64;

/** The background shell that a call speaks to, by its arguments; empty where it names none. */
export const shellAsked = (input: Record<string, unknown>): string =>
  String(
    input['session_id'] ??
      input['bash_id'] ??
      input['task_id'] ??
      input['shellId'] ??
      input['sessionId'] ??
      '',
  );

interface Left extends Pick<CallEvent, 'callId' | 'tool' | 'input'> {
  shell: string;
  record: CallRecord;
  /** Its end was told: the one call counts once, whoever tells of its end again. */
  isTold: boolean;
}

/** Calls that left their command to the background, until their end is told. */
export class LeftCalls {
  readonly #calls: Left[] = [];

  add(shell: string, { callId, tool, input }: CallEvent, record: CallRecord): void {
    this.#calls.push({ shell, callId, tool, input, record, isTold: false });
    if (this.#calls.length > LEFT_MAX) this.#calls.shift();
  }

  /** The call whose command this one asks for, or reads what it printed of; null for any other. */
  askedBy({ nativeTool, input, endOf }: CallEvent): Left | null {
    if (endOf !== undefined) return this.#of(endOf);
    if (!SHELL_REPORT_TOOLS.includes(nativeTool)) return null;
    const shell = shellAsked(input);
    return this.#calls.findLast((each) => each.shell === shell) ?? null;
  }

  /** Has another call tell of the end; false where it was told before. */
  take(callId: string): boolean {
    const left = this.#of(callId);
    if (left === null || left.isTold) return false;
    left.isTold = true;
    return true;
  }

  /** What was recorded of a call whose end is announced; null where that is told already. */
  ended(callId: string): CallRecord | null {
    return this.take(callId) ? this.#of(callId)!.record : null;
  }

  #of(callId: string): Left | null {
    return this.#calls.find((each) => each.callId === callId) ?? null;
  }
}
