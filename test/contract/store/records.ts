import type { Episode } from '../../../src/model/episode.ts';
import type { FileFindings, SessionRecord, TagFinding } from '../../../src/model/findings.ts';
import { episodeOf, tagOf } from '../../support/findings.ts';

/** The episode `e1`: a call of `pip install` that failed, and was not corrected. */
export const pipEpisode = (changes: Partial<Episode> = {}): Episode =>
  episodeOf({
    id: 'e1',
    file: 'a.jsonl',
    sessionId: 's1',
    project: 'p1',
    lines: [5],
    uuids: ['u1'],
    toolUseIds: ['t1'],
    failure: {
      line: 5,
      toolUseId: 't1',
      tool: 'Bash',
      input: { command: 'pip install x' },
      uuid: 'u1',
      error: 'externally managed',
    },
    correction: null,
    fixedByCommand: false,
    summary: 'pip needs a venv',
    mistake: 'm',
    remediation: 'r',
    trigger: { toolNames: ['Bash'], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
    tags: [],
    severity: 'notable',
    fingerprint: 'f1',
    cost: { calls: 1, bytes: 10, seconds: 1 },
    evidence: 'secret-evidence-text',
    confidence: 0.7,
    reusable: 0.6,
    ...changes,
  });

/** The tag `tag1` of the same session, of few words. */
export const plainTag = (changes: Partial<TagFinding> = {}): TagFinding =>
  tagOf(
    {
      id: 'tag1',
      line: 9,
      uuid: 'u9',
      sessionId: 's1',
      project: 'p1',
      timestamp: '2026-01-01T00:00:01.000Z',
      ...changes,
    },
    changes.fields ?? {
      summary: 's',
      mistake: 'm',
      remediation: 'r',
      tool: null,
      trigger: null,
      tags: [],
    },
  );

/** A session of an hour. */
export const sessionOf = (changes: Partial<SessionRecord> = {}): SessionRecord => ({
  agent: 'claude-code',
  sessionId: 's1',
  project: 'p1',
  cwd: '/x',
  model: 'm1',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T01:00:00.000Z',
  calls: 10,
  failures: 2,
  isSubagent: false,
  injectionsSeen: 0,
  ...changes,
});

/** What a file gave up to a line. */
export function findingsOf(path: string, line: number, changes: Partial<FileFindings> = {}): FileFindings {
  return {
    cursor: {
      path,
      agent: 'claude-code',
      offset: line * 100,
      line,
      mtimeMs: 1.5,
      size: line * 100,
      state: null,
    },
    bytesRead: line * 100,
    skippedLines: [],
    sessions: [],
    episodes: [],
    tags: [],
    malformed: [],
    calls: [],
    ...changes,
  };
}
