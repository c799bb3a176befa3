import type { Substitution, Word } from './ast.ts';
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
import { emptyWord } from './empty.ts';
import { type Lexer, NESTING_MAX } from './lexer.ts';

/** Deeper, a misread `$((` is not read again: each reading repeats what is inside. */
const REREAD_DEPTH_MAX = 3;

/** `$(`, `$((`, `${`, `$'`, `$"`, or a dollar that stands for itself or starts a name. */
export function readDollar(lexer: Lexer, word: Word, inQuotes: boolean): void {
  const { text } = lexer;
  word.plain = false;
  word.expands = true;
  const next = text.charCodeAt(lexer.pos + 1);
  if (next === OPEN && lexer.depth < NESTING_MAX) {
    if (text.charCodeAt(lexer.pos + 2) === OPEN) readArithmetic(lexer, word, inQuotes);
    else readSubstitution(lexer, word, '$()');
  } else if (next === OPEN_BRACE && lexer.depth < NESTING_MAX) {
    readParameter(lexer, word, inQuotes);
  } else if (next === SINGLE && !inQuotes) {
    lexer.ansiQuoted(word);
  } else if (next === DOUBLE && !inQuotes) {
    lexer.pos++;
    lexer.doubleQuoted(word);
  } else {
    lexer.take(word, lexer.pos + 1);
  }
}

/** `<( … )` and `>( … )`; an angle that opens none is a character. */
export function readProcess(lexer: Lexer, word: Word): void {
  word.plain = false;
  if (lexer.text.charCodeAt(lexer.pos + 1) === OPEN && lexer.depth < NESTING_MAX) {
    readSubstitution(lexer, word, lexer.text.charCodeAt(lexer.pos) === LESS ? '<()' : '>()');
  } else {
    lexer.take(word, lexer.pos + 1);
  }
}

function readSubstitution(lexer: Lexer, word: Word, kind: Substitution['kind']): void {
  lexer.pos += 2;
  lexer.depth++;
  const list = lexer.list(true);
  lexer.depth--;
  addSubstitution(word, { kind, list, source: lexer.text });
}

function addSubstitution(word: Word, sub: Substitution): void {
  word.subs.push(sub);
  word.value += sub.kind;
}

/** A substitution whose inside is read as a list of its own. */
function addReread(lexer: Lexer, word: Word, source: string): void {
  addSubstitution(word, { kind: '$()', list: lexer.copy(source).list(false), source });
}

/**
 * `$(( … ))`. Substitutions inside it are executed. Where it does not end in two adjacent parentheses it was a
 * subshell at the start of a substitution, and is read as one.
 */
function readArithmetic(lexer: Lexer, word: Word, inQuotes: boolean): void {
  const start = lexer.pos;
  lexer.pos += 3;
  const inner = emptyWord(start);
  const adjacent = passArithmetic(lexer, inner, inQuotes);
  if (adjacent || lexer.depth >= REREAD_DEPTH_MAX) {
    word.subs.push(...inner.subs);
    word.value += '$(())';
    return;
  }
  addReread(lexer, word, lexer.text.slice(start + 2, Math.max(start + 2, lexer.pos - 1)));
}

/** Passes to the end of `(( … ))`, the position being after its opening. True where it ends in `))`. */
export function passArithmetic(lexer: Lexer, inner: Word, inQuotes: boolean): boolean {
  const { text } = lexer;
  let open = 2;
  let lastClose = -1;
  lexer.depth++;
  while (lexer.pos < text.length && open > 0) {
    const code = text.charCodeAt(lexer.pos);
    if (code === DOLLAR) readDollar(lexer, inner, inQuotes);
    else if (code === BACKQUOTE) readBackquoted(lexer, inner, inQuotes);
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
function readParameter(lexer: Lexer, word: Word, inQuotes: boolean): void {
  const { text } = lexer;
  lexer.take(word, lexer.pos + 2);
  lexer.depth++;
  while (lexer.pos < text.length) {
    const code = text.charCodeAt(lexer.pos);
    if (code === CLOSE_BRACE) {
      lexer.take(word, lexer.pos + 1);
      break;
    }
    if (code === DOLLAR) readDollar(lexer, word, inQuotes);
    else if (code === BACKQUOTE) readBackquoted(lexer, word, inQuotes);
    else if (code === SINGLE && !inQuotes) lexer.singleQuoted(word);
    else if (code === DOUBLE && !inQuotes) lexer.doubleQuoted(word);
    else if (code === DOUBLE) break;
    else lexer.take(word, Math.min(lexer.pos + (code === BACKSLASH ? 2 : 1), text.length));
  }
  lexer.depth--;
}

/** Backquotes: their inside is decoded once and read as a list of its own. */
export function readBackquoted(lexer: Lexer, word: Word, inQuotes: boolean): void {
  const { text } = lexer;
  const start = lexer.pos++;
  word.plain = false;
  let inner = '';
  while (lexer.pos < text.length && text.charCodeAt(lexer.pos) !== BACKQUOTE) {
    const next = text.charCodeAt(lexer.pos + 1);
    const escaped =
      text.charCodeAt(lexer.pos) === BACKSLASH &&
      (next === BACKQUOTE || next === BACKSLASH || next === DOLLAR || (next === DOUBLE && inQuotes));
    if (escaped) lexer.pos++;
    inner += text[lexer.pos++];
  }
  if (lexer.pos < text.length) lexer.pos++;
  if (lexer.depth >= NESTING_MAX) word.value += text.slice(start, lexer.pos);
  else addReread(lexer, word, inner);
}

/** The inside of an array or a glob, up to its closing parenthesis, as part of the word. */
export function readParenthesis(lexer: Lexer, word: Word): void {
  const { text } = lexer;
  word.plain = false;
  lexer.take(word, lexer.pos + 1);
  if (lexer.depth >= NESTING_MAX) return;
  lexer.depth++;
  while (lexer.pos < text.length && text.charCodeAt(lexer.pos) !== CLOSE) {
    const before = lexer.pos;
    lexer.skipBlank();
    while (text.charCodeAt(lexer.pos) === NEWLINE) {
      lexer.pos++;
      lexer.skipBlank();
    }
    if (lexer.pos > before) word.value += ' ';
    if (lexer.pos < text.length && text.charCodeAt(lexer.pos) !== CLOSE) lexer.part(word);
  }
  lexer.depth--;
  if (lexer.pos < text.length) lexer.take(word, lexer.pos + 1);
}
