import { NumberPairs, postingsOf } from '../../text/number-pairs.ts';

/** Places of a set in a list and of a word in it share a number. */
const POSITIONS = 2048;

/**
 * Pairs of sets that may share at least so much of their words (Jaccard), some again and again: those that share one of
 * the rarest words of each. Bayardo, Ma and Srikant, "Scaling up all pairs similarity search" (2007), with the bound by
 * position of Xiao et al., "Efficient similarity joins for near duplicate detection" (2008).
 * @param sets numbers of words, each once
 * @param share of 0 to 1
 * @param visit gets two places of the list, the smaller first
 */
export function eachSimilarPair(
  sets: readonly Int32Array[],
  share: number,
  visit: (first: number, second: number) => void,
): void {
  const counts: number[] = [];
  for (const set of sets) for (const word of set) counts[word] = (counts[word] ?? 0) + 1;
  const pairs = new NumberPairs();
  for (const [place, set] of sets.entries()) {
    const rarestFirst = [...set].sort((a, b) => (counts[a] as number) - (counts[b] as number) || a - b);
    const length = Math.min(set.length - Math.ceil(share * set.length) + 1, POSITIONS);
    for (let position = 0; position < length; position += 1)
      pairs.add(rarestFirst[position] as number, place * POSITIONS + position);
  }
  const holders = pairs.sorted(counts.length);
  for (let word = 0; word < counts.length; word += 1) {
    const held = postingsOf(holders, word);
    for (let left = 0; left < held.length; left += 1) {
      const [first, at] = placeOf(held[left] as number);
      const size = (sets[first] as Int32Array).length;
      for (let right = left + 1; right < held.length; right += 1) {
        const packed = held[right] as number;
        const second = Math.floor(packed / POSITIONS);
        const other = (sets[second] as Int32Array).length;
        // Where this is the first word that both hold, they share at most what is left of each.
        const shared = Math.min(size - at, other - (packed % POSITIONS));
        if (shared >= share * (size + other - shared)) visit(first, second);
      }
    }
  }
}

const placeOf = (packed: number): [place: number, position: number] => [
  Math.floor(packed / POSITIONS),
  packed % POSITIONS,
];
