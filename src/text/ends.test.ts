import { describe, expect, test } from 'bun:test';
import { headOf, tailOf } from './ends.ts';

const CHARS = 2000;
const WORDS = 'pier mole quay dock buoy '.repeat(400);

/** What of each stands for a secret, and the text that shows that it does. */
const SECRETS = [
  (secret: string) => `ghp_${secret}${secret}`,
  (secret: string) => `postgres://tide:${secret}@db.kelp.test/moor`,
  (secret: string) => `Authorization: Basic ${secret}`,
  (secret: string) => `password="${secret}"`,
];
const SECRET = 'Qm7Zt2Kd9Wx4Rb8Vn3Jp';

describe('the end of a text that was cut', () => {
  for (const made of SECRETS) {
    const secret = made(SECRET);
    const places = Array.from({ length: secret.length + 2 }, (_, at) => at);

    test(`holds no half of ${made('…')}`, () => {
      for (const at of places) {
        const before = WORDS.slice(0, CHARS - at - 1);
        const head = headOf(`${before} ${secret} ${WORDS}`, CHARS);
        expect(head).not.toContain(SECRET.slice(0, 4));
        expect(head).toStartWith(before);
        expect(head.length).toBeLessThanOrEqual(CHARS);
        const after = WORDS.slice(0, CHARS - at - 1);
        const tail = tailOf(`${WORDS} ${secret} ${after}`, CHARS);
        expect(tail).not.toContain(SECRET.slice(-4));
        expect(tail).toEndWith(after);
        expect(tail.length).toBeLessThanOrEqual(CHARS);
      }
    });
  }

  test('stays as it is where no secret stands', () => {
    expect(headOf(WORDS, CHARS)).toBe(WORDS.slice(0, CHARS));
    expect(tailOf(WORDS, CHARS)).toBe(WORDS.slice(-CHARS));
    expect(headOf('short', CHARS)).toBe('short');
    expect(tailOf(WORDS, 100)).toBe(WORDS.slice(-100));
  });
});
