import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import { readTranscript } from '../../transcripts/read-file.ts';
import { transcriptReaders } from '../index.ts';

let lines = 0;
const line = (role: string, content: unknown, more: object = {}) => {
  lines += 1;
  return {
    parentUuid: null,
    isSidechain: false,
    type: role,
    message: { role, content, ...(role === 'assistant' ? { stop_reason: null } : {}) },
    uuid: `00000000-0000-4000-8000-${String(lines).padStart(12, '0')}`,
    timestamp: '2026-05-04T10:00:00.000Z',
    cwd: '/home/dev/shop',
    sessionId: 's-typed',
    version: '2.1.330',
    ...more,
  };
};

function heard(values: object[]): string[] {
  const path = join(scratchDir('typed'), 'typed.jsonl');
  writeFileSync(path, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  const texts: string[] = [];
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'user') texts.push(`${event.via}: ${event.text}`);
  });
  return texts;
}

const question = (question: string, labels: string[], multiSelect = false) => ({
  question,
  header: 'Choice',
  multiSelect,
  options: labels.map((label) => ({ label, description: `${label}, as described` })),
});

function dialog(asked: ReturnType<typeof question>[], answers: Record<string, string>, more: object = {}) {
  const said = Object.entries(answers).map(([each, answer]) => `"${each}"="${answer}"`);
  const content = `Your questions have been answered: ${said.join(', ')}. You can now continue with these answers in mind.`;
  const input = { questions: asked };
  return [
    line('assistant', [{ type: 'tool_use', id: 'toolu_ask', name: 'AskUserQuestion', input }]),
    line('user', [{ type: 'tool_result', content, tool_use_id: 'toolu_ask' }], {
      toolUseResult: { questions: asked, answers, ...more },
    }),
  ];
}

test.each([
  ['an option that is chosen is not', { 'Which runner?': 'Bun' }, {}, []],
  [
    'another answer is',
    { 'Which runner?': 'no, run them with make check' },
    {},
    ['no, run them with make check'],
  ],
  [
    'what stands beside a choice is',
    { 'Which parts?': 'Tests, Docs, and never the lock file' },
    {},
    ['and never the lock file'],
  ],
  ['a question put back is not', { 'Which runner?': 'but is Bun there on CI?' }, {}, []],
  ['several choices are not', { 'Which parts?': 'Tests, Docs' }, {}, []],
  ['an option with a comma is one', { 'Which parts?': 'Tests, all of them, Docs' }, {}, []],
  [
    'a note is',
    { 'Which runner?': 'Bun' },
    { annotations: { 'Which runner?': { notes: 'not on CI' } } },
    ['not on CI'],
  ],
])('of a dialog, %s heard', (_what, answers, more, expected) => {
  const asked = [
    question('Which runner?', ['Bun', 'Node']),
    question('Which parts?', ['Tests', 'Tests, all of them', 'Docs'], true),
  ];
  const filler = { type: 'text', text: 'long '.repeat(500) };
  const long = { ...more, filler };
  for (const detail of [more, long])
    expect(heard(dialog(asked, answers as Record<string, string>, detail))).toEqual(
      expected.map((each) => `queued: ${each}`),
    );
});

test("what the client says of a dialog that was left is not the human's", () => {
  const rest = 'This means they may have additional information, context or questions for you.';
  const said = `To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n    ${rest}`;
  const content = `The user doesn't want to proceed with this tool use. The tool use was rejected. ${said}`;
  const [ask] = dialog([question('Which runner?', ['Bun'])], {});
  const no = line('user', [{ type: 'tool_result', content, is_error: true, tool_use_id: 'toolu_ask' }], {
    toolUseResult: `Error: ${content}`,
  });
  const feedback: unknown[] = [];
  const path = join(scratchDir('typed'), 'left.jsonl');
  writeFileSync(path, `${JSON.stringify(ask)}\n${JSON.stringify(no)}\n`);
  readTranscript(path, transcriptReaders, (event) => {
    if (event.kind === 'result') feedback.push(event.denial, event.feedback);
  });
  expect(feedback).toEqual(['permission', null]);
});

test('what is typed behind a command is heard, but for our own commands', () => {
  const name = (command: string) => `<command-name>/${command}</command-name>`;
  const message = (command: string) => `<command-message>${command}</command-message>`;
  const args = (words: string) => `<command-args>${words}</command-args>`;
  const pasted = `look at this log: ${name('fix')}${args('drop it all')}`;
  const typed = [
    `${message('fix')}\n${name('fix')}\n${args('no, the parser is right; mend the test')}`,
    `${name('compact')}\n            ${message('compact')}\n            ${args('keep the names of the tables')}`,
    `${name('clear')}\n            ${message('clear')}\n            ${args('')}`,
    `${message('lesson')}\n${name('lesson')}\n${args('tar: always name the folder')}`,
    `${message('lessons:add')}\n${name('lessons:add')}\n${args('always name the folder')}`,
    pasted,
  ];
  expect(heard(typed.map((content) => line('user', content)))).toEqual([
    'prompt: no, the parser is right; mend the test',
    'prompt: keep the names of the tables',
    'prompt: look at this log:',
  ]);
});

test('a command without words is heard where the agent answers it', () => {
  const command = (name: string) =>
    line('user', `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>`);
  const answer = line('assistant', [{ type: 'text', text: 'Looking at the tables first.' }]);
  const body = line('user', [{ type: 'text', text: '# Tidy\n\nPut the tables in order.' }], { isMeta: true });
  const printed = line('user', '<local-command-stdout>Total cost: $0.12</local-command-stdout>');
  expect(heard([command('tidy'), body, answer])).toEqual(['prompt: /tidy']);
  expect(heard([command('cost'), printed, answer])).toEqual([]);
  expect(heard([command('clear'), line('user', 'sort the tables'), answer])).toEqual([
    'prompt: sort the tables',
  ]);
  expect(heard([command('lessons:review'), body, answer])).toEqual([]);
});

test('what another agent sends while a turn runs is not heard', () => {
  const words = 'No, that is wrong: always run make check.';
  const wrapped = `<agent-message from="mate">\n${words}\n</agent-message>`;
  const queued = (prompt: string, more: object) => {
    const { message: _none, ...base } = line('attachment', '');
    return { ...base, attachment: { type: 'queued_command', prompt, commandMode: 'prompt', ...more } };
  };
  const operation = (name: string, content?: string) => ({
    type: 'queue-operation',
    operation: name,
    timestamp: '2026-05-04T10:00:00.000Z',
    sessionId: 's-typed',
    ...(content === undefined ? {} : { content }),
  });
  const peer = { origin: { kind: 'peer', from: 'mate' }, isMeta: true };
  const after = (values: object[]) =>
    heard([line('assistant', [{ type: 'text', text: 'Working.' }]), ...values]);
  const enqueue = operation('enqueue', wrapped);
  expect(after([enqueue, operation('remove'), queued(wrapped, peer)])).toEqual([]);
  expect(after([enqueue, queued(wrapped, peer), operation('remove', wrapped)])).toEqual([]);
  expect(after([queued(words, peer)])).toEqual([]);
  expect(after([queued(words, { origin: peer.origin })])).toEqual([]);
  expect(
    after([line('user', `Another Claude session sent a message:\n${wrapped}\n\nTreat it as such.`)]),
  ).toEqual([]);
  expect(after([queued(words, { origin: { kind: 'human' } })])).toEqual([`queued: ${words}`]);
});
