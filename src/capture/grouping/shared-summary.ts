/** The one line that holds for most sightings of a mistake, made of what each of them tells. Pure. */

interface Word {
  text: string;
  /** The white space before it. */
  gap: string;
}

/** What another summary has in the place of a word: the same, something else, nothing. */
type Place = 'same' | 'other' | 'none';

const WORDS = /(\s*)(`|[^\s`]+)/g;
const NAMES = /[\p{L}\p{N}]/u;
const LEFT_OUT = '…';
/** The first name that a summary tells is left out, or each of several in part. */
const NOTHING_NAMED = /^[^`]*`…`|^[^`]*(?:`[^`]*…[^`]*`[^`]*){2,}$/;
/** Of the words of a summary, so many at least must hold for most sightings: else they tell of different things. */
const SHARED_MIN = 0.6;

const wordsOf = (summary: string): Word[] =>
  [...summary.matchAll(WORDS)].map(([, gap = '', text = '']) => ({ text, gap }));

/** The longest common subsequence (Wagner and Fischer, 1974): of each word of `one` its place in `other`, or -1. */
function aligned(one: readonly Word[], other: readonly Word[]): number[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let at = one.length - 1; at >= 0; at--)
    for (let to = other.length - 1; to >= 0; to--)
      lengths[at]![to] =
        one[at]!.text === other[to]!.text
          ? lengths[at + 1]![to + 1]! + 1
          : Math.max(lengths[at + 1]![to]!, lengths[at]![to + 1]!);
  const places: number[] = [];
  let to = 0;
  for (let at = 0; at < one.length; at++) {
    while (
      to < other.length &&
      one[at]!.text !== other[to]!.text &&
      lengths[at]![to] === lengths[at]![to + 1]
    )
      to++;
    const isSame = to < other.length && one[at]!.text === other[to]!.text;
    places.push(isSame ? to++ : -1);
  }
  return places;
}

function placesOf(one: readonly Word[], other: readonly Word[]): Place[] {
  const found = aligned(one, other);
  return found.map((place, at) => {
    if (place >= 0) return 'same';
    const before = found.slice(0, at).findLast((each) => each >= 0) ?? -1;
    const after = found.slice(at).find((each) => each >= 0) ?? other.length;
    return after - before > 1 ? 'other' : 'none';
  });
}

/** True for each word in whose place most of the others say something else. */
function varying(words: readonly Word[], others: readonly string[]): boolean[] {
  const places = others.map((other) => placesOf(words, wordsOf(other)));
  return words.map((_, at) => {
    const count = (place: Place) => places.filter((each) => each[at] === place).length;
    const differ = count('other');
    return differ > 0 && differ >= count('same');
  });
}

/** With "…" for each run of words that varies; a clause that ends the summary is left out without a sign. */
function shown(words: readonly Word[], varies: readonly boolean[]): string {
  const end = varies.findLastIndex((is) => !is) + 1;
  const isClause = words.length - end > 1;
  return words
    .slice(0, isClause ? end : undefined)
    .map(({ text, gap }, at) => (varies[at] ? (varies[at - 1] ? '' : `${gap}${LEFT_OUT}`) : `${gap}${text}`))
    .join('');
}

/** A summary without what most others say in another way, and how many of its words are left; null where it tells too little. */
function general(summary: string, others: readonly string[]): { text: string; left: number } | null {
  const words = wordsOf(summary);
  const varies = varying(words, others);
  const names = words.flatMap(({ text }, at) => (NAMES.test(text) ? [varies[at]] : []));
  const left = names.filter((is) => !is).length;
  const text = shown(words, varies);
  const isWhole = text.split('`').length % 2 === 1 && !NOTHING_NAMED.test(text);
  return isWhole && left >= SHARED_MIN * names.length ? { text, left } : null;
}

/** True where every word of a summary is in each of the others, in this order. */
const isInAll = (summary: string, others: readonly string[]): boolean =>
  others.every((other) => aligned(wordsOf(summary), wordsOf(other)).every((place) => place >= 0));

/**
 * The summary of several sightings of one mistake: one that all others hold within them; that of the best, unless most
 * others say something else in the place of a name or a number; else what most share, with "…" in such a place.
 * @param summaries one for each sighting, the best first; at least one
 */
export function sharedSummary(summaries: readonly string[]): string {
  const [best] = summaries as [string];
  const unlike = [...new Set(summaries)];
  const others = (summary: string) => summaries.toSpliced(summaries.indexOf(summary), 1);
  const inAll = unlike.find((summary) => isInAll(summary, others(summary)));
  if (inAll !== undefined) return inAll;
  const own = general(best, others(best));
  if (own === null || own.text === best) return best;
  const found = unlike.flatMap((summary) => general(summary, others(summary)) ?? []);
  return found.sort((a, b) => b.left - a.left)[0]?.text ?? best;
}
