import type { AST } from '@eslint-community/regexpp';
import { type CharSet, charSetOf, intersects, isSubset, NONE, SPACE_SET, sizeOf, union } from './char-set.ts';
import { isShortLookaround } from './linear-program.ts';
import { isCharacter, parsePattern } from './parse.ts';

const GAPS_MAX = 6;
const COUNT_MAX = 200;
/** A class of so many characters is `.` or a negated one. */
const BROAD = 60_000;

/**
 * True for the everyday shape `git push.*--force`: what is repeated without bound is one character or class,
 * stands behind something that must occur, and is told apart from the next repetition by something that must occur.
 * Such patterns have no run-away matching beyond a low power of the text's length, and none on the linear machine.
 * A repetition of a group, a leading `.*` or `\s+`, and neighbours such as `\d+\d+` are not of this shape.
 */
export function isGapPattern(source: string, flags: string): boolean {
  const parsed = parsePattern(source, flags);
  if (!parsed.ok) return false;
  return parsed.pattern.alternatives.every((alternative) => {
    const walk: Walk = { flags, gaps: 0, ok: true };
    sequence(alternative.elements, { open: [], begun: false }, walk);
    return walk.ok && walk.gaps <= GAPS_MAX;
  });
}

interface Walk {
  flags: string;
  gaps: number;
  ok: boolean;
}

/** Unbounded repetitions that may still be running here, and whether anything must have occurred before. */
interface State {
  open: CharSet[];
  begun: boolean;
}

function sequence(elements: AST.Element[], before: State, walk: Walk): State {
  return elements.reduce((state, element) => step(element, state, walk), before);
}

function step(element: AST.Element, state: State, walk: Walk): State {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return { open: [], begun: true };
    case 'Group':
    case 'CapturingGroup':
      return choice(element.alternatives, state, walk);
    case 'Quantifier':
      return repetition(element, state, walk);
    case 'Assertion':
      if ((element.kind === 'lookahead' || element.kind === 'lookbehind') && !isShortLookaround(element)) {
        walk.ok = false;
      }
      return element.kind === 'start' ? { ...state, begun: true } : state;
    default:
      walk.ok = false;
      return state;
  }
}

function choice(alternatives: AST.Alternative[], before: State, walk: Walk): State {
  const ends = alternatives.map((alternative) => sequence(alternative.elements, before, walk));
  return { open: ends.flatMap((end) => end.open), begun: ends.every((end) => end.begun) };
}

function repetition(element: AST.Quantifier, before: State, walk: Walk): State {
  const { element: inner, min, max } = element;
  if (max !== Number.POSITIVE_INFINITY) {
    if (max > COUNT_MAX || (max > 1 && !isCharacter(inner))) walk.ok = false;
    const after = step(inner, before, walk);
    return min > 0 ? after : { open: [...before.open, ...after.open], begun: before.begun };
  }
  if (!isCharacter(inner)) {
    walk.ok = false;
    return before;
  }
  const set = charSetOf(inner, walk.flags);
  if (!isSubset(set, SPACE_SET)) walk.gaps += 1;
  if (!before.begun) walk.ok = false;
  if (before.open.some((other) => intersects(other, set) && !mayTouch(other, set))) walk.ok = false;
  return { open: [...before.open, set], begun: before.begun };
}

/** White space beside `.*` or `[^|]*`, as in `push\s+.*` and `.*\s+--force`. */
function mayTouch(a: CharSet, b: CharSet): boolean {
  const space = (set: CharSet) => isSubset(set, SPACE_SET);
  const broad = (set: CharSet) => sizeOf(union(set, NONE)) >= BROAD;
  return (space(a) && broad(b)) || (broad(a) && space(b));
}
