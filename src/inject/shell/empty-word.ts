import type { Word } from './ast.ts';

/** A word before any of it was read. */
export function emptyWord(start: number): Word {
  return {
    start,
    end: start,
    value: '',
    quoted: false,
    plain: true,
    subs: [],
    expands: false,
    home: false,
  };
}
