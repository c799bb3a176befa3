import { INJECTION_HEADER } from '../model/constants.ts';
import { scopeRank } from './scope.ts';
import type { Match, Selection } from './types.ts';
import { utf8Bytes, utf8Head, utf8Tail } from './utf8.ts';

interface SelectOptions {
  /** Bytes of UTF-8 that the whole injected text may take, header and metadata included. */
  budgetBytes: number;
  maxLessons: number;
  /** Languages of the project, such as `typescript`: a lesson with the `lang:` tag of one ranks one priority higher. */
  languages?: readonly string[] | undefined;
}

/** Header, metadata comment without its slugs, and line breaks. */
const FIXED_OVERHEAD_BYTES = INJECTION_HEADER.length + 90;
/** Quotes and comma around a slug in the metadata, and the blank line between lessons. */
const LESSON_OVERHEAD_BYTES = 6;
const TRUNCATED_BYTES_MIN = 120;
/** Of one UTF-16 unit. */
const UTF8_BYTES_MAX = 3;

/**
 * Orders matches: priority (one more for a language of the project), narrower scope, measured effect,
 * confidence; the older lesson where all are equal. A lesson that matched twice is kept once.
 */
export function rank(matches: readonly Match[], languages: readonly string[] = []): Match[] {
  if (matches.length < 2) return [...matches];
  const priority = (match: Match): number =>
    match.lesson.priority +
    (languages.some((language) => match.lesson.tags.includes(`lang:${language}`)) ? 1 : 0);
  const once = new Map<string, Match>();
  for (const match of matches) if (!once.has(match.lesson.id)) once.set(match.lesson.id, match);
  return [...once.values()].sort(
    (a, b) =>
      priority(b) - priority(a) ||
      scopeRank(b.lesson.scope) - scopeRank(a.lesson.scope) ||
      b.lesson.effect - a.lesson.effect ||
      b.lesson.confidence - a.lesson.confidence ||
      a.lesson.number - b.lesson.number,
  );
}

/**
 * Picks what is injected: ranked, capped, within the byte budget. The first always fits, cut in its middle if it
 * must be; a later one falls back to its summary, and is dropped where that does not fit either.
 */
export function select(matches: readonly Match[], options: SelectOptions): Selection {
  const selection: Selection = { selected: [], dropped: [] };
  const whole = alone(matches, options);
  if (whole !== null) return { selected: [whole], dropped: [] };
  let left = options.budgetBytes - FIXED_OVERHEAD_BYTES;
  for (const match of rank(matches, options.languages)) {
    if (selection.selected.length >= options.maxLessons) {
      selection.dropped.push({ match, reason: 'cap' });
      continue;
    }
    const room = left - LESSON_OVERHEAD_BYTES - utf8Bytes(match.lesson.slug);
    const picked = pickText(match, room, selection.selected.length === 0);
    if (picked === null) {
      selection.dropped.push({ match, reason: 'budget' });
      continue;
    }
    selection.selected.push({ match, text: picked.text, full: picked.full });
    left = room - utf8Bytes(picked.text);
  }
  return selection;
}

/** The one lesson of most calls where its text is so short that no byte needs to be counted. */
function alone(matches: readonly Match[], options: SelectOptions): Selection['selected'][number] | null {
  const [match] = matches;
  if (match === undefined || matches.length > 1 || options.maxLessons < 1) return null;
  const { text } = match.lesson;
  const bytesMax = (text.length + match.lesson.slug.length) * UTF8_BYTES_MAX;
  const fits = bytesMax + FIXED_OVERHEAD_BYTES + LESSON_OVERHEAD_BYTES <= options.budgetBytes;
  return fits ? { match, text, full: true } : null;
}

function pickText(match: Match, room: number, first: boolean): { text: string; full: boolean } | null {
  const { text, summaryText } = match.lesson;
  if (utf8Bytes(text) <= room) return { text, full: true };
  if (first) {
    const limit = room > TRUNCATED_BYTES_MIN ? room : TRUNCATED_BYTES_MIN;
    if (limit >= 2 * utf8Bytes(summaryText) + TRUNCATED_BYTES_MIN) {
      return { text: truncateMiddle(text, limit), full: false };
    }
    return { text: truncateMiddle(summaryText, limit), full: false };
  }
  return utf8Bytes(summaryText) <= room ? { text: summaryText, full: false } : null;
}

/**
 * Cuts the middle out of a text so that it takes at most `max` bytes of UTF-8. The end is where a lesson says
 * what to do instead, so it keeps the larger half. Breaks at white space where one is near.
 */
export function truncateMiddle(text: string, max: number): string {
  if (utf8Bytes(text) <= max) return text;
  const room = Math.max(0, max - 5);
  let head = utf8Head(text, Math.floor(room * 0.4));
  let tail = utf8Tail(text, room - utf8Bytes(head));
  const headBreak = head.search(/\s\S*$/);
  if (headBreak > head.length * 0.7) head = head.slice(0, headBreak);
  const tailBreak = tail.search(/\s/);
  if (tailBreak >= 0 && tailBreak < tail.length * 0.3) tail = tail.slice(tailBreak + 1);
  return `${head} … ${tail}`;
}
