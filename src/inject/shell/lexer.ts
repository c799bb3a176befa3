import { BARE, type Comment, type List, MARK, QUOTED, type Redirect, type Word } from './ast.ts';
import {
  AMPERSAND,
  ansiEscape,
  BACKQUOTE,
  BACKSLASH,
  BAR,
  CLOSE,
  DOLLAR,
  DOUBLE,
  GREATER,
  HASH,
  isDoubleSpecial,
  isSpecial,
  LESS,
  NEWLINE,
  OPEN,
  RETURN,
  SEMICOLON,
  SINGLE,
  SPACE,
  TAB,
} from './characters.ts';
import { readBackquoted, readDollar, readParenthesis, readProcess } from './expansions.ts';
import type { Source } from './source.ts';
import { emptyWord, WordBuilder } from './word-builder.ts';

/** Substitutions and groups inside each other; deeper ones are read as plain text. */
export const NESTING_MAX = 12;

const ARRAY = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=$/;

/**
 * Pieces of words that are read of one command line, and as many of the lines inside it. Each takes some microseconds
 * and the hook has a deadline; of 8,500 commands of real sessions none has more than 300.
 */
export const PIECES_MAX = 6000;

/** What all lexers of one command line share. */
export interface Reading {
  comments: Comment[];
  /** How many may still be read. */
  pieces: number;
}

interface PendingHereDocument {
  redirect: Redirect;
  delimiter: string;
  quoted: boolean;
  strip: boolean;
}

/**
 * Words of a POSIX shell, bash and zsh. Every character is read once, but for the copies made of backquotes and
 * here-documents, whose number is bounded by the nesting.
 */
export abstract class Lexer {
  pos = 0;
  depth: number;
  readonly source: Source;
  readonly text: string;
  readonly pending: PendingHereDocument[] = [];
  readonly reading: Reading;

  constructor(source: Source, depth: number, reading: Reading) {
    this.source = source;
    this.text = source.text;
    this.depth = depth;
    this.reading = reading;
  }

  /** Reads a list to the end of the text, or, inside parentheses, up to and including the closing one. */
  abstract list(nested: boolean): List;
  /** A lexer over a decoded copy, one level deeper. */
  abstract copy(source: Source): Lexer;

