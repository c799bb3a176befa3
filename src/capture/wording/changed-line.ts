import { oneLine } from '../../text/one-line.ts';
import type { EditSeen } from '../failure-state.ts';
import type { ErrorKind } from '../failures/error-kind.ts';

/** Finds the line that an edit changed, and tells how alike two lines are. Pure. */

/** A shorter line says nothing of its own. */
export const LINE_CHARS_MIN = 3;
const LINES_MAX = 200;
/** Lines that are held against each other. */
export const PAIRED_MAX = 24;
/** Lines that share less are not one line in two forms. */
const ALIKE_MIN = 0.3;

/** The first lines of a text, each in single blanks. */
export const linesOf = (text: string): string[] => text.split('\n', LINES_MAX).map(oneLine);
/** True for a line that is neither a comment nor only brackets. */
export const isCode = (line: string): boolean =>
  line.length >= LINE_CHARS_MIN &&
  !/^(?:\/\/|#(?!include|define|import)|\*|--)/.test(line) &&
  !/^[\W_]*$/.test(line);

function without(lines: readonly string[], others: readonly string[]): string[] {
  const there = new Set(others);
  return lines.filter((line) => !there.has(line));
}

/** A line as it is compared: its words and its letters. */
interface Pieces {
  line: string;
  words: Set<string>;
}

/** A line with its words, to be compared by `likeness`. */
export const piecesOf = (line: string): Pieces => ({ line, words: new Set(line.match(/\w+/g) ?? []) });

/** The same with what a line has to do with a message. */
interface Weighed extends Pieces {
  /** Words of the message in it. */
  spoken: number;
  isReport: boolean;
  /** Without its comment. */
  plain: string;
}

/** How far two lines are one in two forms, 0–1: by the words that they share, or by how they begin and end. */
export function likeness(a: Pieces, b: Pieces): number {
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const jaccard = shared / Math.max(1, a.words.size + b.words.size - shared);
  const held = shared < 2 ? 0 : (0.6 * shared) / Math.min(a.words.size, b.words.size);
  return Math.max(jaccard, held, edges(a.line, b.line));
}

/** Share of two lines that is the same from both ends. */
function edges(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return (start + end) / Math.max(a.length, b.length, 1);
}

/** Only reports, or names a case: that it is worded anew mends nothing. */
export const REPORTS =
  /^(?:t\.(?:Fatal|Error|Log|Skip)f?\(|(?:console|log|logger|logging)\.|fmt\.Print|print(?:ln|f)?!?\(|name: |(?:it|test|describe|t\.Run)\()/;
/** A line without the comment at its end. */
export const withoutComment = (line: string): string => line.replace(/\s*(?:\/\/|#) .*$/, '');

/** One line of an edit as it was and as it became; one of them may be empty. */
export interface Change {
  gone: string;
  come: string;
  /** One of its lines speaks of the message. */
  isSpoken: boolean;
  /** Lines of code that the edit took away and brought. */
  size: number;
}

/**
 * The line that an edit changed: of all pairs of a line taken away and a line brought the one that speaks most of the
 * message, then the one that is most alike.
 * @param words names in the message
 * @param near the line that the message is about, where it is known
 */
export function changedLine(
  { old, new: now }: EditSeen,
  words: readonly string[],
  near = '',
  kind: ErrorKind = 'generic',
): Change {
  const [before, after] = [linesOf(old).filter(isCode), linesOf(now).filter(isCode)];
  const gone = without(before, after).slice(0, PAIRED_MAX);
  const come = without(after, before).slice(0, PAIRED_MAX);
  const weighed = (line: string): Weighed => {
    const pieces = piecesOf(line);
    const spoken = words.filter((word) => pieces.words.has(word)).length;
    return { ...pieces, spoken, isReport: REPORTS.test(line), plain: withoutComment(line) };
  };
  const first = (gone.includes(near) ? [near] : gone).map(weighed);
  const second = come.map(weighed);
  const size = gone.length + come.length;
  let best = { gone: '', come: '', isSpoken: false, size, weight: -1 };
  for (const from of first) {
    for (const to of second) {
      const alike = likeness(from, to);
      const told = Math.min(2, from.spoken + to.spoken) / 2;
      const isWords = from.isReport || to.isReport || from.plain === to.plain;
      const weight = alike < ALIKE_MIN ? 0 : isWords ? alike / 10 : alike + told;
      const isSpoken = from.spoken + to.spoken > 0;
      if (weight > best.weight) best = { gone: from.line, come: to.line, isSpoken, size, weight };
    }
  }
  // What a compiler misses is brought, whatever else was changed.
  const isBrought = kind === 'compile' && second.some(({ spoken, isReport }) => spoken > 0 && !isReport);
  if (best.weight > 0 && (best.isSpoken || !isBrought)) return best;
  // A single word for another one, of which the message speaks.
  const [from, to] = [first[0], second[0]];
  if (gone.length === 1 && come.length === 1 && from!.spoken > 0 && !/\s/.test(`${from!.line}${to!.line}`))
    return { gone: from!.line, come: to!.line, isSpoken: true, size };
  // Lines that have nothing in common are no pair: what was brought tells more.
  const [most] = [...(come.length > 0 ? second : first)].sort((a, b) => b.spoken - a.spoken);
  const { line = '', spoken = 0 } = most ?? {};
  const side = come.length > 0 ? { gone: '', come: line } : { gone: line, come: '' };
  return { ...side, isSpoken: spoken > 0, size };
}
