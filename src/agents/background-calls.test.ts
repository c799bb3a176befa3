import { expect, test } from 'bun:test';
import { EventScan } from '../capture/scan-events.ts';
import type { CallRecord } from '../model/findings.ts';
import { claudeCodeReader } from './claude-code/transcript.ts';

const COMMAND = 'stallctl load --all';
const FILE = '/t/tasks/b1.output';

const line = (n: number, type: string, content: object) => ({
  type,
  uuid: `u${n}`,
  sessionId: 's1',
  timestamp: `2026-05-04T10:00:0${n}.000Z`,
  message: { role: type, content: [content] },
});
const called = (n: number, name: string, input: object) =>
  line(n, 'assistant', { type: 'tool_use', id: `t${n}`, name, input });
const gave = (n: number, content: string) =>
  line(n + 1, 'user', { type: 'tool_result', tool_use_id: `t${n}`, content });
const announced = (n: number, summary: string) => ({
  type: 'queue-operation',
  operation: 'enqueue',
  timestamp: `2026-05-04T10:00:0${n}.000Z`,
  sessionId: 's1',
  content: `<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>t1</tool-use-id>\n<output-file>${FILE}</output-file>\n<status>completed</status>\n<summary>Background command "x" ${summary}</summary>\n</task-notification>`,
});
const report = (status: string, code: number, printed: string) =>
  `<retrieval_status>success</retrieval_status>\n\n<task_type>local_bash</task_type>\n\n<status>${status}</status>\n\n<exit_code>${code}</exit_code>\n\n<output>\n${printed}\n</output>`;

const started = [
  called(1, 'Bash', { command: COMMAND, run_in_background: true }),
  gave(1, `Command running in background with ID: b1. Output is being written to: ${FILE}.`),
];
const passed = announced(3, 'completed (exit code 0)');
const reads = [called(4, 'Bash', { command: `cat ${FILE}` }), gave(4, 'loaded')];
const asks = (status: string, code: number, printed: string) => [
  called(6, 'TaskOutput', { task_id: 'b1' }),
  gave(6, report(status, code, printed)),
];

/** How the command's calls ended, in the order of their ids; of copies of one call the last counts, as the index has it. */
function ends(lines: object[], callsBatch: number): string[] {
  const calls: CallRecord[] = [];
  const onCalls = (some: CallRecord[]) => calls.push(...some);
  const options = { agent: 'claude-code' as const, file: '/a.jsonl', project: (cwd: string) => cwd };
  const collector = new EventScan({ ...options, onCalls, callsBatch });
  const decoder = claudeCodeReader.decoder((event) => collector.push(event), '/a.jsonl');
  lines.forEach((each, index) => {
    decoder.line(Buffer.from(JSON.stringify(each)), index + 1);
  });
  collector.finish();
  const last = new Map(calls.filter(({ text }) => text === COMMAND).map((call) => [call.callId, call]));
  return [...last.values()].map(({ tool, ok, error }) => `${tool} ${ok ? 'good' : (error ?? 'open')}`);
}

test.each([
  ['that is not told', started, ['Bash open']],
  ['that is announced', [...started, passed], ['Bash good']],
  ['that is announced and then read', [...started, passed, ...reads], ['Bash good', 'Bash open']],
  ['that is read too early', [...started, ...reads, passed], ['Bash good', 'Bash open']],
  ['that is asked for', [...started, ...asks('completed', 0, 'loaded')], ['Bash open', 'Bash good']],
  ['that is told twice', [...started, passed, ...asks('completed', 0, 'x')], ['Bash good', 'Bash open']],
  ['that is bad', [...started, ...asks('failed', 1, 'no stalls')], ['Bash open', 'Bash no stalls']],
  ['from outside', [...started, announced(3, 'was stopped')], ['Bash open']],
])('a command in the background counts once, by its end: one %s', (_name, lines, expected) => {
  expect(ends(lines, 2000)).toEqual(expected);
  // Also where the call was handed over before its end was read.
  expect(ends(lines, 1)).toEqual(expected);
});
