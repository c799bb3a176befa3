import type { List, Redirect, Word } from './ast.ts';
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
  TILDE,
} from './characters.ts';
import { emptyWord } from './empty.ts';
import { readBackquoted, readDollar, readParenthesis, readProcess } from './expansions.ts';

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
  readonly text: string;
  readonly pending: PendingHereDocument[] = [];
  readonly reading: Reading;

  constructor(text: string, depth: number, reading: Reading) {
    this.text = text;
    this.depth = depth;
    this.reading = reading;
  }

  /** Reads a list to the end of the text, or, inside parentheses, up to and including the closing one. */
  abstract list(nested: boolean): List;
  /** A lexer over a decoded copy, one level deeper. */
  abstract copy(text: string): Lexer;

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
    this.pos = end < 0 ? this.text.length : end;
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
    word.home = this.text.charCodeAt(this.pos) === TILDE;
    do this.part(word);
    while (!this.atBreak() || this.continues(word, test));
    word.end = this.pos;
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
  part(word: Word): void {
    this.count();
    switch (this.text.charCodeAt(this.pos)) {
      case BACKSLASH:
        this.escaped(word);
        return;
      case SINGLE:
        this.singleQuoted(word);
        return;
      case DOUBLE:
        this.doubleQuoted(word);
        return;
      case BACKQUOTE:
        readBackquoted(this, word, false);
        return;
      case DOLLAR:
        readDollar(this, word, false);
        return;
      case LESS:
      case GREATER:
        readProcess(this, word);
        return;
      case OPEN:
        readParenthesis(this, word);
        return;
      default:
        this.run(word);
    }
  }

  /** Takes the text up to `end` into a word. */
  take(word: Word, end: number): void {
    word.value += end - this.pos === 1 ? this.text.charAt(this.pos) : this.text.slice(this.pos, end);
    this.pos = end;
  }

  private run(word: Word): void {
    let end = this.pos + 1;
    while (end < this.text.length && !isSpecial(this.text.charCodeAt(end))) end++;
    this.take(word, end);
  }

  private escaped(word: Word): void {
    const { text } = this;
    word.plain = false;
    const end = Math.min(this.pos + 2, text.length);
    if (end - this.pos > 1) this.pos++;
    if (text.charCodeAt(this.pos) === NEWLINE) this.pos = end;
    else this.take(word, end);
  }

  singleQuoted(word: Word): void {
    word.quoted = true;
    word.plain = false;
    const close = this.text.indexOf("'", ++this.pos);
    this.take(word, close < 0 ? this.text.length : close);
    this.closing();
  }

  doubleQuoted(word: Word): void {
    const { text } = this;
    word.quoted = true;
    word.plain = false;
    this.pos++;
    while (this.pos < text.length) {
      const code = text.charCodeAt(this.pos);
      if (code === DOUBLE) break;
      if (code === BACKSLASH) this.doubleEscape(word);
      else if (code === DOLLAR) readDollar(this, word, true);
      else if (code === BACKQUOTE) readBackquoted(this, word, true);
      else {
        let end = this.pos + 1;
        while (end < text.length && !isDoubleSpecial(text.charCodeAt(end))) end++;
        this.take(word, end);
      }
    }
    this.closing();
  }

  /** Passes the closing quote, if there is one. */
  private closing(): void {
    if (this.pos < this.text.length) this.pos++;
  }

  private doubleEscape(word: Word): void {
    const { text } = this;
    const next = text.charCodeAt(this.pos + 1);
    const end = Math.min(this.pos + 2, text.length);
    if (next === NEWLINE) this.pos = end;
    else {
      if (next === DOUBLE || next === BACKSLASH || next === DOLLAR || next === BACKQUOTE) this.pos++;
      this.take(word, end);
    }
  }

  /** `$'…'` with its escapes decoded; the position is at the dollar. */
  ansiQuoted(word: Word): void {
    const { text } = this;
    word.quoted = true;
    this.pos += 2;
    while (this.pos < text.length && text.charCodeAt(this.pos) !== SINGLE) {
      if (text.charCodeAt(this.pos) === BACKSLASH) {
        const decoded = ansiEscape(text, this.pos);
        word.value += decoded.value;
        this.pos = decoded.end;
      } else {
        this.take(word, this.pos + 1);
      }
    }
    this.closing();
  }
}
