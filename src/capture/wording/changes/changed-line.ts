import { oneLine } from '../../../text/one-line.ts';
import { commonEnds } from '../../../text/similarity.ts';
import type { EditSeen } from '../../failure-state.ts';
import type { ErrorKind } from '../../failures/kind/error-kind.ts';
import { type Hunk, hunksOf } from './line-hunks.ts';

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

/** The lines of code that an edit takes away and brings, by place; a line that only moved is neither. */
export function changesOf({ old, new: now }: EditSeen): Hunk[] {
  const [before, after] = [linesOf(old).filter(isCode), linesOf(now).filter(isCode)];
  const [was, is] = [new Set(before), new Set(after)];
  return hunksOf(before, after)
    .map(({ gone, come }) => ({
      gone: gone.filter((line) => !is.has(line)),
      come: come.filter((line) => !was.has(line)),
    }))
    .filter(({ gone, come }) => gone.length + come.length > 0);
}

/** How much of a message a line speaks of: an expression that it holds is more than a word. */
const speaksOf = (words: readonly string[], { line, words: own }: Pieces): number =>
  words.filter((word) => own.has(word)).length +
  2 * words.filter((word) => /\W/.test(word) && line.includes(word)).length;

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
  /** It holds an expression of the message. */
  isExact: boolean;
  isReport: boolean;
  /** Without its comment. */
  plain: string;
  /** Where in the edit it stands. */
  hunk: number;
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
  const { start, end } = commonEnds(a, b);
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
  /** Another line that was brought, without which this one does not work. */
  beside?: string;
  /** So many lines were changed in the same way. */
  lines?: number;
}

/**
 * The line that an edit changed: of all pairs of a line taken away and a line brought at its place the one that speaks
 * most of the message, then the one that is most alike.
 * @param words names and expressions in the message
 * @param near the line that the message is about, where it is known
 */
export function changedLine(
  edit: EditSeen,
  words: readonly string[],
  near = '',
  kind: ErrorKind = 'generic',
): Change {
  const hunks = changesOf(edit);
  const side = (which: keyof Hunk): Weighed[] =>
    hunks
      .flatMap((each, hunk) => each[which].map((line) => ({ line, hunk })))
      .slice(0, PAIRED_MAX)
      .map(({ line, hunk }) => {
        const pieces = piecesOf(line);
        const spoken = speaksOf(words, pieces);
        const isExact = words.some((word) => /\W/.test(word) && line.includes(word));
        return {
          ...pieces,
          spoken,
          isExact,
          isReport: REPORTS.test(line),
          plain: withoutComment(line),
          hunk,
        };
      });
  const [gone, second] = [side('gone'), side('come')];
  const first = gone.some(({ line }) => line === near) ? gone.filter(({ line }) => line === near) : gone;
  const size = gone.length + second.length;
  const best = bestPair(first, second);
  // What a compiler misses is brought, whatever else was changed.
  const isBrought = kind === 'compile' && second.some(({ spoken, isReport }) => spoken > 0 && !isReport);
  if (best && (best.isSpoken || !isBrought)) return { ...best, size };
  // A single word for another one, of which the message speaks.
  const [from, to] = [first[0], second[0]];
  const isSwap = size === 2 && from && to && from.hunk === to.hunk && from.spoken > 0;
  if (isSwap && !/\s/.test(`${from.line}${to.line}`))
    return { gone: from.line, come: to.line, isSpoken: true, size };
  // Lines that have nothing in common are no pair: what was brought tells more.
  const most = (lines: Weighed[]) => [...lines].sort((a, b) => b.spoken - a.spoken)[0];
  const [brought, taken] = [most(second), most(first)];
  if (taken && (!brought || taken.spoken > brought.spoken))
    return { gone: taken.line, come: '', isSpoken: taken.spoken > 0, size };
  return { gone: '', come: brought?.line ?? '', isSpoken: (brought?.spoken ?? 0) > 0, size };
}

/** The two lines at one place that are most surely one in two forms; null where none are. */
function bestPair(gone: readonly Weighed[], come: readonly Weighed[]): Omit<Change, 'size'> | null {
  let best: (Omit<Change, 'size'> & { weight: number }) | null = null;
  for (const from of gone)
    for (const to of come) {
      if (from.hunk !== to.hunk) continue;
      const alike = likeness(from, to);
      if (alike < ALIKE_MIN) continue;
      const told = Math.min(2, from.spoken + to.spoken) / 2 + (from.isExact || to.isExact ? 1 : 0);
      const isWords = from.isReport || to.isReport || from.plain === to.plain;
      const weight = isWords ? alike / 10 : alike + told;
      if (!best || weight > best.weight)
        best = { gone: from.line, come: to.line, isSpoken: from.spoken + to.spoken > 0, weight };
    }
  if (!best) return null;
  const { weight: _, ...pair } = best;
  return pair;
}
