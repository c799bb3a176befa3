import type { Stage, Word } from './ast.ts';

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

/** A command of a pipeline before any of it was read. */
export const emptyStage = (kind: Stage['kind']): Stage => ({
  kind,
  words: [],
  assigns: [],
  redirects: [],
  group: null,
});
