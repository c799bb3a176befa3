import { BARE, MARK, QUOTED, SUB, type Substitution, type Word } from './ast.ts';
import {
  BACKQUOTE,
  BACKSLASH,
  CLOSE,
  CLOSE_BRACE,
  DOLLAR,
  DOUBLE,
  LESS,
  NEWLINE,
  OPEN,
  OPEN_BRACE,
  SINGLE,
} from './characters.ts';
import { type Lexer, NESTING_MAX } from './lexer.ts';
import { compose, NOWHERE, type Source, slice } from './source.ts';
import { emptyWord, WordBuilder } from './word-builder.ts';

/** Deeper, a misread `$((` is not read again: each reading repeats what is inside. */
const REREAD_DEPTH_MAX = 3;

/** `$(`, `$((`, `${`, `$'`, `$"`, or a dollar that stands for itself or starts a name. */
export function readDollar(lexer: Lexer, word: Word, builder: WordBuilder, kind: number): void {
  const { text } = lexer;
  word.plain = false;
  word.expands = true;
  const next = text.charCodeAt(lexer.pos + 1);
  if (next === OPEN && lexer.depth < NESTING_MAX) {
    if (text.charCodeAt(lexer.pos + 2) === OPEN) readArithmetic(lexer, word, builder, kind);
    else readSubstitution(lexer, word, builder, '$()');
  } else if (next === OPEN_BRACE && lexer.depth < NESTING_MAX) {
    readParameter(lexer, word, builder, kind);
  } else if (next === SINGLE && kind === BARE) {
    lexer.ansiQuoted(word, builder);
  } else {
    const localised = next === DOUBLE && kind === BARE;
    if (localised) builder.segment(MARK, lexer.pos, ++lexer.pos);
    else builder.take(kind, lexer.pos, ++lexer.pos, text);
    if (localised) lexer.doubleQuoted(word, builder);
  }
}

/** `<( … )` and `>( … )`; an angle that opens none is a character. */
export function readProcess(lexer: Lexer, word: Word, builder: WordBuilder): void {
  word.plain = false;
  if (lexer.text.charCodeAt(lexer.pos + 1) === OPEN && lexer.depth < NESTING_MAX) {
    readSubstitution(lexer, word, builder, lexer.text.charCodeAt(lexer.pos) === LESS ? '<()' : '>()');
  } else {
    builder.take(BARE, lexer.pos, ++lexer.pos, lexer.text);
  }
}

function readSubstitution(lexer: Lexer, word: Word, builder: WordBuilder, kind: Substitution['kind']): void {
  const start = lexer.pos;
  lexer.pos += 2;
  lexer.depth++;
  const list = lexer.list(true);
  lexer.depth--;
  addSubstitution(word, builder, { kind, list, source: lexer.source }, start, lexer.pos);
}

function addSubstitution(
  word: Word,
  builder: WordBuilder,
  sub: Substitution,
  start: number,
  end: number,
): void {
  word.subs.push(sub);
  builder.literal(sub.kind, NOWHERE);
  builder.segment(SUB, start, end);
}

/** A substitution from `start` to where the lexer stands, whose inside is read as a list of its own. */
function addReread(lexer: Lexer, word: Word, builder: WordBuilder, source: Source, start: number): void {
  const list = lexer.copy(source).list(false);
  addSubstitution(word, builder, { kind: '$()', list, source }, start, lexer.pos);
}

/**
 * `$(( … ))`. Substitutions inside it are executed. Where it does not end in two adjacent parentheses it was a
 * subshell at the start of a substitution, and is read as one.
 */
function readArithmetic(lexer: Lexer, word: Word, builder: WordBuilder, kind: number): void {
  const start = lexer.pos;
  lexer.pos += 3;
  const inner = emptyWord(start);
  const adjacent = passArithmetic(lexer, inner, kind);
  if (adjacent || lexer.depth >= REREAD_DEPTH_MAX) {
    word.subs.push(...inner.subs);
    builder.literal('$(())', NOWHERE);
    builder.segment(SUB, start, lexer.pos);
    return;
  }
  const copy = slice(lexer.source, start + 2, Math.max(start + 2, lexer.pos - 1));
  addReread(lexer, word, builder, copy, start);
}

