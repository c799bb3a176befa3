/** From so many letters on the beginning of a word is enough to tell which is meant. */
const BEGINNING_MIN = 3;

/** The word that was meant: the only one that begins so, else the closest within a third of its length in edits; or null. */
export function nearestWord(word: string, words: Iterable<string>): string | null {
  const all = [...words];
  const typed = word.slice(0, 40).toLowerCase();
  const longer =
    typed.length < BEGINNING_MIN ? [] : all.filter((each) => each.toLowerCase().startsWith(typed));
  if (longer.length === 1) return longer[0]!;
  let best: string | null = null;
  let least = Math.max(2, Math.ceil(typed.length / 3)) + 1;
  for (const each of all) {
    const distance = editDistance(typed, each.toLowerCase());
    if (distance < least) {
      least = distance;
      best = each;
    }
  }
  return best;
}

/** `, did you mean …?` for what was typed, or nothing. */
export function didYouMean(word: string, words: Iterable<string>): string {
  const meant = nearestWord(word, words);
  return meant === null ? '' : `, did you mean ${JSON.stringify(meant)}?`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
