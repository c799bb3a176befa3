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
export interface Piece {
  value: string;
  runs: readonly number[];
}

/** Several pieces with blanks between them as one source. */
export function compose(source: Source, pieces: readonly Piece[]): Source {
  let text = '';
  const runs: number[] = [];
  for (const piece of pieces) {
    if (text !== '') text += ' ';
    for (let i = 0; i < piece.runs.length; i += 2) {
      runs.push(text.length + piece.runs[i]!, toRaw(source, piece.runs[i + 1]!));
    }
    text += piece.value;
  }
  if (runs.length === 0) runs.push(0, 0);
  return { text, runs };
}
