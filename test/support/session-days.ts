import { DAY_MS } from '../../src/model/constants.ts';
import type { SessionRecord } from '../../src/model/findings.ts';
import type { Store } from '../../src/store/port.ts';

/** Puts one session a day into the store, on each of the days before a moment. */
export async function putSessions(
  store: Store,
  now: number,
  days: number,
  fields: Partial<SessionRecord> = {},
): Promise<void> {
  const sessions = Array.from({ length: days }, (_, n): SessionRecord => {
    const at = new Date(now - n * DAY_MS).toISOString();
    return {
      agent: 'claude-code',
      sessionId: `${fields.project ?? 'p'} ${at}`,
      project: 'p',
      cwd: null,
      model: null,
      startedAt: at,
      endedAt: at,
      calls: 1,
      failures: 0,
      isSubagent: false,
      injectionsSeen: 0,
      ...fields,
    };
  });
  const path = `/${fields.project ?? 'p'}-${now}.jsonl`;
  await store.applyFindings({
    cursor: { path, agent: 'claude-code', offset: 1, line: 1, mtimeMs: 1, size: 1, state: null },
    bytesRead: 1,
    skippedLines: [],
    sessions,
    episodes: [],
    tags: [],
    malformed: [],
    calls: [],
  });
}
