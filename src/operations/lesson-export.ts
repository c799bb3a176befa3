import { z } from 'zod';
import { PACK_VERSION } from '../model/constants.ts';
import { type Lesson, LessonStatusSchema } from '../model/lesson.ts';
import { schemaUrl } from '../model/schema-url.ts';
import { AppError } from '../platform/errors.ts';
import { homeDir } from '../platform/paths.ts';
import type { Store } from '../store/port.ts';
import { withoutUndefined } from '../text/without-undefined.ts';
import { writeKnownErrors } from './formats/known-errors.ts';
import { writeMarkdown } from './formats/markdown.ts';
import { NARROW_FIELDS, NARROW_FLAGS } from './lesson/narrow.ts';
import { shareable, warningsOnSharing, withoutHome } from './lesson/shared-lessons.ts';
import { operation } from './operation.ts';
import { refSchema } from './suggestions.ts';

const EXPORT_FORMATS = ['json', 'pack', 'known-errors', 'markdown'] as const;

const output = z.object({
  format: z.enum(EXPORT_FORMATS),
  lessons: z.int(),
  text: z.string().describe('The file.'),
});
type Output = z.infer<typeof output>;

const input = z.object({
  status: LessonStatusSchema.optional(),
  ...NARROW_FIELDS,
  ids: z.array(refSchema()).min(1, 'names no lesson').optional(),
  own: z.boolean().optional(),
  format: z.enum(EXPORT_FORMATS).default('json'),
  name: z.string().min(1).max(200).optional(),
});
type Input = z.infer<typeof input>;

export const lessonExport = operation({
  name: 'lesson.export',
  docs: 'Writes lessons to standard output: the whole store as JSON, a pack to share, a known-errors file, or a Markdown section for CLAUDE.md or AGENTS.md. Without --status, json holds every lesson and the others the active ones. What is written to share names the home folder `~`; what came from elsewhere, and what would be silent elsewhere, is said on standard error.',
  input,
  output,
  readOnly: true,
  cli: {
    command: ['export'],
    flags: {
      status: { label: 'S', help: 'candidate, reviewed, active or archived.' },
      ...NARROW_FLAGS,
      ids: { type: 'csv', label: 'A,B', help: 'Only these: slugs, ids, prefixes or #numbers.' },
      own: { help: 'Only what was found or written here, not what came by an import.' },
      format: { label: 'F', help: `${EXPORT_FORMATS.join(', ')}; json if absent.` },
      name: { help: 'Name of the pack; lessons if absent.' },
    },
    render: ({ text }) => text,
    json: (result) => (result.format === 'markdown' ? result : JSON.parse(result.text)),
  },
  async run(context, { format, name, ...which }): Promise<Output> {
    if (name !== undefined && format !== 'pack')
      throw new AppError('USAGE', `--name is for --format pack: ${format} has none`, {
        hint: 'See `lessons export --help`.',
      });
    const found = await wanted(await context.store(), which, format);
    const home = homeDir(context.env);
    const isShared = format !== 'json';
    if (isShared && found.length === 0) context.warn(NOTHING_FOUND);
    const lessons = isShared ? found.map((lesson) => withoutHome(lesson, home)) : found;
    if (isShared) for (const line of warningsOnSharing(lessons, home)) context.warn(line);
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
      pack: () => json({ ...file('pack', { name: name ?? 'lessons' }), lessons: lessons.map(shareable) }),
      'known-errors': () => json(writeKnownErrors(lessons)),
      markdown: () => writeMarkdown(lessons),
    }[format]();
    return { format, lessons: lessons.length, text };
  },
});

const NOTHING_FOUND =
  'no lesson is exported: without --status only active ones are, which `lessons review` makes of candidates';

type Which = Pick<Input, 'status' | 'tool' | 'tag' | 'scope' | 'ids' | 'own'>;

async function wanted(store: Store, which: Which, format: Output['format']): Promise<Lesson[]> {
  const { status, ids, own, ...narrow } = which;
  const filter = withoutUndefined(narrow);
  const named = await Promise.all((ids ?? []).map(async (ref) => (await store.resolveLesson(ref)).id));
  const isAny = format === 'json' || ids !== undefined;
  const statuses = status ?? (isAny ? undefined : 'active');
  const lessons = await store.listLessons({
    ...filter,
    ...(ids === undefined ? {} : { ids: named }),
    ...(statuses === undefined ? {} : { status: [statuses] }),
  });
  return own === true ? lessons.filter(({ origin }) => origin === null) : lessons;
}
