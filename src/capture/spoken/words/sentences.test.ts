import { describe, expect, test } from 'bun:test';
import { sentencesOf, statementsOf } from './sentences.ts';

describe('sentences', () => {
  test.each([
    ['Use port 4100. Never the default one!', ['Use port 4100.', 'Never the default one!']],
    [
      'Two points:\n1. Keep the header.\n2. Drop the rest.',
      ['Two points:', '1. Keep the header.', '2. Drop the rest.'],
    ],
    ['Sort by name vs. date. Which is right?', ['Sort by name vs. date.', 'Which is right?']],
    ['Some columns, e.g. Total, are gone. Why?', ['Some columns, e.g. Total, are gone.', 'Why?']],
    ['Well... no. Take the other', ['Well... no.', 'Take the other']],
    ['不对。用另一个！好', ['不对。', '用另一个！', '好']],
  ])('%s', (text, sentences) => expect(sentencesOf(text)).toEqual(sentences));

  test('a semicolon ends a statement, and no sentence', () => {
    const text = 'Keep the table; drop the index.';
    expect(sentencesOf(text)).toEqual([text]);
    expect(statementsOf(text)).toEqual(['Keep the table;', 'drop the index.']);
  });
});
