import type { AST } from '@eslint-community/regexpp';

/** Highest UTF-16 code unit: patterns are used without the `u` flag. */
const MAX = 0xffff;

/** Sorted, disjoint, inclusive ranges of UTF-16 code units. */
export type CharSet = readonly (readonly [number, number])[];

const DIGIT: CharSet = [[48, 57]];
const WORD: CharSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: CharSet = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_END: CharSet = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const NOT_DIGIT = complement(DIGIT);
const NOT_SPACE = complement(SPACE);
const NOT_LINE_END = complement(LINE_END);
export const NOT_WORD_SET = complement(WORD);
export const ANY: CharSet = [[0, MAX]];
export const NONE: CharSet = [];
export const WORD_SET = WORD;
export const SPACE_SET = SPACE;

/** All characters of the sets, ranges in order and merged. */
export function union(...sets: CharSet[]): CharSet {
  const all = sets.flat().sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [low, high] of all) {
    const last = merged[merged.length - 1];
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

/** All other characters. The set's ranges must be in order and merged. */
export function complement(set: CharSet): CharSet {
  const result: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) result.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= MAX) result.push([next, MAX]);
  return result;
}

/** True where the sets have a character in common; neither needs to be sorted. */
export function intersects(a: CharSet, b: CharSet): boolean {
  return a.some(([low, high]) => b.some(([l, h]) => low <= h && l <= high));
}

/** Holds where the outer set's ranges are merged, as `union` and `complement` leave them. */
export function isSubset(inner: CharSet, outer: CharSet): boolean {
  return inner.every(([low, high]) => outer.some(([l, h]) => l <= low && high <= h));
}

/** Number of characters; those of overlapping ranges count twice. */
export function sizeOf(set: CharSet): number {
  return set.reduce((sum, [low, high]) => sum + high - low + 1, 0);
}

/** Every character by its code; for small sets. */
export function codesOf(set: CharSet): number[] {
  return set.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, index) => low + index));
}

/** What one character of text may be for the node to match it; both cases where `ignoreCase`. */
export function charSetOf(
  node: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
  flags: string,
): CharSet {
  return flags.includes('i') ? foldCase(exactSet(node, flags)) : exactSet(node, flags);
}

function exactSet(
  node: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
  flags: string,
): CharSet {
  switch (node.type) {
    case 'Character':
      return node.value > MAX ? ANY : [[node.value, node.value]];
    case 'CharacterSet':
      return predefined(node, flags);
    case 'CharacterClass': {
      const members = union(
        ...node.elements.map((element) =>
          element.type === 'CharacterClassRange'
            ? ([[element.min.value, Math.min(element.max.value, MAX)]] as CharSet)
            : element.type === 'Character' || element.type === 'CharacterSet'
              ? exactSet(element, flags)
              : ANY,
        ),
      );
      if (!node.negate) return members;
      return complement(flags.includes('i') ? foldCase(members) : members);
    }
    default:
      return ANY;
  }
}

function predefined(node: AST.CharacterSet, flags: string): CharSet {
  switch (node.kind) {
    case 'any':
      return flags.includes('s') ? ANY : NOT_LINE_END;
    case 'digit':
      return node.negate ? NOT_DIGIT : DIGIT;
    case 'space':
      return node.negate ? NOT_SPACE : SPACE;
    case 'word':
      return node.negate ? NOT_WORD_SET : WORD;
    default:
      return ANY;
  }
}

/** Adds the other case of ASCII letters; a set with non-ASCII letters is taken as it is, and widened by their simple folds. */
function foldCase(set: CharSet): CharSet {
  const extra: [number, number][] = [];
  for (const [low, high] of set) {
    const small = [Math.max(low, 97), Math.min(high, 122)] as const;
    if (small[0] <= small[1]) extra.push([small[0] - 32, small[1] - 32]);
    const big = [Math.max(low, 65), Math.min(high, 90)] as const;
    if (big[0] <= big[1]) extra.push([big[0] + 32, big[1] + 32]);
    if (high > 127 && high - low < 512) extra.push(...foldRange(Math.max(low, 128), high));
    else if (high > 127) extra.push([128, MAX]);
  }
  return union(set, extra);
}

function foldRange(low: number, high: number): [number, number][] {
  const folds: [number, number][] = [];
  for (let code = low; code <= high; code += 1) {
    for (const text of [String.fromCharCode(code).toLowerCase(), String.fromCharCode(code).toUpperCase()]) {
      if (text.length === 1 && text.charCodeAt(0) > 127) folds.push([text.charCodeAt(0), text.charCodeAt(0)]);
    }
  }
  return folds;
}
