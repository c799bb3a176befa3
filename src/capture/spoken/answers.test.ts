import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../test/support/talk.ts';

describe('two messages in a row', () => {
  const further = 'you could just as well have read the table yourself';
  const answer = "You're right, the table has it. No need to ask for it.";

  test('the answer is to the second one, where the first holds nothing against the work', () => {
    const found = corrections({ words: 'how does the other shop do it', further, answer });
    expect(found.map(({ evidence }) => evidence.split('\n')[0])).toEqual([`User: ${further}`]);
  });

  test('a picture after the words is none of the two', () => {
    const words = 'the second column is sorted by name in the other shop';
    expect(corrections({ words, further: '[Image #1]', answer: "You're right, I misread it." })).toHaveLength(
      1,
    );
  });
});
