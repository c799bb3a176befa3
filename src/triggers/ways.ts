import type { AST } from '@eslint-community/regexpp';
import { ANY, type CharSet, charSetOf, intersects, NONE, union } from './char-set.ts';
import { isCharacter } from './parse.ts';

/** How an engine that tries one way after the other may go through a text from one place of it, at most. */
interface Ways {
  /** Ways, whatever the text's length. */
  fixed: number;
  /** Repetitions that may end anywhere: each multiplies the ways by the length of the text. */
  gaps: number;
}

/** The ways through the rest of a pattern, and what that may begin with. */
interface Next extends Ways {
  first: CharSet;
}

const END: Next = { first: NONE, fixed: 1, gaps: 0 };
/** A count that may go higher is as good as a repetition without bound. */
const COUNT_MAX = 4;

/**
 * Each part that may be left out where what follows may begin alike, and each alternative that may begin as another one
 * does, multiplies the ways.
 */
export function waysOf({ alternatives }: Pick<AST.Pattern, 'alternatives'>, flags: string): Ways {
  return choice(alternatives, END, flags);
}

/** As many take an engine some 40 ms. */
const WAYS_MAX = 10_000_000;

/** The longest text of which an engine comes to an end in time, whatever stands in it; at most `most`. */
export function charsInTime(pattern: AST.Pattern, flags: string, most: number): number {
  const { fixed, gaps } = waysOf(pattern, flags);
  const isAnchored = pattern.alternatives.every(
    ({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start',
  );
  const degree = gaps + Number(!isAnchored);
  const isInTime = (chars: number) => fixed * choose(chars, degree) <= WAYS_MAX;
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isInTime(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In how many ways so many places can be chosen of a text. */
function choose(chars: number, places: number): number {
  let ways = 1;
  for (let place = 0; place < places; place += 1) ways *= (chars + places - place) / (place + 1);
  return ways;
}

function choice(alternatives: readonly AST.Alternative[], after: Next, flags: string): Next {
  const nexts = alternatives.map(({ elements }) => sequence(elements, after, flags));
  const heads = alternatives.map(({ elements }) => headOf(elements, flags));
  const together = heads.map((head) =>
    nexts.reduce((sum, { fixed }, at) => sum + (mayMeet(head, heads[at]!) ? fixed : 0), 0),
  );
  return {
    first: union(...nexts.map(({ first }) => first)),
    fixed: Math.max(...together),
    gaps: Math.max(...nexts.map(({ gaps }) => gaps)),
  };
}

function sequence(elements: readonly AST.Element[], after: Next, flags: string): Next {
  return elements.reduceRight((next, element) => node(element, next, flags), after);
}

/** The characters that a sequence begins with, as far as each of them is one. */
function headOf(elements: readonly AST.Element[], flags: string): CharSet[] {
  const head: CharSet[] = [];
  for (const element of elements) {
    if (isCharacter(element)) head.push(charSetOf(element, flags));
    else if (element.type !== 'Assertion') break;
  }
  return head;
}

const mayMeet = (a: readonly CharSet[], b: readonly CharSet[]): boolean =>
  a.every((set, at) => b[at] === undefined || intersects(set, b[at]));

function node(element: AST.Element, after: Next, flags: string): Next {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return { ...after, first: charSetOf(element, flags) };
    case 'Group':
    case 'CapturingGroup':
      return choice(element.alternatives, after, flags);
    case 'Quantifier':
      return element.max === 1 ? option(element, after, flags) : repetition(element, after, flags);
    case 'Assertion':
      return element.kind === 'lookahead' || element.kind === 'lookbehind'
        ? look(element, after, flags)
        : after;
    default:
      return { ...after, first: ANY };
  }
}

function look(element: AST.LookaroundAssertion, after: Next, flags: string): Next {
  const inner = waysOf(element, flags);
  return { ...after, fixed: after.fixed + inner.fixed, gaps: Math.max(after.gaps, inner.gaps) };
}

function option({ element, min }: AST.Quantifier, after: Next, flags: string): Next {
  const taken = node(element, after, flags);
  if (min === 1) return taken;
  const isOpen = intersects(taken.first, after.first);
  const fixed = isOpen ? taken.fixed + after.fixed : Math.max(taken.fixed, after.fixed);
  return { first: union(taken.first, after.first), fixed, gaps: taken.gaps };
}

function repetition({ element, min, max }: AST.Quantifier, after: Next, flags: string): Next {
  const once = node(element, { ...END, first: after.first }, flags);
  const isOpen = intersects(once.first, after.first);
  const first = min === 0 ? union(once.first, after.first) : once.first;
  if (max > COUNT_MAX)
    return { first, fixed: once.fixed * after.fixed, gaps: once.gaps + after.gaps + Number(isOpen) };
  const counts = isOpen ? max - min + 1 : 1;
  return { first, fixed: once.fixed ** max * counts * after.fixed, gaps: once.gaps * max + after.gaps };
}
