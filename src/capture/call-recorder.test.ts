import { expect, test } from 'bun:test';
import type { CallEvent, ResultEvent } from '../transcripts/events.ts';
import { CallRecorder } from './call-recorder.ts';

const base = { line: 1, uuid: null, timestamp: null };

function run(result: Partial<ResultEvent>, command = 'stallctl prices --all') {
  const recorder = new CallRecorder('codex');
  const call: CallEvent = {
    ...base,
    kind: 'call',
    callId: 'c',
    nativeTool: 'exec_command',
    tool: 'Bash',
    input: { command },
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
  return { ...recorder.records[0]!, failed: told.failed };
}

function recorded(result: Partial<ResultEvent>) {
  const { ok, error, failed } = run(result);
  return { ok, error, failed };
}

test('of a long command what runs behind its here-document is kept', () => {
  const { text } = run({ exitCode: 0 }, `cat <<EOF > f\n${'a line\n'.repeat(9000)}EOF\nstallctl open`);
  expect(text.length).toBeLessThanOrEqual(8192);
  expect(text).toEndWith('\nEOF\nstallctl open');
});

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

test('a failure that says nothing has no identity: it is not the same as every other silent one', () => {
  expect(run({ exitCode: 144 }).fingerprint).toBeNull();
  expect(run({ exitCode: 1, text: 'no stalls' }).fingerprint).not.toBeNull();
});
