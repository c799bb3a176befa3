import type { AST } from '@eslint-community/regexpp';
import { charSetOf, complement } from './char-set.ts';
import { isCharacter, parsePattern } from './parse.ts';

/** A pattern in two parts: `match` holds and `unless` does not. */
interface Rewritten {
  match: string;
  unless: string | null;
}

/**
 * Removes lookarounds from a pattern that has one alternative: at its ends in place, where a consuming text means the
 * same; `(?!.*X)`, wherever it stands, and other trailing or leading exceptions as `unless`. What cannot be removed stays.
 */
export function rewriteLookarounds(source: string, pattern: AST.Pattern, flags: string): Rewritten {
  const [only, ...others] = pattern.alternatives;
  if (!only || others.length > 0 || !source.includes('(?')) return { match: source, unless: null };
  const exceptions: string[] = [];
  const elements = only.elements.filter((element) => {
    const anywhere =
      isLookaround(element, 'lookahead') && element.negate ? textAnywhere(inner(element)) : null;
    if (anywhere !== null) exceptions.push(anywhere);
    return anywhere === null;
  });
  const prefix = takeStart(elements, flags, exceptions);
  const suffix = takeEnd(elements, flags, exceptions, prefix);
  return {
    match: prefix + rawOf(elements) + suffix,
    unless: exceptions.length === 0 ? null : exceptions.join('|'),
  };
}

/** Takes a lookaround off the start: `^(?!X)`, `(?<!X)`, `(?<=X)`; returns what stands in its place. */
function takeStart(elements: AST.Element[], flags: string, exceptions: string[]): string {
  const [first, second] = elements;
  if (!first) return '';
  if (first.type === 'Assertion' && first.kind === 'start' && second && isLookaround(second, 'lookahead')) {
    if (!second.negate) return '';
    exceptions.push(`^(?:${inner(second)})`);
    elements.splice(0, 2);
    return '^';
  }
  if (!isLookaround(first, 'lookbehind')) return '';
  const exact = consuming(first, flags, '^');
  if (exact === null) return '';
  elements.shift();
  return exact;
}

/** The same at the end: `(?!X)`, `(?=X)`. */
function takeEnd(elements: AST.Element[], flags: string, exceptions: string[], prefix: string): string {
  const last = elements[elements.length - 1];
  if (!last || !isLookaround(last, 'lookahead')) return '';
  const exact = consuming(last, flags, '$');
  if (exact === null && !last.negate) return '';
  elements.pop();
  if (exact !== null) return exact;
  exceptions.push(`${prefix}${rawOf(elements)}(?:${inner(last)})`);
  return '';
}

function rawOf(elements: AST.Element[]): string {
  return elements.map((element) => element.raw).join('');
}

type Lookaround = AST.LookaroundAssertion;

function isLookaround(node: AST.Element, kind: Lookaround['kind']): node is Lookaround {
  return node.type === 'Assertion' && node.kind === kind;
}

function inner(node: Lookaround): string {
  return node.alternatives.map((alternative) => alternative.raw).join('|');
}

/**
 * A lookaround at the very end (or start) of a pattern as text that is matched for real, which is the same
 * where nothing follows; null where it cannot be said. `edge` is `$` or `^`.
 */
function consuming(node: Lookaround, flags: string, edge: '$' | '^'): string | null {
  if (!node.negate) return `(?:${inner(node)})`;
  const [alternative, ...others] = node.alternatives;
  const [only, ...rest] = alternative?.elements ?? [];
  if (!only || others.length + rest.length > 0 || !isCharacter(only)) return null;
  if (complement(charSetOf(only, flags)).length === 0) return edge;
  return edge === '$' ? `(?:${negated(only)}|$)` : `(?:^|${negated(only)})`;
}

/** The class of all other characters. */
function negated(node: AST.Character | AST.CharacterSet | AST.CharacterClass): string {
  if (node.type === 'CharacterClass') {
    const body = node.raw.slice(node.negate ? 2 : 1, -1);
    return node.negate ? `[${body.replace(/^\^/, '\\^')}]` : `[^${body}]`;
  }
  if (node.type === 'CharacterSet') return node.kind === 'any' ? '[\\n\\r\\u2028\\u2029]' : `[^${node.raw}]`;
  return `[^${/^[\]^\\-]$/.test(node.raw) ? `\\${node.raw}` : node.raw}]`;
}

/**
 * The X of a lookahead for X anywhere further on (`.*--dry-run`), or null. It is looked for in the whole text:
 * that stays linear, and a flag counts wherever it stands.
 */
function textAnywhere(lookahead: string): string | null {
  const gap = /^(?:\.\*\??|\[\^[^\]\\]*\]\*\??|\[\\s\\S\]\*\??|\(\?:\.\*\??\))/.exec(lookahead);
  if (!gap || gap[0].length >= lookahead.length) return null;
  const parsed = parsePattern(lookahead);
  return parsed.ok && parsed.pattern.alternatives.length === 1 ? lookahead.slice(gap[0].length) : null;
}
