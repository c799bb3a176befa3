import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { remembered } from '../text/remembered.ts';

const parser = new RegExpParser({ ecmaVersion: 2024, strict: false });

type Parsed = { ok: true; pattern: AST.Pattern } | { ok: false; reason: string };

/** Parses a JavaScript regular expression (flags `i`, `m`, `s`), or says why it is none. Never throws. */
export const parsePattern = (source: string, flags = ''): Parsed => parsed(`${flags}/${source}`);

/** One pattern is looked at by several rules in a row. */
const parsed = remembered(200, (key) => {
  const slash = key.indexOf('/');
  return parse(key.slice(slash + 1), key.slice(0, slash));
});

/** A part of a pattern that stands for one character. */
type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass;

export const isCharacter = (node: AST.Element): node is CharacterNode =>
  node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass';

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
