import type { AST } from '@eslint-community/regexpp';
import type { LinearProgram } from '../inject/linear.ts';
import type { CompiledPattern } from '../model/compiled.ts';
import { type CharSet, charSetOf, complement } from './char-set.ts';
import { isGapPattern } from './gap-pattern.ts';
import { globToSource } from './glob.ts';
import { linearProgram } from './linear-program.ts';
import { parsePattern } from './parse.ts';
import { isSafeByStructure } from './structure.ts';

/** What a pattern is run on: each simple command (or the raw one), a path, new content, an error text. */
export type PatternKind = 'command' | 'path' | 'content' | 'error';

export type CompileResult =
  | {
      ok: true;
      pattern: CompiledPattern;
      /** Sources that structure alone does not prove safe: `assessPattern` decides. Empty for most. */
      doubtful: string[];
    }
  | { ok: false; reason: string };

const RAW_PREFIX = 'raw:';
const SOURCE_CHARS_MAX = 2000;

/**
 * Turns a pattern of a lesson into what the hook runs. `(?i)` and `(?s)` at the start become flags,
 * `raw:` chooses the raw command, globs become regular expressions, and lookarounds at the ends are
 * rewritten away: where that is exact, in place; else as `match` and `unless`.
 */
export function compilePattern(source: string, kind: PatternKind): CompileResult {
  if (source.length > SOURCE_CHARS_MAX) return refuse(`longer than ${SOURCE_CHARS_MAX} characters`);
  const raw = kind === 'command' && source.startsWith(RAW_PREFIX);
  const body = raw ? source.slice(RAW_PREFIX.length) : source;
  const { text, flags } = kind === 'path' ? { text: globToSource(body), flags: '' } : takeFlags(body);
  if (text.trim() === '') return refuse('empty');
  const parsed = parsePattern(text, flags);
  if (!parsed.ok) return refuse(parsed.reason);
  const rewritten = rewrite(text, parsed.pattern, flags);
  for (const part of [rewritten.match, rewritten.unless]) {
    if (part === null) continue;
    const check = parsePattern(part, flags);
    if (!check.ok) return refuse(check.reason);
  }
  if (kind !== 'path' && matchesEmpty(rewritten.match, flags))
    return refuse('matches the empty text, so it matches everything');
  const match = provenBy(rewritten.match, flags, kind);
  const unless = rewritten.unless === null ? 'structure' : provenBy(rewritten.unless, flags, kind);
  const doubtful: string[] = [];
  if (match === null) doubtful.push(rewritten.match);
  if (unless === null && rewritten.unless !== null) doubtful.push(rewritten.unless);
  const view = kind === 'command' && !raw ? 'shell' : 'raw';
  const pattern: CompiledPattern = { source, ...rewritten, flags, view };
  const linear = { match: programOf(match), unless: programOf(unless) };
  if (linear.match || linear.unless) pattern.linear = linear;
  return { ok: true, pattern, doubtful };
}

/**
 * What makes a regular expression safe to run: its structure, a machine that is linear whatever the text
 * (for the everyday shape with gaps, and for globs), or nothing that is known here.
 */
function provenBy(source: string, flags: string, kind: PatternKind): 'structure' | LinearProgram | null {
  if (isSafeByStructure(source, flags)) return 'structure';
  return kind === 'path' || isGapPattern(source, flags) ? linearProgram(source, flags) : null;
}

function programOf(proof: 'structure' | LinearProgram | null): LinearProgram | null {
  return proof === 'structure' ? null : proof;
}

function refuse(reason: string): CompileResult {
  return { ok: false, reason };
}

/** True where the pattern is satisfied by nothing at all. */
function matchesEmpty(source: string, flags: string): boolean {
  return new RegExp(source, flags).test('');
}

/** Takes `(?i)`, `(?s)`, `(?is)` off the start, as written in other dialects. */
function takeFlags(source: string): { text: string; flags: string } {
  const found = /^\(\?([ims]{1,3})\)/.exec(source);
  if (!found?.[1]) return { text: source, flags: '' };
  return { text: source.slice(found[0].length), flags: [...new Set(found[1])].sort().join('') };
}

interface Rewritten {
  match: string;
  unless: string | null;
}

