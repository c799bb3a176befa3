import { z } from 'zod';
import { LessonSchema } from '../model/lesson.ts';
import { silencedOf } from './lesson/lesson-warnings.ts';
import { renderCard } from './lesson/render-lesson.ts';
import { operation } from './operation.ts';
import { refSchema } from './suggestions.ts';
import { projectNames, scopeName } from './words/project-names.ts';

const EvidenceSchema = z.object({
  id: z.string(),
  episodeId: z.string().nullable(),
  agent: z.string(),
  sessionId: z.string(),
  project: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  timestamp: z.string().nullable(),
  excerpt: z.string().describe('Redacted.'),
});

const output = LessonSchema.extend({
  evidence: z.array(EvidenceSchema),
  draft: z
    .object({ patch: z.record(z.string(), z.unknown()), by: z.string(), at: z.string() })
    .nullable()
    .describe('A write-up that nobody has decided yet.'),
  scopeName: z.string().describe('The scope in words: `project shop`.'),
  silenced: z
    .string()
    .nullable()
    .describe('What past calls leave of what the lesson was to do at calls, where they speak against it.'),
});

export const lessonShow = operation({
  name: 'lesson.show',
  docs: 'Shows one lesson with its evidence. REF is a slug, an id, a unique prefix of either, or #number.',
  input: z.object({ ref: refSchema() }),
  output,
  readOnly: true,
  cli: {
    command: ['show'],
    args: [{ field: 'ref', label: 'REF', required: true }],
    render: renderCard,
  },
  async run(context, { ref }) {
    const store = await context.store();
    const lesson = await store.resolveLesson(ref);
    const [rows, draft] = await Promise.all([store.listEvidence(lesson.id), store.getDraft(lesson.id)]);
    const evidence = rows.map(({ lessonId: _lessonId, ...row }) => row);
    const [silenced = null] = (await silencedOf(context, [lesson])).map(({ detail }) => detail);
    return {
      ...lesson,
      evidence,
      scopeName: scopeName(lesson.scope, projectNames(await store.listProjectRoots())),
      draft: draft && { patch: draft.patch, by: draft.by, at: draft.at },
      silenced,
    };
  },
});
