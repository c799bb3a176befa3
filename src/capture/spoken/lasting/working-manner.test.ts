import { describe, expect, test } from 'bun:test';
import { corrections } from '../../../../test/support/talk.ts';
import { standingSentence } from './working-manner.ts';

describe('words that hold for later', () => {
  test.each([
    "we also don't use glaze-north",
    "let's skip glaze-north because we don't use it",
    'the pages are served from kilns.example.org, not example.org',
    'check firing.md how to use it',
    'he hates globals and so do I, we will not have globals at all',
    '你应该对生成的文件使用 /save-log，而不是对原来的文件使用',
    'usa la cola nueva en vez de la tabla vieja',
    'nutze die neue Liste statt der alten Tabelle',
    '以后用系统里的窑炉好吗？',
  ])('are one by their form: %s', (words) => {
    expect(standingSentence(words)).not.toBeNull();
  });

  test.each([
    "we don't use it",
    'the kiln is on the second page',
    'check the second kiln',
    "it means we don't have any changes in the shelves, right?",
    'die Liste ist kürzer als die Tabelle',
  ])('are none about the day alone: %s', (words) => {
    expect(standingSentence(words)).toBeNull();
  });

  test('a step that the client has a command for', () => {
    const [episode] = corrections({
      words: 'did you /kiln:warm-up ?',
      answer: 'No, I went straight to the glaze. I should have.',
    });
    expect(episode!.reusable).toBeGreaterThanOrEqual(0.5);
    expect(episode!.remediation).toContain('Do not leave out `/kiln:warm-up`');
  });

  test.each([
    'I only asked which kiln is the hottest!',
    'I asked you why it is the hottest, and to explain it. So do this first, and then we talk about the list.',
    'мне нужен ответ по печам, а не менял чтобы что-то',
    '我只是问哪个窑最热',
    'solo preguntaba qué horno es el más caliente',
    'je demandais juste quel four est le plus chaud',
    'volevo solo sapere quale forno è il più caldo',
    'ik vroeg alleen welke oven het heetst is',
    'sadece hangi fırının en sıcak olduğunu sordum',
    'pytałem tylko, który piec jest najgorętszy',
    't chỉ hỏi lò nào nóng nhất thôi',
    'saya cuma tanya tungku mana yang paling panas',
  ])('a question that was answered by an edit: %s', (words) => {
    const [episode] = corrections({
      words,
      before: 'ok',
      answer: "You're right, you only asked. I was wrong to edit it.",
    });
    expect(episode!.remediation).toContain('Answer a question before any file is changed');
  });
});

describe('what is there already', () => {
  const answer = "You're right, there is one. I use that.";
  test.each([
    'i thought we had some kind of kiln counter already',
    "don't we have a kiln counter somewhere? please look before you write one",
  ])('is to be looked for first: %s', (words) => {
    const [episode] = corrections({ words, answer, edits: true });
    expect(episode!.remediation).toContain('Look for what is there already');
  });

  test('is no matter of what one had thought of something else', () => {
    const words = 'i thought we had a meeting about the kilns, no, that was wrong. The counter is broken.';
    for (const episode of corrections({ words, answer, edits: true }))
      expect(episode.remediation).not.toContain('Look for what is there already');
  });
});
