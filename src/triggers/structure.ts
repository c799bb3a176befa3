import type { AST } from '@eslint-community/regexpp';
import { ANY, type CharSet, charSetOf, intersects, NONE, union } from './char-set.ts';
import { isCharacter, parsePattern } from './parse.ts';
import { waysOf } from './ways.ts';

const STATES_MAX = 400;
/** At each place of a text they are tried anew. */
const WAYS_MAX = 1000;

/**
 * True where the syntax alone proves that matching is linear in the text: no backreference, no lookaround,
 * no repetition inside an unbounded one, every unbounded repetition can stop in one way only (what follows
 * cannot begin with what is repeated), and few ways lead through parts that may be left out and alternatives that
 * begin alike. A pattern that begins with an unbounded repetition is not proven, since the search starts again at
 * every character.
 */
export function isSafeByStructure(source: string, flags: string): boolean {
  const parsed = parsePattern(source, flags);
  if (!parsed.ok) return false;
  const isSafe = parsed.pattern.alternatives.every((alternative) => {
    const walk: Walk = { flags, states: 0, safe: true };
    sequence(alternative.elements, { first: NONE, nullable: true }, walk, true);
    return walk.safe && walk.states <= STATES_MAX;
  });
  return isSafe && waysOf(parsed.pattern, flags).fixed <= WAYS_MAX;
}

interface Walk {
  flags: string;
  states: number;
  safe: boolean;
}

/** What may come next: the characters, and whether nothing at all. */
interface Next {
  first: CharSet;
  nullable: boolean;
}

/** Walks from the end, so that each node knows what may follow it. Returns what the sequence may begin with. */
function sequence(elements: AST.Element[], after: Next, walk: Walk, leading: boolean): Next {
  let next = after;
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const element = elements[index];
    if (element) next = node(element, next, walk, leading && index === 0);
  }
  return next;
}

function node(element: AST.Element, after: Next, walk: Walk, leading: boolean): Next {
  walk.states += 1;
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return { first: charSetOf(element, walk.flags), nullable: false };
    case 'Group':
    case 'CapturingGroup':
      return choice(element.alternatives, after, walk, leading);
    case 'Quantifier':
      return repetition(element, after, walk, leading);
    case 'Assertion':
      if (element.kind === 'lookahead' || element.kind === 'lookbehind') walk.safe = false;
      return after;
    default:
      walk.safe = false;
      return { first: ANY, nullable: true };
  }
}

function choice(alternatives: AST.Alternative[], after: Next, walk: Walk, leading: boolean): Next {
  const nexts = alternatives.map((alternative) => sequence(alternative.elements, after, walk, leading));
  return {
    first: union(...nexts.map((next) => next.first)),
    nullable: nexts.some((next) => next.nullable),
  };
}

function repetition(element: AST.Quantifier, after: Next, walk: Walk, leading: boolean): Next {
  const unbounded = element.max === Number.POSITIVE_INFINITY;
  const inner = element.element;
  if (!unbounded) {
    walk.states += element.max > 1 ? element.max : 0;
    if (element.max > 1 && !isCharacter(inner)) walk.safe = false;
    const first = node(inner, after, walk, leading);
    if (isCharacter(inner) && element.max > 4 && (leading || intersects(first.first, after.first)))
      walk.safe = false;
    return element.min === 0
      ? { first: union(first.first, after.first), nullable: first.nullable || after.nullable }
      : first;
  }
  if (!isCharacter(inner)) {
    walk.safe = false;
    return { first: ANY, nullable: true };
  }
  const set = charSetOf(inner, walk.flags);
  if (leading || intersects(set, after.first)) walk.safe = false;
  return element.min === 0
    ? { first: union(set, after.first), nullable: after.nullable }
    : { first: set, nullable: false };
}
