import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { operation } from './operation.ts';
import { fit } from './words/columns.ts';

const row = z.object({
  slug: z.string(),
  number: z.int(),
  summary: z.string(),
  remediation: z.string(),
  toolNames: z.array(z.string()),
  priority: z.int(),
  confidence: z.number(),
  reusable: z.number(),
  occurrenceCount: z.int(),
  sessionCount: z.int(),
  projectCount: z.int(),
  source: z.string(),
  signals: z.array(z.string()),
  shown: z.boolean().describe('Passes the default gate.'),
});
const output = z.object({ candidates: z.array(row), total: z.int(), shown: z.int() });

export const scanAggregate = operation({
  name: 'transcript.aggregate',
  docs: 'Lists the candidates as they are grouped across sessions and projects, best first, as `lessons review` shows them: by priority, then by confidence, then by how often they were seen.',
  input: z.object({
    all: z.boolean().default(false).describe('Those below the gate too.'),
    limit: z.int().min(1).optional(),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['scan', 'aggregate'],
    flags: {
      all: { help: 'Those below the default gate too.' },
      limit: { label: 'N', help: 'At most so many.' },
    },
    render: (found, _input, screen) => {
      if (found.candidates.length === 0) return 'No candidates. Run `lessons scan` first.';
      const lines = found.candidates.map((each) => {
        const where = `${times(each.occurrenceCount)} in ${counted(each.sessionCount, 'session')}, ${counted(each.projectCount, 'project')}`;
        const head = `#${each.number}  p${each.priority}  ${each.confidence.toFixed(2)}  ${each.summary}`;
        return `${fit(head, screen.width)}\n      ${where}; ${each.slug}`;
      });
      return [...lines, `${found.candidates.length} shown of ${found.total}.`].join('\n');
    },
  },
  async run(context, given) {
    const store = await context.store();
    const lessons = await store.listLessons({ status: ['candidate'] });
    const gate = context.config.reusableGate;
    const all = lessons.map((lesson) => ({ ...lesson, shown: lesson.reusable >= gate }));
    const wanted = given.all ? all : all.filter((lesson) => lesson.shown);
    const candidates = wanted.slice(0, given.limit ?? wanted.length).map((lesson) => row.parse(lesson));
    return { candidates, total: all.length, shown: all.filter((lesson) => lesson.shown).length };
  },
});

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}
