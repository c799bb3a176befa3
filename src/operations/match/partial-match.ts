import type { CompiledPattern } from '../../model/compiled.ts';
import { oneLine } from '../../text/one-line.ts';
import { fit } from '../words/columns.ts';

/** What is looked at of a pattern and of each text: both are read by a person. */
const CHARS_MAX = 400;
const SHOWN_CHARS = 60;

/** How much of a call a pattern takes before it fails. */
export interface PartialMatch {
  /** Letters and digits that the part which fits spells out. */
  letters: number;
  /** What the call has up to there. */
  taken: string;
  /** What the pattern wants next. */
  wanted: string;
  /** What stands there; empty at the end. */
  found: string;
}

/** The longest beginning of the pattern that one of the texts has, or null where it has none that takes anything. */
export function partialMatch(
  { source, flags }: Pick<CompiledPattern, 'source' | 'flags'>,
  texts: readonly string[],
): PartialMatch | null {
  let best: PartialMatch | null = null;
  for (const text of texts)
    for (const way of alternatives(source.replace(/^raw:/, '').slice(0, CHARS_MAX))) {
      const match = takenFrom(way, flags, text.slice(0, CHARS_MAX));
      if (match !== null && match.letters > (best?.letters ?? 0)) best = match;
    }
  return best;
}

function takenFrom(source: string, flags: string, text: string): PartialMatch | null {
  for (let end = source.length - 1; end > 0; end--) {
    const cut = wordStart(source, end);
    const taken = takenBy(source.slice(0, cut), flags, text);
    if (taken !== null) {
      const letters = source
        .slice(0, cut)
        .replace(/\\.|\{[\d,]*\}/g, '')
        .replace(/[^\p{L}\p{N}]/gu, '').length;
      return { letters, taken: taken.text, wanted: source.slice(cut), found: text.slice(taken.end) };
    }
    end = cut;
  }
  return null;
}

/** Where the word begins that a cut at this place would halve; the place itself where there is none. */
function wordStart(source: string, end: number): number {
  if (!/[\w-]/.test(source[end] ?? '')) return end;
  let start = end;
  while (start > 0 && /[\w-]/.test(source[start - 1]!) && source[start - 2] !== '\\') start--;
  return start;
}

function takenBy(source: string, flags: string, text: string): { text: string; end: number } | null {
  try {
    const found = new RegExp(source, flags.replace(/[gy]/g, '')).exec(text);
    if (found === null || found[0].trim() === '') return null;
    return { text: found[0], end: found.index + found[0].length };
  } catch {
    // A group or class that the cut leaves open.
    return null;
  }
}

/** A pattern at the bars outside of its groups and classes. */
function alternatives(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') at++;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '|' && depth === 0) {
      found.push(source.slice(start, at));
      start = at + 1;
    }
  }
  return [...found, source.slice(start)];
}

const shown = (text: string): string => fit(oneLine(text), SHOWN_CHARS);

/** `after "npm " it wants (install|i)\b, and there is "run build"`. */
export function partialMatchInWords({ taken, wanted, found }: PartialMatch): string {
  const there = found.trim() === '' ? 'there the command ends' : `there is "${shown(found)}"`;
  return `after "${shown(taken)}" it wants ${shown(wanted)}, and ${there}`;
}
