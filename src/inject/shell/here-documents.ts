import type { HereDocument } from './ast.ts';
import { BACKQUOTE, BACKSLASH, DOLLAR } from './characters.ts';
import { emptyWord } from './empty.ts';
import { readBackquoted, readDollar } from './expansions.ts';
import { type Lexer, NESTING_MAX } from './lexer.ts';

/** Reads the bodies that the line before announced, in order. Call right after a line break. */
export function readHereDocuments(lexer: Lexer): void {
  for (const { redirect, delimiter, quoted, strip } of lexer.pending.splice(0)) {
    const body: HereDocument = {
      start: lexer.pos,
      end: lexer.text.length,
      source: lexer.text,
      subs: [],
    };
    let line = lexer.pos;
    lexer.pos = lexer.text.length;
    while (line < lexer.text.length) {
      const found = lexer.text.indexOf('\n', line);
      const stop = found < 0 ? lexer.text.length : found;
      if (isDelimiter(lexer.text, line, stop, delimiter, strip)) {
        body.end = line;
        lexer.pos = found < 0 ? stop : stop + 1;
        break;
      }
      line = stop + 1;
    }
    redirect.body = body;
    if (!quoted) findSubstitutions(lexer, body);
  }
}

function isDelimiter(text: string, start: number, end: number, delimiter: string, strip: boolean): boolean {
  let from = start;
  if (strip) while (from < end && text.charCodeAt(from) === 9) from++;
  const stop = end > from && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
  return stop - from === delimiter.length && text.startsWith(delimiter, from);
}

/** What is executed inside a body whose delimiter is not quoted. */
function findSubstitutions(lexer: Lexer, body: HereDocument): void {
  if (lexer.depth >= NESTING_MAX) return;
  const inner = lexer.copy(lexer.text.slice(body.start, body.end));
  const word = emptyWord(0);
  while (inner.pos < inner.text.length) {
    const code = inner.text.charCodeAt(inner.pos);
    if (code === DOLLAR) readDollar(inner, word, true);
    else if (code === BACKQUOTE) readBackquoted(inner, word, true);
    else inner.pos += code === BACKSLASH ? 2 : 1;
  }
  body.subs.push(...word.subs);
}
