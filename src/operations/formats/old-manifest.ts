import { isObject } from '../../text/json.ts';
import type { Json } from '../../transcripts/json.ts';
import type { IncomingLesson } from './incoming.ts';
import { readLessonRecord } from './old-lesson.ts';
import { foldCase, globFromRegex } from './pattern-text.ts';
import { mistakeOf, text } from './record.ts';

/**
 * One lesson of an older tool's compiled manifest: patterns are `{source, flags}`, paths were globs once. One that
 * was not compiled, but holds the lesson's own patterns and globs, is read as it is. A path pattern that no glob can
 * say keeps the lesson for review.
 */
export function readManifestRecord(id: string, record: unknown): IncomingLesson | null {
  if (!isObject(record)) return null;
  const own = mistakeOf(record);
  const fromText = own === '' ? sections(text(record['injection']) || text(record['message'])) : {};
  const trigger = isObject(record['triggers']) ? record['triggers'] : record;
  const commands = sources(record['commandRegexSources'] ?? trigger['commandPatterns']);
  const paths = sources(record['pathRegexSources']).map(({ source }) => ({
    source,
    glob: globFromRegex(source),
  }));
  const lost = paths.filter(({ glob }) => glob === null).map(({ source }) => source);
  const read = readLessonRecord({
    ...fromText,
    ...record,
    ...trigger,
    triggers: undefined,
    id: text(record['id']) || id,
    commandPatterns: commands.map(({ source, flags }) => (flags.includes('i') ? foldCase(source) : source)),
    ...(record['pathRegexSources'] !== undefined && {
      pathPatterns: paths.flatMap(({ glob }) => (glob === null ? [] : [glob])),
    }),
    ...(lost.length > 0 && { needsReview: true }),
  });
  if (read === null || lost.length === 0) return read;
  const note = `Path patterns that are no globs: ${lost.join(' ')}`;
  return { ...read, remainder: [read.remainder, note].filter((part) => part !== null).join('\n') };
}

function sources(value: unknown): { source: string; flags: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) =>
    isObject(item) && typeof item['source'] === 'string'
      ? [{ source: item['source'], flags: text(item['flags']) }]
      : typeof item === 'string'
        ? [{ source: item, flags: '' }]
        : [],
  );
}

/** Mistake and remediation out of a rendered injection (`## Lesson: … / … / **Fix**: …`). */
function sections(injection: string): Json {
  const found = /^## Lesson: [^\n]*\n([\s\S]*?)\n?\*\*Fix\*\*: ([\s\S]*)$/.exec(injection);
  if (found) return { mistake: found[1], remediation: found[2] };
  return injection === '' ? {} : { mistake: injection };
}
