import { describe, expect, test } from 'bun:test';
import type { OpenObjection } from '../open-objection.ts';
import { wayOf } from './working-ways.ts';

const open = (text: string, more: Partial<OpenObjection> = {}): OpenObjection =>
  ({ text, answer: '', said: '', rejected: null, last: null, ...more }) as OpenObjection;
const refused = (command: string): Partial<OpenObjection> => ({
  rejected: { tool: 'Bash', nativeTool: 'Bash', command, target: '' } as OpenObjection['rejected'],
});
const told = (text: string, more: Partial<OpenObjection> = {}) => wayOf(open(text, more), text);

describe('a way of working, in free words', () => {
  test.each([
    'please use the staging server when you test the webhooks',
    'YOU MUST USE THE LOAD SCRIPT FOR ALL BENCHMARK RUNS',
    'You need to list what is there and what has to move before you start changing things',
    'stop opening plan mode for everything',
    'no inline python scripts',
    'as I told you, the tests go through docker',
    'I keep worktrees off in the settings but you used one anyway',
    'the types in wire.ts cannot be changed',
    'antes de correr los tests, deberías levantar la base',
    '还没有经过我的确认你就提交了',
    '回答请用中文',
  ])('%s', (words) => {
    expect(told(words)).toMatchObject({ fact: false });
  });

  test.each([
    ['you forgot to activate the venv again', {}, 'Do not forget to activate the venv again'],
    ['You ran the seeds outside the container.', {}, 'Do not run the seeds outside the container'],
    ["you shouldn't need to source the venv, it is active", {}, 'There is no need to source the venv'],
    ['No, use poetry run pytest', refused('pytest -q'), 'Use poetry run pytest here'],
    [
      'have you read the migration guide?',
      { answer: "You're right, I haven't." },
      'Read the migration guide before you answer',
    ],
    [
      'who asked you to bump the version?',
      { answer: "You're right, nobody did. I'll undo it." },
      'Do what was asked for, and no more',
    ],
    ['I will run the e2e tests myself', {}, 'Leave this to the user:'],
    ["i'll compile", refused('make all'), 'Leave this to the user:'],
  ] as const)('%s', (words, more, lead) => {
    expect(told(words, more)?.lead).toBe(lead);
  });

  test.each(['I have switched from yarn to pnpm', 'the other venv is used for something else'])(
    'a fact: %s',
    (words) => {
      expect(told(words)).toMatchObject({ fact: true });
    },
  );

  test.each([
    'make the button blue when you hover over it',
    'use the second one',
    'have you read it?',
    'I will check it myself',
    "i'll add them myself",
    'you forgot the second row',
    'the page is slow before the cache is filled',
    'no spinner',
    'stop the server for now',
    'you ran this on the wrong page',
    '不要用红色',
    'antes de la tabla hay un título',
    'kiln.errors.GlazeException: the glaze cannot be changed after the bowl is baked',
    '不要修改原来的窑炉链路，添加一个新的',
  ])('none: %s', (words) => {
    expect(told(words)).toBeNull();
  });
});