/** Passes to the end of `(( … ))`, the position being after its opening. True where it ends in `))`. */
export function passArithmetic(lexer: Lexer, inner: Word, kind: number): boolean {
  const { text } = lexer;
  const builder = new WordBuilder(inner);
  let open = 2;
  let lastClose = -1;
  lexer.depth++;
  while (lexer.pos < text.length && open > 0) {
    const code = text.charCodeAt(lexer.pos);
    if (code === DOLLAR) readDollar(lexer, inner, builder, kind);
    else if (code === BACKQUOTE) readBackquoted(lexer, inner, builder, kind);
    else {
      if (code === OPEN) open++;
      else if (code === CLOSE && --open === 1) lastClose = lexer.pos;
      lexer.pos++;
    }
  }
  lexer.depth--;
  return open > 0 || lastClose === lexer.pos - 2;
}

/** `${ … }` with whatever is nested in it, kept in the value as it is written. */
function readParameter(lexer: Lexer, word: Word, builder: WordBuilder, kind: number): void {
  const { text } = lexer;
  builder.take(kind, lexer.pos, lexer.pos + 2, text);
  lexer.pos += 2;
  lexer.depth++;
  while (lexer.pos < text.length) {
    const code = text.charCodeAt(lexer.pos);
    if (code === CLOSE_BRACE) {
      builder.take(kind, lexer.pos, ++lexer.pos, text);
      break;
    }
    if (code === DOLLAR) readDollar(lexer, word, builder, kind);
    else if (code === BACKQUOTE) readBackquoted(lexer, word, builder, kind);
    else if (code === SINGLE && kind === BARE) lexer.singleQuoted(word, builder);
    else if (code === DOUBLE && kind === BARE) lexer.doubleQuoted(word, builder);
    else if (code === DOUBLE) break;
    else {
      const start = lexer.pos;
      lexer.pos = Math.min(start + (code === BACKSLASH ? 2 : 1), text.length);
      builder.take(kind, start, lexer.pos, text);
    }
  }
  lexer.depth--;
}

/** Backquotes: their inside is decoded once and read as a list of its own. */
export function readBackquoted(lexer: Lexer, word: Word, builder: WordBuilder, kind: number): void {
  const { text } = lexer;
  const start = lexer.pos++;
  word.plain = false;
  const inner = emptyWord(start);
  const decoded = new WordBuilder(inner);
  while (lexer.pos < text.length && text.charCodeAt(lexer.pos) !== BACKQUOTE) {
    const next = text.charCodeAt(lexer.pos + 1);
    const escaped =
      text.charCodeAt(lexer.pos) === BACKSLASH &&
      (next === BACKQUOTE || next === BACKSLASH || next === DOLLAR || (next === DOUBLE && kind === QUOTED));
    if (escaped) lexer.pos++;
    decoded.append(lexer.pos, ++lexer.pos, text);
  }
  if (lexer.pos < text.length) lexer.pos++;
  if (lexer.depth >= NESTING_MAX) {
    builder.take(kind, start, lexer.pos, text);
    return;
  }
  const copy = compose(lexer.source, inner.value === '' ? [] : [inner]);
  addReread(lexer, word, builder, copy, start);
}

/** The inside of an array or a glob, up to its closing parenthesis, as part of the word. */
export function readParenthesis(lexer: Lexer, word: Word, builder: WordBuilder): void {
  const { text } = lexer;
  word.plain = false;
  builder.take(BARE, lexer.pos, ++lexer.pos, text);
  if (lexer.depth >= NESTING_MAX) return;
  lexer.depth++;
  while (lexer.pos < text.length && text.charCodeAt(lexer.pos) !== CLOSE) {
    const before = lexer.pos;
    lexer.skipBlank();
    while (text.charCodeAt(lexer.pos) === NEWLINE) {
      lexer.pos++;
      lexer.skipBlank();
    }
    if (lexer.pos > before) builder.literal(' ', before);
    if (lexer.pos < text.length && text.charCodeAt(lexer.pos) !== CLOSE) lexer.part(word, builder);
  }
  lexer.depth--;
  if (lexer.pos < text.length) builder.take(BARE, lexer.pos, ++lexer.pos, text);
}