/** Removes lookarounds from the two ends of a pattern that has one alternative. */
function rewrite(source: string, pattern: AST.Pattern, flags: string): Rewritten {
  const [only, ...others] = pattern.alternatives;
  if (!only || others.length > 0 || !source.includes('(?')) return { match: source, unless: null };
  const elements = [...only.elements];
  let prefix = '';
  let suffix = '';
  let unless: string | null = null;
  const lead = atStart(elements, flags);
  if (lead) {
    elements.splice(0, lead.taken);
    prefix = lead.prefix;
    unless = lead.unless;
  }
  const last = elements[elements.length - 1];
  if (last && isLookaround(last, 'lookahead')) {
    const text = elements
      .slice(0, -1)
      .map((element) => element.raw)
      .join('');
    const exact = consuming(last, flags, '$');
    if (exact !== null) {
      elements.pop();
      suffix = exact;
    } else if (last.negate && unless === null) {
      elements.pop();
      unless = unlessOf(`${prefix}${text}`, inner(last));
    }
  }
  return { match: prefix + elements.map((element) => element.raw).join('') + suffix, unless };
}

/** `^(?!X)…`, `(?<!X)…` and `(?<=X)…`: how many elements go, and what takes their place. */
function atStart(
  elements: AST.Element[],
  flags: string,
): { taken: number; prefix: string; unless: string | null } | null {
  const [first, second] = elements;
  if (!first) return null;
  if (first.type === 'Assertion' && first.kind === 'start' && second && isLookaround(second, 'lookahead')) {
    return second.negate ? { taken: 2, prefix: '^', unless: `^(?:${inner(second)})` } : null;
  }
  if (isLookaround(first, 'lookbehind')) {
    const exact = consuming(first, flags, '^');
    if (exact !== null) return { taken: 1, prefix: exact, unless: null };
  }
  return null;
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
  const sets: CharSet[] = [];
  for (const alternative of node.alternatives) {
    const [only, ...rest] = alternative.elements;
    if (!only || rest.length > 0) return null;
    if (only.type === 'Assertion' || only.type === 'Quantifier') return null;
    if (only.type !== 'Character' && only.type !== 'CharacterSet' && only.type !== 'CharacterClass')
      return null;
    sets.push(charSetOf(only, flags));
  }
  const members = node.alternatives.map((alternative) => alternative.raw);
  const [single] = members;
  if (single === undefined) return null;
  if (sets.length === 1 && complement(sets[0] ?? []).length === 0) return edge;
  const negated = sets.length === 1 ? negate(node.alternatives[0]?.elements[0]) : null;
  if (negated === null) return null;
  return edge === '$' ? `(?:${negated}|$)` : `(?:^|${negated})`;
}

/** The class of all other characters. */
function negate(node: AST.Element | undefined): string | null {
  if (!node) return null;
  if (node.type === 'CharacterClass') {
    const body = node.raw.slice(node.negate ? 2 : 1, -1);
    return node.negate ? `[${body}]` : `[^${body}]`;
  }
  if (node.type === 'CharacterSet') return node.kind === 'any' ? '[\\n\\r\\u2028\\u2029]' : `[^${node.raw}]`;
  if (node.type !== 'Character') return null;
  return `[^${/^[\]^\\-]$/.test(node.raw) ? `\\${node.raw}` : node.raw}]`;
}

/**
 * What must not hold beside `body(?!X)`. Where X looks anywhere further on (`.*--dry-run`), it is looked for
 * in the whole text: the pair stays linear, and a flag counts wherever it stands. Else right behind the body.
 */
function unlessOf(body: string, lookahead: string): string {
  const anywhere = /^(?:\.\*\??|\[\^[^\]\\]*\]\*\??|\[\\s\\S\]\*\??|\(\?:\.\*\??\))/.exec(lookahead);
  if (anywhere && anywhere[0].length < lookahead.length && !hasTopLevelBar(lookahead)) {
    return lookahead.slice(anywhere[0].length);
  }
  return `${body}(?:${lookahead})`;
}

function hasTopLevelBar(source: string): boolean {
  const parsed = parsePattern(source);
  return !parsed.ok || parsed.pattern.alternatives.length > 1;
}
