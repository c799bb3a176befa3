import { z } from 'zod';
import { LESSON_STATUSES } from '../model/constants.ts';
import { LessonStatusSchema } from '../model/lesson.ts';
import { homeFiles } from '../platform/paths.ts';
import { operation } from './operation.ts';

/** More than a screen shows: a shell that is given more asks whether to show them. */
const VALUES_MAX = 200;

/** Anything else a shell might carry out. */
const PLAIN = /^[\w.-]+$/;

const output = z.object({ values: z.array(z.string()) });

export const completionValues = operation({
  name: 'cli.values',
  docs: 'Prints what completion scripts ask for while one types: slugs of lessons, or ids of backups, that begin with PREFIX; at most 200. What cannot be read is not offered, and nothing is written.',
  input: z.object({
    kind: z.enum(['lessons', 'backups']),
    prefix: z.string().default(''),
    status: z.array(LessonStatusSchema).default([...LESSON_STATUSES]),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['completions', 'of'],
    args: [
      { field: 'kind', label: 'KIND', required: true },
      { field: 'prefix', label: 'PREFIX' },
    ],
    flags: { status: { type: 'csv', label: 'S', help: 'Only lessons of this status; several with commas.' } },
    render: ({ values }) => values.join('\n'),
  },
  async run({ home }, { kind, prefix, status }) {
    try {
      const found = kind === 'backups' ? await backups(home, prefix) : await slugs(home, prefix, status);
      return { values: found.filter((value) => PLAIN.test(value)).slice(0, VALUES_MAX) };
    } catch {
      return { values: [] };
    }
  },
});

async function slugs(home: string, prefix: string, statuses: readonly string[]): Promise<string[]> {
  const { slugsBeginning } = await import('../store/sqlite/slugs.ts');
  return slugsBeginning(homeFiles.db(home), prefix, statuses, VALUES_MAX);
}

async function backups(home: string, prefix: string): Promise<string[]> {
  const { listBackups } = await import('./home/backup-list.ts');
  return listBackups(home)
    .filter(({ id, damaged }) => damaged === null && id.startsWith(prefix))
    .map(({ id }) => id);
}
