import { redactDeep } from './redact.ts';
import { placesTakenOut, withoutPlaces, withoutWords, wordsTakenOut } from './taken-out.ts';

/** What was redacted, and what of it tells a secret where it stands alone. */
interface Together<T> {
  clean: T;
  words: Set<string>;
  places: ReturnType<typeof placesTakenOut>;
}

/**
 * Redacts the texts of one thing: what one of them shows to be a secret is taken out of all of them. A summary may be
 * cut before what told it, or put on one line.
 */
export function redactTogether<T>(raw: T): Together<T> {
  const words = new Set<string>();
  const places: Together<T>['places'] = [];
  const clean = redactDeep(raw, (before, after) => {
    for (const word of wordsTakenOut(before, after)) words.add(word);
    places.push(...placesTakenOut(before, after));
  });
  const isWhole = words.size + places.length === 0;
  return { clean: isWhole ? clean : masked(clean, words, places), words, places };
}

function masked<T>(value: T, words: ReadonlySet<string>, places: Together<T>['places']): T {
  if (typeof value === 'string') return withoutPlaces(withoutWords(value, words), places) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => masked(item, words, places)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, masked(item, words, places)]),
  ) as T;
}