  /** Passes blanks, continued lines and comments; stops at a line break. */
  skipBlank(): void {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.pos);
      if (code === SPACE || code === TAB || code === RETURN) this.pos++;
      else if (code === BACKSLASH && text.charCodeAt(this.pos + 1) === NEWLINE) this.pos += 2;
      else if (code === BACKSLASH && text.startsWith('\r\n', this.pos + 1)) this.pos += 3;
      else if (code === HASH) this.comment();
      else return;
    }
  }

  private comment(): void {
    const end = this.text.indexOf('\n', this.pos);
    const stop = end < 0 ? this.text.length : end;
    this.reading.comments.push({ source: this.source, start: this.pos, end: stop });
    this.pos = stop;
    this.count();
  }

  /** Where too much was read already, the text ends here. */
  count(): void {
    if (this.reading.pieces-- <= 0) this.pos = this.text.length;
  }

  /** True where a word ends: a blank, an operator, the end. */
  private atBreak(): boolean {
    const code = this.text.charCodeAt(this.pos);
    switch (code) {
      case SPACE:
      case TAB:
      case NEWLINE:
      case RETURN:
      case SEMICOLON:
      case AMPERSAND:
      case BAR:
      case OPEN:
      case CLOSE:
        return true;
      case LESS:
      case GREATER:
        return this.text.charCodeAt(this.pos + 1) !== OPEN;
      default:
        return this.pos >= this.text.length;
    }
  }

  /**
   * Reads one word. Always advances.
   * @param test true inside `[[ ]]`, where parentheses and bars belong to a word
   */
  word(test = false): Word {
    const word = emptyWord(this.pos);
    const builder = new WordBuilder(word);
    do this.part(word, builder);
    while (!this.atBreak() || this.continues(word, test));
    word.end = this.pos;
    if (word.runs.length === 0) word.runs.push(0, word.start);
    return word;
  }

  /** A parenthesis or bar that belongs to a word: an array, an extended glob, a pattern in a test. */
  private continues(word: Word, test: boolean): boolean {
    const code = this.text.charCodeAt(this.pos);
    if (test && (code === OPEN || code === CLOSE || code === BAR)) return word.value !== '' && code !== CLOSE;
    if (code !== OPEN || word.quoted || word.value.length < 2) return false;
    return '?*+@!'.includes(word.value.at(-1)!) || (word.value.length < 200 && ARRAY.test(word.value));
  }

  /** One piece of a word: a quote, an expansion, an escape, or a run of plain characters. */
  part(word: Word, builder: WordBuilder): void {
    this.count();
    switch (this.text.charCodeAt(this.pos)) {
      case BACKSLASH:
        this.escaped(word, builder);
        return;
      case SINGLE:
        this.singleQuoted(word, builder);
        return;
      case DOUBLE:
        this.doubleQuoted(word, builder);
        return;
      case BACKQUOTE:
        readBackquoted(this, word, builder, BARE);
        return;
      case DOLLAR:
        readDollar(this, word, builder, BARE);
        return;
      case LESS:
      case GREATER:
        readProcess(this, word, builder);
        return;
      case OPEN:
        readParenthesis(this, word, builder);
        return;
      default:
        this.run(builder);
    }
  }

  private run(builder: WordBuilder): void {
    const start = this.pos++;
    while (this.pos < this.text.length && !isSpecial(this.text.charCodeAt(this.pos))) this.pos++;
    builder.take(BARE, start, this.pos, this.text);
  }

  private escaped(word: Word, builder: WordBuilder): void {
    const { text } = this;
    word.plain = false;
    const end = Math.min(this.pos + 2, text.length);
    builder.segment(BARE, this.pos, end);
    if (end - this.pos < 2) builder.append(this.pos, end, text);
    else if (text.charCodeAt(this.pos + 1) !== NEWLINE) builder.append(this.pos + 1, end, text);
    this.pos = end;
  }

  singleQuoted(word: Word, builder: WordBuilder): void {
    word.quoted = true;
    word.plain = false;
    const close = this.text.indexOf("'", this.pos + 1);
    const end = close < 0 ? this.text.length : close;
    builder.segment(MARK, this.pos, this.pos + 1);
    builder.take(QUOTED, this.pos + 1, end, this.text);
    this.pos = end;
    this.mark(builder);
  }

  /** The closing quote, if there is one. */
  private mark(builder: WordBuilder): void {
    if (this.pos >= this.text.length) return;
    builder.segment(MARK, this.pos, this.pos + 1);
    this.pos++;
  }

  doubleQuoted(word: Word, builder: WordBuilder): void {
    const { text } = this;
    word.quoted = true;
    word.plain = false;
    builder.segment(MARK, this.pos, this.pos + 1);
    this.pos++;
    while (this.pos < text.length) {
      const code = text.charCodeAt(this.pos);
      if (code === DOUBLE) break;
      if (code === BACKSLASH) this.doubleEscape(builder);
      else if (code === DOLLAR) readDollar(this, word, builder, QUOTED);
      else if (code === BACKQUOTE) readBackquoted(this, word, builder, QUOTED);
      else {
        const start = this.pos++;
        while (this.pos < text.length && !isDoubleSpecial(text.charCodeAt(this.pos))) this.pos++;
        builder.take(QUOTED, start, this.pos, text);
      }
    }
    this.mark(builder);
  }

  private doubleEscape(builder: WordBuilder): void {
    const { text } = this;
    const next = text.charCodeAt(this.pos + 1);
    const end = Math.min(this.pos + 2, text.length);
    builder.segment(QUOTED, this.pos, end);
    if (next !== DOUBLE && next !== BACKSLASH && next !== DOLLAR && next !== BACKQUOTE && next !== NEWLINE) {
      builder.append(this.pos, end, text);
    } else if (next !== NEWLINE) {
      builder.append(this.pos + 1, end, text);
    }
    this.pos = end;
  }

  /** `$'…'` with its escapes decoded; the position is at the dollar. */
  ansiQuoted(word: Word, builder: WordBuilder): void {
    const { text } = this;
    word.quoted = true;
    builder.segment(MARK, this.pos, this.pos + 2);
    this.pos += 2;
    while (this.pos < text.length && text.charCodeAt(this.pos) !== SINGLE) {
      const start = this.pos;
      if (text.charCodeAt(start) === BACKSLASH) {
        const decoded = ansiEscape(text, start);
        builder.literal(decoded.value, decoded.end - 1);
        this.pos = decoded.end;
      } else {
        builder.append(start, ++this.pos, text);
      }
      builder.segment(QUOTED, start, this.pos);
    }
    this.mark(builder);
  }
}
