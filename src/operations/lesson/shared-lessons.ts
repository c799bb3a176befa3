import { isAbsolute } from 'node:path';
import { andMore, counted, nounFor } from '../../model/counted.ts';
import { type Lesson, PATTERN_FIELDS } from '../../model/lesson.ts';
import { scopeProject } from '../../model/scope.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';
import { describeOrigin } from './origin.ts';

const NAMED_MAX = 3;

/** What others may have: sessions, use, and where it came from are the user's own. */
export function shareable(lesson: Lesson): Partial<Lesson> {
  const { number: _number, sourceSessionIds: _sessions, ...rest } = lesson;
  const { origin: _origin, originKey: _key, originDigest: _digest, ...shared } = rest;
  return { ...shared, hitCount: 0, lastSeenAt: null, lastMatchedAt: null, lastUsefulAt: null };
}

/** The lesson with `~` for the home folder in what it tells; a pattern stays what it matches. */
export function withoutHome(lesson: Lesson, home: string): Lesson {
  if (home.length < 2) return lesson;
  // Not within `/mnt/home/ann`, nor in `/home/anna`.
  const places = new RegExp(`(?<![\\w.~}-])${escapeRegex(home)}(?![\\w.-])`, 'g');
  const told = (text: string) => text.replace(places, '~');
  return {
    ...lesson,
    summary: told(lesson.summary),
    mistake: told(lesson.mistake),
    remediation: told(lesson.remediation),
    signature: lesson.signature && told(lesson.signature),
    blockReason: lesson.blockReason && told(lesson.blockReason),
  };
}

/** What one who shares these lessons may not expect of them, a line each. */
export function warningsOnSharing(lessons: readonly Lesson[], home: string): string[] {
  const foreign = lessons.filter(({ origin }) => origin !== null);
  const places = [...new Set(foreign.map(({ origin }) => describeOrigin(origin!)))];
  // A pattern has its slashes escaped.
  const namesHome = (pattern: string) =>
    home.length > 1 && pattern.replaceAll('\\', '').includes(home.replaceAll('\\', ''));
  const atHome = lessons.filter((lesson) => PATTERN_FIELDS.some((field) => lesson[field].some(namesHome)));
  const inFolder = lessons.filter(({ scope }) => isAbsolute(scopeProject(scope) ?? ''));
  return [
    ...(foreign.length > 0
      ? [
          `${foreign.length} of ${counted(lessons.length, 'lesson')} came from elsewhere (${firstOf(places)}): --own leaves ${nounFor(foreign.length, 'it', 'them')} out`,
        ]
      : []),
    ...(atHome.length > 0
      ? [`patterns of ${refsOf(atHome)} name your home folder: they match nowhere else; see \`lessons edit\``]
      : []),
    ...(inFolder.length > 0
      ? [
          `${refsOf(inFolder)} ${nounFor(inFolder.length, 'is', 'are')} for a project that is known by its folder alone: silent elsewhere, and the folder is named; \`lessons edit REF --set scope=global\` widens one`,
        ]
      : []),
  ];
}

const refsOf = (lessons: readonly Lesson[]): string => firstOf(lessons.map(({ number }) => `#${number}`));

const firstOf = (names: readonly string[]): string =>
  `${names.slice(0, NAMED_MAX).join(', ')}${andMore(names.length - NAMED_MAX)}`;
