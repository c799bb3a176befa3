import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import type { OpenObjection } from '../open-objection.ts';
import { isKept } from './kept.ts';

const open = (more: object): OpenObjection =>
  ({
    text: 'I mostly touch the lib folder',
    said: 'Both folders are read.',
    correction: null,
    answer: 'Understood.',
    ...more,
  }) as OpenObjection;
const note = { target: '/home/u/.claude/projects/-repo/memory/scope.md' };

describe('words that the agent notes for its later sessions', () => {
  test('in a file of its memory', () => {
    expect(isKept(open({ correction: note }))).toBe(true);
    expect(isKept(open({ correction: { target: '/repo/src/memory.ts' } }))).toBe(false);
    expect(isKept(open({ correction: { target: '/repo/docs/scope.md' } }))).toBe(false);
  });

  test.each([
    'Noted, saving that to memory.',
    'Lo guardo en la memoria.',
    'Je le note en mémoire.',
    'Das speichere ich im Gedächtnis.',
    'Сохраняю это в память.',
    '明白，先记下这个分工。',
    '了解しました。メモリに保存します。',
    '메모리에 저장하겠습니다.',
  ])('or as it says: %s', (answer) => expect(isKept(open({ answer }))).toBe(true));

  test.each([{ answer: 'That saves a lot in memory usage.' }, { answer: 'It is kept in the table.' }])(
    'not so: %p',
    (more) => expect(isKept(open(more))).toBe(false),
  );

  test('not where the memory is the work, or a question is asked', () => {
    expect(isKept(open({ correction: note, said: 'The two memory files are merged.' }))).toBe(false);
    expect(isKept(open({ correction: note, text: 'Do I only touch the lib folder?' }))).toBe(false);
  });

  test('are kept here, too', () => {
    const [found] = corrections({
      words: 'I mostly touch the lib folder',
      answer: 'Understood, saving that to memory.',
    });
    expect(found?.reusable).toBeGreaterThanOrEqual(0.5);
    expect(corrections({ words: 'I mostly touch the lib folder', answer: 'Understood.' })).toEqual([]);
  });
});
