import { hash53 } from '../../text/hash.ts';
import { addTo } from '../../text/lists.ts';
import { bands, minHash, sharesBand } from '../../text/similarity.ts';
import type { Clusterable } from './cluster.ts';
import { eachSimilarPair } from './similar-pairs.ts';
import { UnionFind } from './union-find.ts';
import { jaccardOf, WordIds } from './word-ids.ts';

/** Failures differ in one word and are two mistakes; prose says one thing in many ways. */
const FAILURE_JACCARD = 0.75;
const PROSE_JACCARD = 0.5;
const MATTER_JACCARD = 0.5;
const RENAMED_MAX = 2;
/** Fewer words are alike by chance. */
const WORDS_MIN = 3;
/** As many are compared each with each: fewer than it pays to hash. */
const FEW_MAX = 400;
/** A cluster with its words as numbers. */
interface Compared extends Clusterable {
  ids: Int32Array;
  /** Of prose those that tell what it is about. */
  telling: Int32Array | null;
  /** Its MinHash, once it was asked for: two sets of words meet again and again. */
  signature: Uint32Array | null;
}

function signatureOf(item: Compared): Uint32Array {
  item.signature ??= minHash(item.words.split(' '));
  return item.signature;
}

const bandsOf = (item: Compared): number[] => bands(signatureOf(item)).map(hash53);

class Comparison {
  readonly #words = new WordIds();

  /** Null where there are too few words to compare. */
  prepared(item: Clusterable): Compared | null {
    const ids = this.#words.of(item.words);
    if (ids.length < WORDS_MIN) return null;
    return { ...item, ids, telling: item.prose ? this.#words.telling(ids) : null, signature: null };
  }

  areAlike(a: Compared, b: Compared): boolean {
    const isProse = a.prose || b.prose;
    if (!isProse && a.kin !== b.kin) return false;
    const needed = isProse ? PROSE_JACCARD : FAILURE_JACCARD;
    const [fewer, more] = a.ids.length < b.ids.length ? [a.ids, b.ids] : [b.ids, a.ids];
    if (fewer.length < needed * more.length || jaccardOf(a.ids, b.ids) < needed) return false;
    return !(a.prose && b.prose) || this.#isSameMatter(a, b);
  }

  /** "Never use A here, always use B" and the same of C and D share most words, and none of what they are about. */
  #isSameMatter(a: Compared, b: Compared): boolean {
    const [left, right] = [a.telling as Int32Array, b.telling as Int32Array];
    if (left.length === 0 || right.length === 0) return true;
    return jaccardOf(left, right) > MATTER_JACCARD && !this.#isRenamed(a.ids, b.ids);
  }

  /** The same sentence about something else: as many words of it are others, each with another beginning. */
  #isRenamed(a: Int32Array, b: Int32Array): boolean {
    const count = this.#words.countOnlyIn(a, b);
    if (count === 0 || count > RENAMED_MAX || this.#words.countOnlyIn(b, a) !== count) return false;
    const [left, right] = [this.#words.onlyIn(a, b), this.#words.onlyIn(b, a)];
    return left.every((word) => right.every((other) => !startsAlike(word, other)));
  }
}

/** Forms of one word, or one word and its misspelling. */
function startsAlike(a: string, b: string): boolean {
  if (/\d/.test(a + b)) return false;
  const letters = Math.min(4, a.length - 1, b.length - 1);
  return letters > 1 && a.slice(0, letters) === b.slice(0, letters);
}

function shareBand(a: Compared, b: Compared): boolean {
  return sharesBand(signatureOf(a), signatureOf(b));
}

/** Clusters whose words are near-duplicates: pairs that share a MinHash band and pass the exact Jaccard. */
export class NearDuplicates {
  readonly #comparison = new Comparison();
  readonly #sets = new UnionFind();
  readonly #byBand = new Map<number, Compared[]>();
  /** Those that are in no band yet. */
  #few: Compared[] | null = [];

  /** Each key once. Whether it is a near-duplicate of one that was there before. */
  add(item: Clusterable): boolean {
    this.#sets.add(item.key);
    const compared = this.#comparison.prepared(item);
    if (compared === null) return false;
    const near = (this.#few ?? this.#inItsBands(compared)).filter(
      (other) =>
        this.#comparison.areAlike(compared, other) && (this.#few === null || shareBand(compared, other)),
    );
    for (const other of near) this.#sets.join(item.key, other.key);
    if (this.#few === null) this.#band(compared);
    else this.#few.push(compared);
    if (this.#few !== null && this.#few.length > FEW_MAX) {
      for (const each of this.#few) this.#band(each);
      this.#few = null;
    }
    return near.length > 0;
  }

  #inItsBands(item: Compared): Compared[] {
    return [...new Set(bandsOf(item).flatMap((band) => this.#byBand.get(band) ?? []))];
  }

  #band(item: Compared): void {
    for (const band of bandsOf(item)) addTo(this.#byBand, band, item);
  }

  /** The smallest key of the connected component, whatever the order in which keys were added. */
  component(key: string): string {
    return this.#sets.find(key);
  }
}

/** As many sets of words leave so much behind that it is worth freeing. */
const SETS_PER_PAUSE = 8000;

/**
 * The component of each key: the same as of adding one after the other, where all are there from the start, in a tenth
 * of the memory.
 * @param pause is called now and then: what was made until then may be freed
 */
export function nearDuplicates(
  items: readonly Clusterable[],
  pause: () => void = () => {},
): (key: string) => string {
  const sets = joined(items, pause);
  return (key) => sets.find(key);
}

/** By itself, so that nothing but the sets is held by whoever asks for components. */
function joined(items: readonly Clusterable[], pause: () => void): UnionFind {
  const sets = new UnionFind();
  for (const { key } of items) sets.add(key);
  const comparison = new Comparison();
  const compared: Compared[] = [];
  for (const [at, item] of items.entries()) {
    const prepared = comparison.prepared(item);
    if (prepared !== null) compared.push(prepared);
    if ((at + 1) % SETS_PER_PAUSE === 0) pause();
  }
  const join = (a: Compared, b: Compared): void => {
    if (sets.find(a.key) === sets.find(b.key)) return;
    if (comparison.areAlike(a, b) && shareBand(a, b)) sets.join(a.key, b.key);
  };
  for (const kin of byKin(compared.filter((item) => !item.prose)))
    eachSimilarPair(
      kin.map(({ ids }) => ids),
      FAILURE_JACCARD,
      kin.length,
      (first, second) => join(kin[first] as Compared, kin[second] as Compared),
    );
  pause();
  const prose = compared.filter((item) => item.prose);
  const proseFirst = [...prose, ...compared.filter((item) => !item.prose)];
  eachSimilarPair(
    proseFirst.map(({ ids }) => ids),
    PROSE_JACCARD,
    prose.length,
    (first, second) => join(proseFirst[first] as Compared, proseFirst[second] as Compared),
  );
  return sets;
}

function byKin(items: readonly Compared[]): Compared[][] {
  return [...Map.groupBy(items, ({ kin }) => kin).values()].filter((kin) => kin.length > 1);
}
