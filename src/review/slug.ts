import { hash64 } from '../text/hash.ts';

const STEM_CHARS_MAX = 56;
const SUFFIX_CHARS = 4;

/** Kebab-case words of a summary; `lesson` where it has no Latin letters or digits. */
export function slugStem(summary: string): string {
  const words = summary
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[a-z0-9]+/g);
  let stem = '';
  for (const word of words ?? []) {
    const longer = stem === '' ? word.slice(0, STEM_CHARS_MAX) : `${stem}-${word}`;
    if (longer.length > STEM_CHARS_MAX) break;
    stem = longer;
  }
  return stem === '' ? 'lesson' : stem;
}

/**
 * Summary and four base-36 characters made from `seed` (the content hash), so that the same lesson
 * gets the same slug everywhere; a higher `attempt` gives another one where that is taken.
 */
export function slugOf(summary: string, seed: string, attempt = 0): string {
  const hash = BigInt(`0x${hash64(`${attempt}:${seed}`)}`).toString(36);
  return `${slugStem(summary)}-${hash.slice(-SUFFIX_CHARS).padStart(SUFFIX_CHARS, '0')}`;
}

/** What a slug may look like, wherever it comes from; it also becomes a file's name, beside a session's `log`. */
export function isSlug(text: string): boolean {
  return /^(?!log$)[a-z0-9][a-z0-9-]{0,79}$/.test(text);
}
