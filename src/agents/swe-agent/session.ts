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
