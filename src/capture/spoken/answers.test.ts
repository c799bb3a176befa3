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

describe('what is no fault of the work', () => {
  const before = 'Done, all is in place. Do you want me to mend the logs as well?';

  test('how things stand, before the offer is taken up', () => {
    const words = 'пока не обновилось. давай тогда поправим логи';
    const offer = 'Готово, всё исправлено. Хочешь, чтобы я поправил логи?';
    expect(corrections({ before: offer, words, answer: 'Поправил логи.' })).toHaveLength(0);
    const other = 'пока не работает. давай тогда вернём как было';
    expect(corrections({ before: offer, words: other, answer: 'Возвращаю.', edits: true })).toHaveLength(1);
  });

  test('what others do not want', () => {
    const words = 'should be possible to turn it off for those who dont want it';
    expect(
      corrections({ before, words, answer: 'Makes sense, a flag in the config.', edits: true }),
    ).toHaveLength(0);
  });

  test('a log of a good run', () => {
    const words = 'npm test\n0 failed\n0 errors\n42 passed in 3s';
    expect(corrections({ words, answer: 'All green.', edits: true })).toHaveLength(0);
  });
});
