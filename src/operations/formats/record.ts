import { withoutHidden } from '../../inject/neutralise.ts';
import { SUMMARY_CHARS_MAX, TEXT_CHARS_MAX } from '../../model/constants.ts';
import type { Lesson } from '../../model/lesson.ts';
import { oneLine } from '../../text/one-line.ts';
import type { Json } from '../../transcripts/json.ts';

/** More than a store could have counted. */
export const COUNT_MAX = 1e9;

type SeenIn = Pick<Lesson, 'sourceSessionIds' | 'occurrenceCount' | 'sessionCount' | 'projectCount'>;

/** A trimmed text; empty for anything else. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** What a person can have written: nothing hidden in it, no blanks around it. */
export const written = (given: string): string => withoutHidden(given.replace(/\r\n?/g, '\n')).trim();

/** A list of texts, or one as a list; what is empty or no text is left out. */
export function texts(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item !== '')
    : [];
}

/** A whole number within bounds, or the fallback. */
export function whole(value: unknown, min: number, max: number, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(max, Math.max(min, Math.round(value)))
    : fallback;
}

/** A share of 1; percentages (as 100) are understood. */
export function share(value: unknown, fallback: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(1, Math.max(0, value > 1 ? value / 100 : value));
}

/** ISO 8601 in UTC, or null where it is no date. */
export function time(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Cuts a summary at a word; whether anything was lost. */
export function cutSummary(full: string): { summary: string; cut: boolean } {
  const flat = oneLine(full);
  if (flat.length <= SUMMARY_CHARS_MAX) return { summary: flat, cut: false };
  const head = flat.slice(0, SUMMARY_CHARS_MAX - 1);
  const space = head.lastIndexOf(' ');
  return { summary: `${(space > 40 ? head.slice(0, space) : head).trimEnd()}…`, cut: true };
}

/** A text at most as long as a lesson's may be. */
export function cutText(full: string): string {
  return full.length <= TEXT_CHARS_MAX ? full : `${full.slice(0, TEXT_CHARS_MAX - 1)}…`;
}

/** What went wrong; older tools called it `problem`. */
export function mistakeOf(record: Json): string {
  return text(record['mistake']) || text(record['problem']);
}

/** What to do instead; older tools called it `solution`. */
export function remediationOf(record: Json): string {
  return text(record['remediation']) || text(record['solution']);
}

/** The sessions that a record names, and how often it was seen; `unsaid` times where it does not say. */
export function seenIn(record: Json, unsaid: number): SeenIn {
  const sourceSessionIds = texts(record['sourceSessionIds']);
  return {
    sourceSessionIds,
    occurrenceCount: whole(record['occurrenceCount'], 0, COUNT_MAX, unsaid),
    sessionCount: whole(record['sessionCount'], 0, COUNT_MAX, sourceSessionIds.length),
    projectCount: whole(record['projectCount'], 0, COUNT_MAX, 0),
  };
}

/** A record's members of these names, as `name: JSON`, for what no field of a lesson takes. */
export function membersOf(record: Json, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    record[name] === undefined ? [] : [`${name}: ${JSON.stringify(record[name])}`],
  );
}

/** First sentence of a text, for records without a summary. */
export function firstSentence(full: string): string {
  const flat = oneLine(full);
  return /^.{10,}?[.!?](?=\s|$)/.exec(flat)?.[0].replace(/\.$/, '') ?? flat;
}

/** Known categories as tags of ours: older tools wrote `language:` for `lang:`. */
export function tagsOf(value: unknown): string[] {
  return [...new Set(texts(value).map((tag) => tag.replace(/^language:/, 'lang:').slice(0, 200)))];
}
