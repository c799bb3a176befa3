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

describe('a question whether a step was taken', () => {
  test.each([
    ['did you run the migration?', 'No, I was waiting for the backup. Let me run it now.'],
    ['huh? have you even opened the template?', 'No. I should have, and wrote the mail from the old one.'],
    ['你跑测试了吗？', '没有，我漏了这一步，现在就跑。'],
  ])('is a correction where the agent owns up: %s', (words, answer) => {
    expect(corrections({ words, answer })).toHaveLength(1);
  });

  test.each([
    ['did you commit?', "No, I didn't commit. Would you like me to?"],
    ['did you time out?', 'No, I was reading the queue. I found the problem: the worker never acks.'],
    ['have you run the migration?', 'Yes, it went through at noon.'],
  ])('is none otherwise: %s', (words, answer) => {
    expect(corrections({ words, answer })).toHaveLength(0);
  });

  test('an apology for what was found answers it, too', () => {
    const answer =
      'Nothing was written: the job failed without a word. Sorry about that. Let me start it by hand.';
    expect(corrections({ words: 'where is the nightly report?', answer })).toHaveLength(1);
  });
});

describe('who is upset, and a rule that is nodded to', () => {
  test.each([
    ['list the shelves!!!! the report is not only about the doors!!', 'Full list: …'],
    ['you are being far too vague, name the tables', 'Understood. The tables are: …'],
    ['from now on use the staging queue, ok?', "Understood, from now on I'll use the staging queue."],
    ['以后用系统里的编译器好吗？', '好的，以后我们就用系统里的编译器。'],
  ])('corrects the agent: %s', (words, answer) => {
    expect(corrections({ words, answer })).toHaveLength(1);
  });

  test('feedback that the agent writes down', () => {
    const words =
      'My teacher hates recursion and so do I. The units look clumsy in that style, a suffix would read better.';
    const answer = 'Strong feedback — saving the design constraints before I answer. Now point by point.';
    expect(corrections({ before: 'Tell me what to change.', words, answer })).toHaveLength(1);
  });

  test('praise and wishes with marks are none', () => {
    expect(
      corrections({ words: 'wow!!! that is the nicest chart so far!!', answer: 'Thank you!' }),
    ).toHaveLength(0);
    expect(corrections({ words: 'add a legend!! and a title!!', answer: 'Added both.' })).toHaveLength(0);
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

describe('what is told of it', () => {
  test('an edit in plain words, and an admission as something to mind', () => {
    const [found] = corrections({
      words: 'why would the guard be needed at all?',
      answer: "You're right to stop me: that was a mistake. The caller checks the range already.",
    });
    expect(found?.summary).toStartWith('The user on the edit of a.ts: ');
    expect(found?.mistake).toContain('after an edit of /repo/a.ts');
    expect(found?.remediation).toStartWith('Mind what the agent admits: ');
  });

  test('a bare yes is not repeated', () => {
    const [found] = corrections({
      words: 'nope!',
      answer: "You're right. The export reads the old table by its name.",
    });
    expect(found?.remediation).not.toContain('nope');
  });
});
