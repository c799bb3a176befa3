import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { isoTime } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { ProjectFinder } from '../platform/project.ts';
import { mayBlock } from './guard.ts';
import { readLessonsFile } from './lesson/read-lessons-file.ts';
import { renamedSchema, storeIncoming, tellRenamed } from './lesson/store-incoming.ts';
import { type Context, operation, PathSchema } from './operation.ts';
import { rebuildIfStale } from './rebuild.ts';
import { addTrust, lessonFiles, readTrust, removeTrust, repositoryOf, trustState } from './trust-file.ts';

const output = z.object({
  trusted: z.array(
    z.object({
      path: z.string(),
      hash: z.string(),
      at: z.string(),
      state: z.enum(['trusted', 'changed', 'missing']),
    }),
  ),
  /** What the folder's lessons files brought in; null where a single file was trusted. */
  loaded: z
    .object({ files: z.int(), added: z.int(), duplicates: z.int(), renamed: z.array(renamedSchema) })
    .nullable(),
  removed: z.boolean(),
});
type Output = z.infer<typeof output>;

export const trust = operation({
  name: 'trust.add',
  docs: 'Trusts a lessons file, or the `.lessons` folder of a repository, with the content that it has now: lessons from a repository or a pack in one load only then. A folder is loaded at once, for its own project; a file is then imported with `lessons import`. When the content changes, it has to be trusted again. Without PATH the trusted ones are listed. Needs a terminal where it runs inside an agent.',
  input: z.object({ path: PathSchema.optional(), remove: z.boolean().optional() }),
  output,
  readOnly: false,
  cli: {
    command: ['trust'],
    args: [{ field: 'path', label: 'PATH' }],
    flags: [
      { flag: '--remove', field: 'remove', type: 'boolean', help: 'Trust it no more; its lessons stay.' },
    ],
    render: renderTrust,
  },
  async run(context, { path, remove }): Promise<Output> {
    if (path === undefined && remove === true)
      throw new AppError('USAGE', 'trust --remove needs the PATH that is to be trusted no more', {
        hint: 'See `lessons trust`.',
      });
    if (path === undefined) return { trusted: listed(context), loaded: null, removed: false };
    if (remove === true) {
      const removed = await removeTrust(context.home, path);
      if (!removed)
        throw new AppError('NOT_FOUND', `${path} is not trusted`, { hint: 'See `lessons trust`.' });
      return { trusted: listed(context), loaded: null, removed };
    }
    const permission = mayBlock(context);
    if (!permission.allowed)
      throw new AppError('NEEDS_TERMINAL', `${path} is not trusted: that needs a terminal`, {
        hint: `A human can run \`lessons trust ${path}\` in a shell.`,
      });
    const files = lessonFiles(path);
    if (files.length === 0)
      throw new AppError('NOT_FOUND', `${path} holds no lessons file`, {
        hint: 'They end in .json or .md; those of a repository lie in its .lessons folder.',
      });
    const incoming = files.map((file) => readLessonsFile(file));
    const entry = await addTrust(context.home, path, isoTime(context.clock));
    const loaded =
      files.length === 1 && files[0] === entry.path ? null : await load(context, entry.path, incoming);
    return { trusted: listed(context), loaded, removed: false };
  },
});

/** A repository's own lessons are for that repository alone. */
async function load(
  context: Context,
  path: string,
  files: ReturnType<typeof readLessonsFile>[],
): Promise<NonNullable<Output['loaded']>> {
  const store = await context.store();
  const root = repositoryOf(path);
  const project = root === null ? null : new ProjectFinder().of(root);
  if (project !== null) await store.upsertProjectRoots([{ root: project.root, project: project.id }]);
  const scope = project === null ? {} : { scope: `project:${project.id}`, forceScope: true };
  let added = 0;
  let duplicates = 0;
  const renamed: z.infer<typeof renamedSchema>[] = [];
  await store.transaction(async (inside) => {
    for (const file of files) {
      const report = await storeIncoming(context, inside, { lessons: file.lessons, failures: [] }, scope);
      added += report.added;
      duplicates += report.duplicates;
      renamed.push(...report.renamed);
    }
  });
  await rebuildIfStale(context);
  return { files: files.length, added, duplicates, renamed };
}

function listed(context: Context): Output['trusted'] {
  return readTrust(context.home).map((entry) => ({ ...entry, state: stateOf(context.home, entry.path) }));
}

function stateOf(home: string, path: string): Output['trusted'][number]['state'] {
  try {
    return trustState(home, path) === 'trusted' ? 'trusted' : 'changed';
  } catch {
    return 'missing';
  }
}

function renderTrust(result: Output): string {
  const lines = result.trusted.map(
    (each) => `${each.path}${each.state === 'trusted' ? '' : ` (${each.state})`}`,
  );
  if (result.loaded !== null)
    lines.push(
      `Loaded ${counted(result.loaded.added, 'lesson')} from ${counted(result.loaded.files, 'file')}; ${counted(result.loaded.duplicates, 'was', 'were')} known.`,
      ...tellRenamed(result.loaded.renamed),
    );
  return lines.length === 0 ? 'Nothing is trusted.' : lines.join('\n');
}
