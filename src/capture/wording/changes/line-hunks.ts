import { commonEnds } from '../../../text/similarity.ts';
/** Which lines of an edit stand in place of which: by where they stand, not only by how alike they are. Pure. */

/** Lines taken away and brought at one place of a text. */
export interface Hunk {
  gone: string[];
  come: string[];
}

/** How many lines two texts have in common from each place on. */
function commonFrom(before: readonly string[], after: readonly string[]): number[][] {
  const width = after.length;
  const rows = Array.from({ length: before.length + 1 }, () => new Array<number>(width + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = width - 1; j >= 0; j--)
      rows[i]![j] =
        before[i] === after[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
  return rows;
}

/** The places where two texts differ, in their order. */
export function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const rows = commonFrom(before, after);
  const hunks: Hunk[] = [];
  let hunk: Hunk | null = null;
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      hunk = null;
      i++;
      j++;
      continue;
    }
    if (!hunk) {
      hunk = { gone: [], come: [] };
      hunks.push(hunk);
    }
    if (j >= after.length || (i < before.length && rows[i + 1]![j]! >= rows[i]![j + 1]!))
      hunk.gone.push(before[i++]!);
    else hunk.come.push(after[j++]!);
  }
  return hunks;
}

/** What one line has and the other has not, between what both begin and end with. */
export function middles(gone: string, come: string): { old: string; now: string } {
  const { start, end } = commonEnds(gone, come);
  return { old: gone.slice(start, gone.length - end), now: come.slice(start, come.length - end) };
}

/** A change of several lines that is the same in all of them. */
interface Throughout {
  gone: string;
  come: string;
  lines: number;
}

const SAME_MIN = 2;

/** What was changed in the same way in every line that was taken away; null where they were changed differently. */
export function changedThroughout(hunks: readonly Hunk[]): Throughout | null {
  let first: { gone: string; come: string; old: string; now: string } | null = null;
  let lines = 0;
  let more = 0;
  for (const { gone, come } of hunks) {
    let at = 0;
    for (const line of gone) {
      const found = come.findIndex((each, index) => {
        if (index < at) return false;
        const { old, now } = middles(line, each);
        if (first) return old === first.old && now === first.now;
        return old.length + now.length < Math.min(line.length, each.length);
      });
      if (found < 0) return null;
      first ??= { gone: line, come: come[found]!, ...middles(line, come[found]!) };
      more += found - at;
      at = found + 1;
      lines++;
    }
    more += come.length - at;
  }
  return first && lines >= SAME_MIN && more <= lines / 2
    ? { gone: first.gone, come: first.come, lines }
    : null;
}
