import type { AST } from '@eslint-community/regexpp';
import { isWordCode } from '../text/tokens.ts';
import { type CharSet, charSetOf, codesOf, isSubset, NOT_WORD_SET, sizeOf, WORD_SET } from './char-set.ts';
import { isCharacter, parsePattern } from './parse.ts';

/**
 * What a pattern's matches look like, as strings of symbols: a lower-case word character for itself,
 * and the marks below. Every match is described by at least one of the strings.
 * The idea (sets of exact strings, joined and crossed) is that of Russ Cox's trigram index,
 * https://swtch.com/~rsc/regexp/regexp4.html, with words in place of trigrams.
 */
const SEPARATOR = ' '; // at least one character, none of them a word character
const EDGE = '|'; // zero width: here a word ends or begins, if a word character touches it
const WORDS = '#'; // at least one word character, unknown
const UNKNOWN = '*'; // anything, or nothing

const STRINGS_MAX = 48;
const CLASS_MAX = 12;

/**
 * Tokens that must occur in any text that the pattern matches: at least one inner list holds wholly.
 * Null where nothing is certain. Word boundaries are proven on both sides of each token.
 */
export function requiredLiterals(source: string, flags = ''): string[][] | null {
  return requiredStrings(source, flags, tokensOfString);
}

/**
 * Runs of word characters that must occur in any text that the pattern matches, as parts of words or whole: at least
 * one inner list holds wholly, in any case. For a search by substring. Null where nothing is certain.
 * @param least characters that a run has to have
 */
export function requiredFragments(source: string, flags: string, least = 3): string[][] | null {
  return requiredStrings(source, flags, (symbols) => [
    ...new Set(symbols.match(/[a-z0-9_]+/g)?.filter((run) => run.length >= least)),
  ]);
}

function requiredStrings(
  source: string,
  flags: string,
  stringsOf: (symbols: string) => string[],
): string[][] | null {
  const parsed = parsePattern(source, flags);
  if (!parsed.ok) return null;
  const alternatives = describeAll(parsed.pattern.alternatives, flags).map(stringsOf);
  if (alternatives.some((strings) => strings.length === 0)) return null;
  const seen = new Set<string>();
  return alternatives.filter((strings) => {
    const key = strings.join(' ');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Whole words of a symbol string: runs of characters with a separator or an edge on both sides. */
function tokensOfString(symbols: string): string[] {
  const tokens = new Set<string>();
  for (const found of symbols.matchAll(/(?<=[ |])[a-z0-9_]+(?=[ |])/g)) tokens.add(found[0]);
  return [...tokens];
}

function describeAll(alternatives: AST.Alternative[], flags: string): string[] {
  return limit(alternatives.flatMap((alternative) => describeSequence(alternative.elements, flags)));
}

function describeSequence(elements: AST.Element[], flags: string): string[] {
  let strings = [''];
  for (const element of elements) strings = cross(strings, describe(element, flags));
  return strings;
}

function describe(node: AST.Element, flags: string): string[] {
  switch (node.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return describeSet(charSetOf(node, flags));
    case 'Group':
    case 'CapturingGroup':
      return node.type === 'Group' && node.modifiers ? [UNKNOWN] : describeAll(node.alternatives, flags);
    case 'Quantifier':
      return describeQuantifier(node, flags);
    case 'Assertion':
      return describeAssertion(node, flags);
    default:
      return [UNKNOWN];
  }
}

function describeSet(set: CharSet): string[] {
  const [range] = set;
  if (range === undefined) return [];
  if (set.length === 1 && range[0] === range[1])
    return [isWordCode(range[0]) ? String.fromCharCode(range[0]).toLowerCase() : SEPARATOR];
  if (isSubset(set, NOT_WORD_SET)) return [SEPARATOR];
  if (sizeOf(set) <= CLASS_MAX) {
    const symbols = codesOf(set).map((code) =>
      isWordCode(code) ? String.fromCharCode(code).toLowerCase() : SEPARATOR,
    );
    return [...new Set(symbols)];
  }
  return isSubset(set, WORD_SET) ? [WORDS] : [UNKNOWN];
}

function describeQuantifier(node: AST.Quantifier, flags: string): string[] {
  if (node.max === 0) return [''];
  const once = describe(node.element, flags);
  if (once.length === 1 && once[0] === UNKNOWN) return once;
  let strings: string[];
  if (once.length > 0 && once.every((symbols) => symbols === SEPARATOR)) strings = [SEPARATOR];
  else if (once.length > 0 && once.every((symbols) => /^[a-z0-9_#]+$/.test(symbols))) {
    strings =
      node.max === 1 ? once : node.min === node.max && node.min <= 4 ? repeat(once, node.min) : [WORDS];
  } else if (node.max === 1) strings = once;
  else strings = limit(once.map((symbols) => symbols + UNKNOWN));
  return node.min === 0 ? limit(['', ...strings]) : strings;
}

function repeat(once: string[], times: number): string[] {
  let strings = [''];
  for (let index = 0; index < times; index += 1) strings = cross(strings, once);
  return strings;
}

function describeAssertion(node: AST.Assertion, flags: string): string[] {
  switch (node.kind) {
    case 'start':
    case 'end':
      return [EDGE];
    case 'word':
      return [node.negate ? '' : EDGE];
    default:
      return [isWordEnd(node, flags) ? EDGE : ''];
  }
}

/** `(?!\w)`, `(?=\W|$)` and their like behind: no word character stands there. */
function isWordEnd(node: AST.LookaroundAssertion, flags: string): boolean {
  const sets = node.alternatives.map((alternative) => {
    const [only, ...rest] = alternative.elements;
    if (!only || rest.length > 0) return null;
    if (only.type === 'Assertion') return only.kind === 'start' || only.kind === 'end' ? 'edge' : null;
    return isCharacter(only) ? charSetOf(only, flags) : null;
  });
  if (node.negate) return sets.some((set) => set !== null && set !== 'edge' && isSubset(WORD_SET, set));
  return sets.every((set) => set === 'edge' || (set !== null && isSubset(set, NOT_WORD_SET)));
}

function cross(left: string[], right: string[]): string[] {
  if (left.length * right.length > STRINGS_MAX) {
    // Too many to spell out: keep the side that says more, and forget the other.
    return score(left) >= score(right)
      ? limit(left.map((symbols) => symbols + UNKNOWN))
      : limit(right.map((symbols) => UNKNOWN + symbols));
  }
  const [symbol] = right;
  if (right.length === 1 && symbol?.length === 1 && symbol !== EDGE && !left.some((a) => a.endsWith(EDGE)))
    return left.map((a) => join(a, symbol));
  return left.flatMap((a) => right.map((b) => join(a, b))).filter((symbols) => !IMPOSSIBLE.test(symbols));
}

/** A word boundary between two word characters. */
const IMPOSSIBLE = /[a-z0-9_#]\|+[a-z0-9_#]/;

function join(a: string, b: string): string {
  return a.endsWith(UNKNOWN) && b.startsWith(UNKNOWN) ? a + b.slice(1) : a + b;
}

/** Whole tokens in the poorest of the strings. */
function score(strings: string[]): number {
  return Math.min(...strings.map((symbols) => tokensOfString(symbols).length));
}

function limit(strings: string[]): string[] {
  const distinct = [...new Set(strings)];
  return distinct.length > STRINGS_MAX ? [UNKNOWN] : distinct;
}
