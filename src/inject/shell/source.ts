/** A text that is parsed as shell, and where each of its characters stands in the raw command. */
export interface Source {
  text: string;
  /** Pairs (offset in `text`, offset in the raw command), ascending: from there on both advance together. */
  runs: readonly number[];
}

export function rawSource(text: string): Source {
  return { text, runs: [0, 0] };
}

/** Offset in the raw command. Binary search: the runs of a text with many escapes are many. */
export function toRaw(source: Source, offset: number): number {
  const run = runAt(source.runs, offset);
  return source.runs[run * 2 + 1]! + (offset - source.runs[run * 2]!);
}

/** Index of the run that an offset lies in. */
function runAt(runs: readonly number[], offset: number): number {
  let low = 0;
  let high = runs.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (runs[middle * 2]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A part of a source, as a source of its own. */
export function slice(source: Source, start: number, end: number): Source {
  const runs = [0, toRaw(source, start)];
  for (let i = (runAt(source.runs, start) + 1) * 2; i < source.runs.length; i += 2) {
    const at = source.runs[i]!;
    if (at >= end) break;
    if (at > start) runs.push(at - start, source.runs[i + 1]!);
  }
  return { text: source.text.slice(start, end), runs };
}

/** A piece of text with the offsets of its characters in `source`, as `runs` of pairs. */
interface Piece {
  value: string;
  runs: readonly number[];
}

/** What of a piece stands behind an offset. */
export function pieceFrom(piece: Piece, offset: number): Piece {
  const runs: number[] = [];
  for (let i = 0; i < piece.runs.length; i += 2) {
    const from = piece.runs[i]!;
    if ((piece.runs[i + 2] ?? piece.value.length) <= offset) continue;
    const start = Math.max(from, offset);
    runs.push(start - offset, piece.runs[i + 1]! + start - from);
  }
  return { value: piece.value.slice(offset), runs };
}

/** Where a character stands that is not in the raw command: what stands for a substitution, a blank that joins words. */
export const NOWHERE = -(2 ** 30);

/** Several pieces with blanks between them as one source. */
export function compose(source: Source, pieces: readonly Piece[]): Source {
  let text = '';
  const runs: number[] = [];
  for (const piece of pieces) {
    if (text !== '') {
      runs.push(text.length, NOWHERE);
      text += ' ';
    }
    for (let i = 0; i < piece.runs.length; i += 2) {
      const from = piece.runs[i]!;
      const to = piece.runs[i + 2] ?? piece.value.length;
      const at = piece.runs[i + 1]!;
      runs.push(text.length + from, toRaw(source, at));
      for (let j = (runAt(source.runs, at) + 1) * 2; j < source.runs.length; j += 2) {
        const next = source.runs[j]!;
        if (next >= at + to - from) break;
        if (next > at) runs.push(text.length + from + next - at, source.runs[j + 1]!);
      }
    }
    text += piece.value;
  }
  if (runs.length === 0) runs.push(0, 0);
  return { text, runs };
}

/** Stretches of the raw command, as pairs (start, end), that a stretch of a source was made from. */
export function rawRanges(source: Source, start: number, end: number): number[] {
  const { runs } = source;
  const ranges: number[] = [];
  for (let run = runAt(runs, start); run * 2 < runs.length && runs[run * 2]! < end; run++) {
    const from = Math.max(start, runs[run * 2]!);
    const to = Math.min(end, runs[run * 2 + 2] ?? end);
    const raw = runs[run * 2 + 1]! + from - runs[run * 2]!;
    if (raw >= 0 && to > from) ranges.push(raw, raw + to - from);
  }
  return ranges;
}
