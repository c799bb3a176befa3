import { describe, expect, test } from 'bun:test';
import { seededRandom } from '../../../test/support/random.ts';
import { CallWords } from './call-words.ts';

const text = (id: number, words: string, view: string | null = null) => ({ id, text: words, view });

describe('texts by the words that they hold', () => {
  test('a fragment is found in any case, inside a word, in the text and in its view', () => {
    const words = new CallWords([
      text(3, 'Docker-Compose up'),
      text(5, 'bash run.sh', 'c\ndocker compose up'),
      text(9, 'podman up'),
    ]);
    expect(words.idsWith([['docker', 'compos']])).toEqual([3, 5]);
    expect(words.idsWith([['odma'], ['run']])).toEqual([5, 9]);
    expect(words.idsWith([['kubectl']])).toEqual([]);
  });

  test('a text with a run of characters that is no word is always looked at', () => {
    const words = new CallWords([text(1, `echo ${'a1'.repeat(60)}`), text(2, 'echo short')]);
    expect(words.idsWith([['a1a1a1']])).toEqual([1]);
    expect(words.idsWith([['short']])).toEqual([1, 2]);
  });

  test('whatever is asked, no text that holds it is left out', () => {
    const next = seededRandom(4);
    const pick = (from: string, count: number) =>
      Array.from({ length: count }, () => from[Math.floor(next() * from.length)]).join('');
    const texts = Array.from({ length: 600 }, (_, id) => {
      const parts = Array.from({ length: 6 }, () => pick('abcAB_1', 4));
      return text(id + 1, parts.slice(0, 4).join(' -'), id % 3 ? parts.slice(4).join('\n') : null);
    });
    const words = new CallWords(texts);
    for (let round = 0; round < 300; round += 1) {
      const lists = Array.from({ length: 1 + (round % 2) }, () => [pick('abc_1', 3), pick('abc_1', 3)]);
      const whole = texts.filter(({ text: own, view }) => {
        const all = `${own}\n${view ?? ''}`.toLowerCase();
        return lists.some((list) => list.every((fragment) => all.includes(fragment)));
      });
      const found = new Set(words.idsWith(lists));
      expect(whole.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
      expect(found.size).toBeLessThan(texts.length);
    }
  });
});
