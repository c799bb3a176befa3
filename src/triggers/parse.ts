import { type AST, RegExpParser } from '@eslint-community/regexpp';

const parser = new RegExpParser({ ecmaVersion: 2024, strict: false });

type Parsed = { ok: true; pattern: AST.Pattern } | { ok: false; reason: string };

/** One pattern is looked at by several rules in a row. */
const recent = new Map<string, Parsed>();
const RECENT_MAX = 200;

/** Parses a JavaScript regular expression (flags `i`, `m`, `s`), or says why it is none. Never throws. */
export function parsePattern(source: string, flags = ''): Parsed {
  const key = `${flags}/${source}`;
  const known = recent.get(key);
  if (known) return known;
  if (recent.size >= RECENT_MAX) recent.clear();
  const parsed = parse(source, flags);
  recent.set(key, parsed);
  return parsed;
}

function parse(source: string, flags: string): Parsed {
  try {
    // The engine's own opinion first: the syntax tree is only as good as what will run.
    new RegExp(source, flags);
    return { ok: true, pattern: parser.parsePattern(source, 0, source.length, {}) };
  } catch (error) {
    return {
      ok: false,
      reason: `not a regular expression: ${error instanceof Error ? error.message : error}`,
    };
  }
}
