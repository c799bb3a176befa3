import { describe, expect, test } from 'bun:test';
import { knownKeys, withoutUnknown } from './known-keys.ts';

describe('keys of the review screen', () => {
  test('are let through as they come', () => {
    for (const key of [
      'q',
      '\u001b',
      '\u001b[A',
      '\u001b[1;5C',
      '\u001b[5~',
      '\u001b[3;5~',
      '\u001b[Z',
      '\u001b[[5~',
      '\u001bOP',
      'é[31m',
    ])
      expect(withoutUnknown(key)).toBe(key);
  });

  test('are none: Ctrl-F1, a cursor position, colours, the ends of a paste', () => {
    expect(withoutUnknown('a\u001b[1;5Pb\u001b[24;80Rc\u001b[31md\u001b[200~e\u001b[201~\u001b[?1;2cf')).toBe(
      'abcdef',
    );
    expect(withoutUnknown('\u001b\u001b[31m')).toBe('\u001b');
  });

  test('one that comes in two reads is told by the whole of it', () => {
    const chunks = ['x\u001b[', '31', 'mwhy', '\u001b[', 'B', null];
    const stdin = { read: () => chunks.shift(), isTTY: true } as unknown as NodeJS.ReadStream;
    const keys = knownKeys(stdin);
    expect(keys.isTTY).toBe(true);
    expect(Array.from({ length: 6 }, () => keys.read() as unknown)).toEqual([
      'x',
      '',
      'why',
      '',
      '\u001b[B',
      null,
    ]);
  });
});
