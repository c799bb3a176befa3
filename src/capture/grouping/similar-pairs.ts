import { NumberPairs, type Postings } from '../../text/number-pairs.ts';

/** Places of a set in a list and of a word in it share a number. */
const POSITIONS = 2048;
/** So few sets are paired each with each. */
const FEW = 40;

/**
 * Pairs of sets that may share at least so much of their words (Jaccard), some again and again: those that share one of
 * the rarest words of each. Bayardo, Ma and Srikant, "Scaling up all pairs similarity search" (2007), with the bound by
 * position of Xiao et al., "Efficient similarity joins for near duplicate detection" (2008).
 * @param sets numbers of words, each once
 * @param share of 0 to 1
 * @param firsts of each pair one is among so many of the first sets
 * @param visit gets two places of the list, the smaller first
 */
export function eachSimilarPair(
  sets: readonly Int32Array[],
  share: number,
  firsts: number,
  visit: (first: number, second: number) => void,
): void {
  if (sets.length <= FEW) {
    for (let first = 0; first < firsts; first += 1)
      for (let second = first + 1; second < sets.length; second += 1) visit(first, second);
    return;
  }
  const { starts, values } = rarestWords(sets, share);
  for (let word = 0; word + 1 < starts.length; word += 1) {
    const end = starts[word + 1] as number;
    for (let left = starts[word] as number; left < end; left += 1) {
      const first = Math.floor((values[left] as number) / POSITIONS);
      if (first >= firsts) break;
      const size = (sets[first] as Int32Array).length;
      const rest = size - ((values[left] as number) % POSITIONS);
      for (let right = left + 1; right < end; right += 1) {
        const packed = values[right] as number;
        const second = Math.floor(packed / POSITIONS);
        const other = (sets[second] as Int32Array).length;
        // Where this is the first word that both hold, they share at most what is left of each.
        const shared = Math.min(rest, other - (packed % POSITIONS));
        if (shared >= share * (size + other - shared)) visit(first, second);
      }
    }
  }
}

/** By word the sets that have it among their rarest, of which two that are alike share one; with its position there. */
function rarestWords(sets: readonly Int32Array[], share: number): Postings {
  const names = new Map<number, number>();
  const counts: number[] = [];
  const named = sets.map((set) =>
    set.map((word) => {
      const name = names.get(word) ?? names.size;
      names.set(word, name);
      counts[name] = (counts[name] ?? 0) + 1;
      return name;
    }),
  );
  const pairs = new NumberPairs();
  for (const [place, set] of named.entries()) {
    set.sort((a, b) => (counts[a] as number) - (counts[b] as number) || a - b);
    const length = Math.min(set.length - Math.ceil(share * set.length) + 1, POSITIONS);
    for (let position = 0; position < length; position += 1)
      pairs.add(set[position] as number, place * POSITIONS + position);
  }
  return pairs.sorted(counts.length);
}
