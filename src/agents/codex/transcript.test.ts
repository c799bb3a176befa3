import { expect, test } from 'bun:test';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { CodexDecoder } from './transcript.ts';

function read(...lines: object[]): TranscriptEvent[] {
  const seen: TranscriptEvent[] = [];
  const decoder = new CodexDecoder((event) => seen.push(event));
  for (const [n, line] of lines.entries()) decoder.value(line as Record<string, unknown>, n + 1);
  return seen;
}

const said = (text: string) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});

test('early sessions, which name no folder, are where their environment is', () => {
  const head = { id: 's', timestamp: '2025-08-01T10:00:00Z', instructions: null };
  const call = { type: 'function_call', name: 'shell', call_id: 'c1', arguments: '{"command":["ls"]}' };
  for (const told of ['<cwd>/home/dev/shop</cwd>', 'Current working directory: /home/dev/shop']) {
    const seen = read(head, said(`<environment_context>\n  ${told}\n</environment_context>`), call);
    expect(seen.find(({ kind }) => kind === 'call')).toMatchObject({ cwd: '/home/dev/shop' });
    expect(seen.some((event) => event.kind === 'session' && event.cwd === '/home/dev/shop')).toBe(true);
  }
  const quoted = read(head, said('what is <environment_context>\n  <cwd>/tmp</cwd>\n?'), call);
  expect(quoted.find(({ kind }) => kind === 'call')).toMatchObject({ cwd: null });
});

test('a later environment does not move a session that names its folder', () => {
  const head = { type: 'session_meta', payload: { id: 's', cwd: '/home/dev/shop' } };
  const seen = read(head, said('<environment_context><cwd>/tmp</cwd></environment_context>'));
  expect(seen.flatMap((event) => (event.kind === 'session' ? [event.cwd] : []))).toEqual(['/home/dev/shop']);
});

test('a local shell runs where it says', () => {
  const action = { type: 'exec', command: ['bash', '-lc', 'make'], working_directory: '/home/dev/shop/api' };
  const [call] = read({ type: 'local_shell_call', call_id: 'c1', id: null, action });
  expect(call).toMatchObject({ kind: 'call', cwd: '/home/dev/shop/api', input: { command: 'make' } });
});

const script = (input: string) => ({ type: 'custom_tool_call', name: 'exec', call_id: 'c1', input });
const ran = (id: string, exit_code: number) => ({
  type: 'event_msg',
  payload: {
    type: 'item_completed',
    item: { type: 'CommandExecution', id, command: ['bash', '-lc', 'make'], exit_code, status: 'completed' },
  },
});
const output = (text: string) => ({ type: 'custom_tool_call_output', call_id: 'c1', output: text });

test('a command of a script runs in the folder of its address', () => {
  const cwdOf = (address: string) => {
    const line = ran('exec-1', 0);
    Object.assign(line.payload.item, { cwd: address });
    const seen = read(script(''), line).flatMap((event) => (event.kind === 'call' ? [event.cwd] : []));
    return seen.at(-1);
  };
  expect(cwdOf('file:///home/zo%C3%AB/my%20shop')).toBe('/home/zoë/my shop');
  expect(cwdOf('file:///C:/Users/Zo%C3%AB/shop')).toBe('C:/Users/Zoë/shop');
  expect(cwdOf('file:///home/dev/100%')).toBe('/home/dev/100%');
  expect(cwdOf('/home/dev/100%25')).toBe('/home/dev/100%25');
});

test('a script whose commands are told as calls of their own does not count beside them', () => {
  const results = (...lines: object[]) =>
    read(script('await tools.exec_command({cmd: "make"})'), ...lines).flatMap((event) =>
      event.kind === 'result' ? [[event.callId, event.isError, event.unended ?? false]] : [],
    );
  const done = output('Script completed\nOutput:\n');
  expect(results(ran('exec-1', 2), done)).toEqual([
    ['exec-1', true, false],
    ['c1', false, true],
  ]);
  expect(results(ran('exec-1', 0), output('Script failed\nScript error:\nTypeError: x'))).toEqual([
    ['exec-1', false, false],
    ['c1', true, false],
  ]);
  expect(results(output('Script completed\nOutput:\nexit_code: 0'))).toEqual([['c1', false, false]]);
});

test('an output that is one part, not a list of them, is read', () => {
  const text = 'Exit code: 101\nWall time: 0.1 seconds\nOutput:\nerror: no such command: `tset`\n';
  const call = {
    type: 'function_call',
    name: 'shell',
    call_id: 'c1',
    arguments: '{"command":["cargo","tset"]}',
  };
  const parted = { type: 'function_call_output', call_id: 'c1', output: { type: 'input_text', text } };
  const result = read(call, parted).find(({ kind }) => kind === 'result');
  expect(result).toMatchObject({ isError: true, exitCode: 101, text });
});

test('calls of a turn with full access are known as unconfined, and those of the next one with a sandbox not', () => {
  const turn = (type: string) => ({ type: 'turn_context', payload: { sandbox_policy: { type } } });
  const call = (id: string) => ({
    type: 'response_item',
    payload: { type: 'function_call', name: 'exec_command', call_id: id, arguments: '{"cmd":"make"}' },
  });
  const seen = read(
    turn('workspace-write'),
    call('c1'),
    turn('danger-full-access'),
    call('c2'),
    turn('read-only'),
    call('c3'),
  );
  expect(seen.flatMap((event) => (event.kind === 'call' ? [event.unconfined] : []))).toEqual([
    undefined,
    true,
    undefined,
  ]);
});
