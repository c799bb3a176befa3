import { describe, expect, test } from 'bun:test';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { endLine } from './end-line.ts';
import { CodexDecoder } from './transcript.ts';

const OUTPUT = 'one "line" of many, with \\ and ", "exit_code":7 \n'.repeat(40);
const timestamp = '2026-02-03T04:05:06.789Z';
const item = (payload: object) => ({ timestamp, type: 'response_item', payload });
const event = (payload: object) => ({ timestamp, type: 'event_msg', payload });

function commandEnd(call_id: string, exit_code: number, status = exit_code === 0 ? 'completed' : 'failed') {
  const texts = { stdout: OUTPUT, stderr: '', aggregated_output: OUTPUT };
  const rest = { exit_code, duration: { secs: 1, nanos: 250_000_000 }, formatted_output: OUTPUT, status };
  const command = ['bash', '-lc', 'make'];
  return event({ type: 'exec_command_end', call_id, turn_id: 't', command, ...texts, ...rest });
}

function patchEnd(call_id: string, success: boolean) {
  const changes = { '/p/a.ts': { type: 'update', unified_diff: OUTPUT, move_path: null } };
  const status = success ? 'completed' : 'failed';
  return event({
    type: 'patch_apply_end',
    call_id,
    turn_id: 't',
    stdout: 'x',
    stderr: OUTPUT,
    success,
    changes,
    status,
  });
}

const call = (call_id: string) =>
  item({ type: 'function_call', call_id, name: 'exec_command', arguments: JSON.stringify({ cmd: 'make' }) });
const output = (call_id: string) =>
  item({ type: 'function_call_output', call_id, output: 'Output:\nsome text' });

function events(lines: string[]): TranscriptEvent[] {
  const found: TranscriptEvent[] = [];
  const decoder = new CodexDecoder((one) => found.push(one));
  for (const [at, line] of lines.entries()) decoder.line(Buffer.from(line), at + 1);
  return found;
}

describe('ends that are not parsed', () => {
  test.each([
    ['a command that worked', commandEnd('call_1', 0)],
    ['a command that failed', commandEnd('call_1', 2)],
    ['a command that was stopped', commandEnd('call_1', -1)],
    ['a patch', patchEnd('call_1', true)],
    ['a patch that failed', patchEnd('call_1', false)],
    ['one of another call', commandEnd('call_2', 1)],
    ['one inside a script', commandEnd('exec-1', 1)],
    ['a patch inside a script', patchEnd('exec-1', false)],
  ])('%s gives what parsing it gives', (_what, end) => {
    const line = JSON.stringify(end);
    expect(endLine(Buffer.from(line))).not.toBeNull();
    const around = (middle: string) => [call('call_1'), middle, output('call_1')].map(asLine);
    // A blank is all that it takes to be parsed.
    const parsed = line.replace('{"timestamp"', '{ "timestamp"');
    expect(endLine(Buffer.from(parsed))).toBeNull();
    expect(events(around(line))).toEqual(events(around(parsed)));
  });

  const good = JSON.stringify(commandEnd('call_1', 0));
  test.each([
    ['a short one', good.replaceAll(JSON.stringify(OUTPUT), '""')],
    ['one that is cut', good.slice(0, 900)],
    ['two on a line', good + good],
    ['a key twice', good.replace('"stderr":""', '"stderr":"","exit_code":1')],
    ['other keys behind it', good.replace('"status":"completed"', '"status":"completed","more":1')],
    ['another kind', good.replace('exec_command_end', 'exec_command_begin')],
  ])('%s is left to the parser', (_what, line) => expect(endLine(Buffer.from(line))).toBeNull());
});

const asLine = (value: object | string) => (typeof value === 'string' ? value : JSON.stringify(value));
