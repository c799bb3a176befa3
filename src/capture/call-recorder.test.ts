import { expect, test } from 'bun:test';
import type { CallEvent, ResultEvent } from '../transcripts/events.ts';
import { CallRecorder } from './call-recorder.ts';

const base = { line: 1, uuid: null, timestamp: null };

function recorded(result: Partial<ResultEvent>) {
  const recorder = new CallRecorder('codex');
  const call: CallEvent = {
    ...base,
    kind: 'call',
    callId: 'c',
    nativeTool: 'exec_command',
    tool: 'Bash',
    input: { command: 'stallctl prices --all' },
    cwd: '/p',
  };
  recorder.call(call);
  const told = recorder.result(
    {
      ...base,
      kind: 'result',
      callId: 'c',
      isError: undefined,
      exitCode: null,
      text: '',
      chars: 0,
      denial: null,
      feedback: null,
      timedOut: false,
      durationMs: null,
      ...result,
    },
    's',
    '/p',
    null,
  );
  const { ok, error } = recorder.records[0]!;
  return { ok, error, failed: told.failed };
}

test('a call is good or failing once it has come to its end', () => {
  const open = { ok: false, error: null, failed: false };
  expect(recorded({ exitCode: 0, text: 'apples 4' })).toEqual({ ok: true, error: null, failed: false });
  expect(recorded({ exitCode: 1, text: 'no stalls' })).toEqual({
    ok: false,
    error: 'no stalls',
    failed: true,
  });
  expect(recorded({ unended: true })).toEqual(open);
  expect(recorded({ shell: '41' })).toEqual(open);
  expect(recorded({ denial: 'user-rejected' })).toEqual({ ...open, failed: true });
});
