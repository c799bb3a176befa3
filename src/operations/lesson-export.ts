import { z } from 'zod';
import { PACK_VERSION } from '../model/constants.ts';
import { type Lesson, LessonStatusSchema } from '../model/lesson.ts';
import { schemaUrl } from '../model/schema-url.ts';
import { writeKnownErrors } from './formats/known-errors.ts';
import { writeMarkdown } from './formats/markdown.ts';
import { operation } from './operation.ts';

const EXPORT_FORMATS = ['json', 'pack', 'known-errors', 'markdown'] as const;

const output = z.object({
  format: z.enum(EXPORT_FORMATS),
  lessons: z.int(),
  text: z.string().describe('The file.'),
});
type Output = z.infer<typeof output>;

export const lessonExport = operation({
  name: 'lesson.export',
  docs: 'Writes lessons to standard output: the whole store as JSON, a pack to share, a known-errors file, or a Markdown section for CLAUDE.md or AGENTS.md. Without --status, json holds every lesson and the others the active ones.',
  input: z.object({
    status: LessonStatusSchema.optional(),
    format: z.enum(EXPORT_FORMATS).default('json'),
    name: z.string().min(1).max(200).default('lessons'),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['export'],
    flags: {
      status: { label: 'S', help: 'candidate, reviewed, active or archived.' },
      format: { label: 'F', help: `${EXPORT_FORMATS.join(', ')}; json if absent.` },
      name: { help: 'Name of the pack.' },
    },
    render: ({ text }) => text,
    json: (result) => (result.format === 'markdown' ? result : JSON.parse(result.text)),
  },
  async run(context, { status, format, name }): Promise<Output> {
    const store = await context.store();
    const wanted = status ?? (format === 'json' ? undefined : 'active');
    const lessons = await store.listLessons(wanted === undefined ? {} : { status: [wanted] });
    const file = (name: string, extra: object) => ({
      $schema: schemaUrl(name),
      type: `lessons-learned-${name}`,
      version: PACK_VERSION,
      ...extra,
      lessons,
    });
    const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
    const text = {
      json: () => json(file('store', {})),
      pack: () => json({ ...file('pack', { name }), lessons: lessons.map(shareable) }),
      'known-errors': () => json(writeKnownErrors(lessons)),
      markdown: () => writeMarkdown(lessons),
    }[format]();
    return { format, lessons: lessons.length, text };
  },
});

/** What others may have: sessions, use, and where it came from are the user's own. */
function shareable(lesson: Lesson): Partial<Lesson> {
  const { number: _number, sourceSessionIds: _sessions, ...rest } = lesson;
  const { origin: _origin, originKey: _key, originDigest: _digest, ...shared } = rest;
  return { ...shared, hitCount: 0, lastSeenAt: null, lastMatchedAt: null, lastUsefulAt: null };
}
