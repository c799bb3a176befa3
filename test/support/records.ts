import type { Failure } from '../../src/model/failure.ts';
import type { CallRecord } from '../../src/model/findings.ts';
import { appendLine } from '../../src/platform/files.ts';
import { homeFiles } from '../../src/platform/paths.ts';
import type { EvidenceRow } from '../../src/store/port.ts';

/** A failing call as a hook logs it; any field can be set. */
export function failureOf(changes: Partial<Failure> = {}): Failure {
  return {
    id: 'err_20261119_120000_001',
    toolUseId: 't1',
    timestamp: '2026-11-19T12:00:00.000Z',
    session_id: 's1',
    category: 'action_error',
    tool: 'Bash',
    input: { command: 'make' },
    error: 'Exit code 2',
    context: { working_dir: '/app', project: '/app' },
    ...changes,
  };
}

let calls = 0;

/** A shell call of a transcript that went well, with ids of its own; any field can be set. */
export function callOf(changes: Partial<CallRecord> = {}): CallRecord {
  calls += 1;
  return {
    agent: 'claude-code',
    sessionId: 's1',
    thread: null,
    project: '/app',
    uuid: `u${calls}`,
    callId: `c${calls}`,
    timestamp: '2026-01-01T00:00:00.000Z',
    tool: 'Bash',
    text: 'git push origin main',
    ok: true,
    fingerprint: null,
    kind: null,
    error: null,
    bytes: 1,
    seconds: null,
    ...changes,
  };
}

/** What a lesson rests on, as it is stored. */
export function evidenceOf(
  lessonId: string,
  excerpt: string,
  changes: Partial<EvidenceRow> = {},
): Omit<EvidenceRow, 'id'> {
  return {
    lessonId,
    episodeId: null,
    agent: 'claude-code',
    sessionId: 's1',
    project: '/app',
    file: null,
    line: null,
    timestamp: null,
    excerpt,
    ...changes,
  };
}

/** Logs, as the prompt hook does, that the human of a session called a lessons command. */
export function logHumanCommand(home: string, sessionId: string, at: number): void {
  appendLine(
    homeFiles.events(home),
    JSON.stringify({
      at: new Date(at).toISOString(),
      kind: 'human-command',
      agent: 'claude-code',
      event: 'UserPromptSubmit',
      sessionId,
    }),
  );
}
