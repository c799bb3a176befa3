/** Where a value begins and ends, in quotes, behind backslashes or up to a blank. One pass. */
import { REDACTED } from './redact-marker.ts';

/** How far a name or a run of backslashes is followed. */
export const REACH = 64;
const VALUE_MAX = 16384;

/** From `start` up to, and without, `end`, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The value that stands at a place, quoted or not; null where none does.
 * @param runs the unquoted run that was scanned last
 */
export function readValue(text: string, from: number, runs: Span): (Span & { quote: string }) | null {
  if (/^[$@brunf]["']/i.test(text.slice(from, from + 8))) return readValue(text, from + 1, runs);
  let at = skip(text, from, '\\', REACH);
  const quote = text[at];
  if (isQuote(quote)) {
    const delimiter = text.slice(from, at + 1);
    const start = at + 1;
    return { start, end: closing(text, start, delimiter), quote: quote ?? '' };
  }
  at = from;
  const limit = Math.min(text.length, from + VALUE_MAX);
  let end = runs.end > from && runs.start <= from ? Math.min(runs.end, limit) : at;
  while (end < limit && !stopsValue(text, end)) end += 1;
  runs.start = from;
  runs.end = end;
  if (end < limit || end === text.length) {
    while (end > at && ')]},.;:\\'.includes(text[end - 1] ?? '') && !text.endsWith(REDACTED, end)) end -= 1;
  }
  return end === at ? null : { start: at, end, quote: '' };
}

function stopsValue(text: string, at: number): boolean {
  const char = text[at] ?? '';
  if (' \t\r\n"\'`;&|<>，。；、）'.includes(char)) return true;
  if (char === ',') return /^[\s"'}]?$/.test(text[at + 1] ?? '');
  return char === '\\' && /[nrt"']/.test(text[at + 1] ?? '');
}

/** Where a quoted value ends: its own delimiter, else the end of the line. */
function closing(text: string, start: number, delimiter: string): number {
  const window = text.slice(start, start + VALUE_MAX);
  const newline = window.indexOf('\n');
  const limit = newline < 0 ? window.length : newline;
  let at = window.indexOf(delimiter);
  while (at > 0 && at < limit && window[at - 1] === '\\') at = window.indexOf(delimiter, at + 1);
  return start + (at < 0 ? limit : Math.min(at, limit));
}

/** What stands before a place, at most so many characters of it. */
export const before = (text: string, at: number, most: number): string =>
  text.slice(Math.max(0, at - most), at);

/** How far a pattern that begins at a place goes on; 0 where it does not match. */
export const lengthOf = (pattern: RegExp, text: string, at: number, most = REACH): number =>
  pattern.exec(text.slice(at, at + most))?.[0].length ?? 0;

/** Where the next of other characters stands, at most so many on. */
export function skip(text: string, from: number, chars: string, most: number): number {
  let at = from;
  while (at < from + most && at < text.length && chars.includes(text[at] ?? '')) at += 1;
  return at;
}

export function isQuote(char: string | undefined): boolean {
  return char === '"' || char === "'" || char === '`';
}
