import { remembered } from '../../../text/remembered.ts';
import { UNSPACED } from './sentences.ts';
import { straight } from './spelling.ts';

/** What a text is about: the words in it that mean something by themselves. Pure. */

/** Words that stand in any message, and say nothing of what it is about. In lower case. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `this that with from have does what when where which would could should there their then them they your about into
  just also maybe like want need make doing done good right wrong sure think know mean thing things here again really
  still already actually some more most other been being will were because before after check look looking looked
  change changes changed user agent work working code issue problem something better yeah okay please these those very
  much even only than such same well back over happened happens happen going through every each both case cases perfectly
  follow understand point said first second third didn't don't doesn't isn't aren't wasn't can't couldn't it's that's
  you're let's else anything everything nothing either between given`.split(/\s+/),
);

const WEIGHT_MAX = 6;

/** How many things a text names: words with a meaning of their own, names of code and what is marked as such count twice. */
export function contentOf(text: string): number {
  const words = new Set(straight(text).match(/[\p{L}\d_$./'-]*[\p{L}\d_]/gu) ?? []);
  let weight = text.match(/`[^`\n]{2,40}`/g)?.length ?? 0;
  for (const word of words) {
    if (UNSPACED.test(word)) weight += word.length / 3;
    else if (/\p{L}.*[_/.]|[_/.].*\p{L}|[a-z][A-Z]|^--|[A-Z]{3}/u.test(word)) weight += 2;
    else if (word.length >= 4 && !PLAIN_WORDS.has(word.toLowerCase()) && /\p{L}/u.test(word)) weight += 1;
  }
  return Math.min(weight, WEIGHT_MAX);
}

const WORD = /[a-z\d\u00c0-\u1fff][\w\u00c0-\u1fff-]{3,}/g;
const ACRONYM = /\b[A-Z]{2,3}\b/g;
/** Any two messages about work share these too. */
const OF_WORK = new Set('works error errors file files test tests tried using used'.split(' '));
/** Scripts without spaces: two characters say what a word does. */
const RUN = new RegExp(`${UNSPACED.source}{2,}`, 'g');
const STEM_CHARS = 5;
const WORDS_MAX = 60;

/** Many leave accents out. */
const unaccented = (word: string): string =>
  /[\u00c0-\u024f]/.test(word) ? word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '') : word;

const TEXTS_REMEMBERED = 64;

/** What a text is about, in stems. A human's last messages are held against each new one. */
export const topics = remembered(TEXTS_REMEMBERED, (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    if (!PLAIN_WORDS.has(word) && !OF_WORK.has(word)) found.add(unaccented(word).slice(0, STEM_CHARS));
    if (found.size >= WORDS_MAX) return found;
  }
  for (const word of text.match(ACRONYM) ?? []) found.add(word.toLowerCase());
  for (const run of text.match(RUN) ?? [])
    for (let at = 0; at + 2 <= run.length && found.size < WORDS_MAX; at++) found.add(run.slice(at, at + 2));
  return found;
});

export function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const word of some) if (others.has(word)) count++;
  return count;
}

/** True where both texts name a thing. */
export const sharesTopic = (text: string, other: string): boolean => shared(topics(text), topics(other)) > 0;
