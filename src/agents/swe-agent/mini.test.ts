import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { TranscriptEvent } from '../../transcripts/events.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { transcriptReaders } from '../index.ts';

function read(document: object): TranscriptEvent[] {
  const path = join(scratchDir(), 'pond-1.traj.json');
  writeFileSync(path, JSON.stringify(document, null, 2));
  const events: TranscriptEvent[] = [];
  const result = readTranscript(path, transcriptReaders, (event) => events.push(event));
  expect('agent' in result && result.agent).toBe('swe-agent');
  return events;
}

const told = (events: TranscriptEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'call'
      ? [`$ ${event.input['command']}`]
      : event.kind === 'result'
        ? [`${event.exitCode} ${event.isError} ${event.timedOut} ${event.text}`]
        : event.kind === 'assistant'
          ? [`> ${event.text}`]
          : [],
  );

const START = [
  { role: 'system', content: 'You can use a shell.' },
  { role: 'user', content: 'Solve it.' },
];

test('reads commands in fenced blocks, with the answers in the form of its first version', () => {
  const events = read({
    info: { mini_version: '1.9.1' },
    messages: [
      ...START,
      { role: 'assistant', content: 'THOUGHT: look\n\n```bash\nls pond\n```' },
      { role: 'user', content: '<returncode>2</returncode>\n<output>\nls: pond: no\n</output>' },
      { role: 'assistant', content: 'I forgot the command.' },
      { role: 'user', content: 'Please always provide EXACTLY ONE action in triple backticks.' },
      { role: 'assistant', content: '```bash\nsleep 900\n```' },
      {
        role: 'user',
        content:
          'The last command <command>sleep 900</command> timed out and has been killed.\n<output>\n</output>',
      },
    ],
    trajectory_format: 'mini-swe-agent-1',
  });
  expect(told(events)).toEqual([
    '> THOUGHT: look',
    '$ ls pond',
    '2 true false ls: pond: no',
    '> I forgot the command.',
    '$ sleep 900',
    'null undefined true ',
  ]);
});

test('an output that is too long is told by its head and its tail; of several commands none has run', () => {
  const events = read({
    info: { mini_version: '1.14.0' },
    messages: [
      ...START,
      { role: 'assistant', content: '```bash\nls pond\n```\n\n```bash\nmake\n```' },
      {
        role: 'user',
        content: 'Please always provide EXACTLY ONE action in triple backticks, found 2 actions.',
      },
      { role: 'assistant', content: 'The file:\n```\npond.c\n```\n```bash\nmake\n```' },
      {
        role: 'user',
        content:
          '<returncode>2</returncode>\n<warning>\nToo long.\n</warning>\n<output_head>\ncc pond.c\n</output_head>\n<elided_chars>\n9000 characters elided\n</elided_chars>\n<output_tail>\nmake: *** Error 1\n</output_tail>',
      },
    ],
    trajectory_format: 'mini-swe-agent-1',
  });
  expect(told(events).filter((line) => !line.startsWith('>'))).toEqual([
    '$ make',
    '2 true false cc pond.c\n…\nmake: *** Error 1',
  ]);
});

test('reads several tool calls of one message, each with its own answer', () => {
  const call = (id: string, command: string) => ({
    id,
    type: 'function',
    function: { name: 'bash', arguments: JSON.stringify({ command }) },
  });
  const answer = (tool_call_id: string, returncode: number, raw_output: string) => ({
    role: 'tool',
    tool_call_id,
    content: `<returncode>${returncode}</returncode>\n<output>\n${raw_output}</output>`,
    extra: { raw_output, returncode, exception_info: '', timestamp: 1772237206 },
  });
  const events = read({
    instance_id: 'pond__pond-7',
    info: { mini_version: '2.2.4', config: { environment: { cwd: '/testbed' } } },
    messages: [
      ...START,
      { role: 'assistant', content: null, tool_calls: [call('a', 'ls'), call('b', 'false')] },
      answer('b', 1, ''),
      answer('a', 0, 'pond\n'),
    ],
    trajectory_format: 'mini-swe-agent-1.1',
  });
  expect(told(events)).toEqual(['$ ls', '$ false', '1 true false ', '0 false false pond\n']);
  expect(events[0]).toMatchObject({ kind: 'session', sessionId: 'pond__pond-7', cwd: '/testbed' });
  expect(events.find((event) => event.kind === 'result')!.timestamp).toBe('2026-02-28T00:06:46.000Z');
});

test('a time that is none costs the time, not the file', () => {
  const events = read({
    info: { mini_version: '2.0.0' },
    messages: [
      ...START,
      { role: 'assistant', content: '```bash\nls\n```', timestamp: 1e300 },
      {
        role: 'user',
        content: '<returncode>0</returncode>\n<output>\na\n</output>',
        timestamp: 1_700_000_000,
      },
    ],
  });
  const times = events
    .filter(({ kind }) => kind === 'call' || kind === 'result')
    .map((each) => each.timestamp);
  expect(times).toEqual([null, '2023-11-14T22:13:20.000Z']);
});

test('runs of one task have step ids of their own, a copy of a run has the same', () => {
  const idsOf = (said: string) =>
    read({
      instance_id: 'pond__pond-7',
      info: { mini_version: '2.0.0' },
      messages: [...START, { role: 'assistant', content: `${said}\n\`\`\`bash\nls\n\`\`\`` }],
    }).flatMap((event) => (event.kind === 'call' ? [event.callId] : []));
  expect(idsOf('Look around.')).toEqual(idsOf('Look around.'));
  expect(idsOf('Look around.')).not.toEqual(idsOf('First, the files.'));

  const stepsOf = (response: string) =>
    read({ trajectory: [{ action: 'ls', observation: 'a', response }] }).flatMap((event) =>
      event.kind === 'call' ? [event.callId] : [],
    );
  expect(stepsOf('Look around.')).toEqual(stepsOf('Look around.'));
  expect(stepsOf('Look around.')).not.toEqual(stepsOf('First, the files.'));
});
