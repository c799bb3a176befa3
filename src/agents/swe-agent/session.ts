import { hash64 } from '../../text/hash.ts';
import type { Emit } from '../../transcripts/reader.ts';

/** The one session of a trajectory, with what its settings tell. */
export function tellSession(
  emit: Emit,
  sessionId: string,
  { model, cwd = null }: { model: string | null; cwd?: string | null },
): void {
  emit({
    kind: 'session',
    line: 1,
    uuid: null,
    timestamp: null,
    sessionId,
    isSubagent: false,
    ...(model === null ? {} : { model }),
    ...(cwd === null ? {} : { cwd }),
  });
}

const RUN_CHARS = 6;

/** Id of a step: runs of one task have the same name, and differ in what was said first. */
export function stepId(sessionId: string, first: string, ordinal: number): string {
  return `${sessionId}:${hash64(first).slice(0, RUN_CHARS)}:step-${ordinal}`;
}
