import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { andMore, counted } from '../model/counted.ts';
import { isoTime } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { homeFiles } from '../platform/paths.ts';
import { ProjectFinder, repositoryRoot } from '../platform/project.ts';
import type { Store } from '../store/port.ts';
import type { Incoming } from './formats/incoming.ts';
import { mayBlock } from './guard.ts';
import { dryRunContext, rehearse } from './home/dry-run.ts';
import { rebuildIfStale } from './home/rebuild.ts';
import {
  addTrust,
  lessonFiles,
  lessonFolder,
  readTrust,
  removeTrust,
  trustState,
} from './home/trust-file.ts';
import { renamedSchema, tellRenamed } from './lesson/incoming-batch.ts';
import { originOfFolder } from './lesson/origin.ts';
import { isProseFile, readLessonsFile } from './lesson/read-lessons-file.ts';
import { storeIncoming } from './lesson/store-incoming.ts';
import { earlierSchema, tellEarlier } from './lesson/versions.ts';
import { type Context, operation, PathSchema } from './operation.ts';

const NAMED_MAX = 3;

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
    .object({
      files: z.int(),
      added: z.int(),
      duplicates: z.int(),
      renamed: z.array(renamedSchema),
      earlier: z.array(earlierSchema),
    })
    .nullable(),
  removed: z.boolean(),
  dryRun: z.boolean(),
});
type Output = z.infer<typeof output>;
type Loaded = NonNullable<Output['loaded']>;

export const trust = operation({
  name: 'trust.add',
  docs: 'Trusts a lessons file, or the `.lessons` folder of a repository, with the content that it has now: lessons from a repository or a pack in one load only then. A folder is loaded at once, for its own project: what it says now supersedes what it said before, and what it has no more is archived; what was changed or archived here since then stays, and is named. A file is then imported with `lessons import`. When the content changes, it has to be trusted again. Without PATH the trusted ones are listed. Needs a terminal where it runs inside an agent.',
  input: z.object({
    path: PathSchema.optional(),
    remove: z.boolean().optional(),
    dryRun: z.boolean().optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['trust'],
    args: [{ field: 'path', label: 'PATH' }],
    flags: {
      dryRun: { help: 'Say what would be loaded; change nothing.' },
      remove: { help: 'Trust it no more; its lessons stay.' },
    },
    render: renderTrust,
  },
  async run(context, { path, remove, dryRun = false }): Promise<Output> {
    if (path === undefined && (remove === true || dryRun))
      throw new AppError(
        'USAGE',
        `trust ${dryRun ? '--dry-run' : '--remove'} needs the PATH that it is about`,
        {
          hint: 'See `lessons trust`.',
        },
      );
    const answer = (loaded: Loaded | null, removed = false): Output => ({
      trusted: listed(context),
      loaded,
      removed,
      dryRun,
    });
    if (path === undefined) return answer(null);
    if (remove === true) {
      if (dryRun) throw new AppError('USAGE', 'trust takes --remove or --dry-run, not both');
      const removed = await removeTrust(context.home, path);
      if (!removed)
        throw new AppError('NOT_FOUND', `${path} is not trusted`, { hint: 'See `lessons trust`.' });
      return answer(null, removed);
    }
    const permission = mayBlock(context);
    if (!permission.allowed)
      throw new AppError('NEEDS_TERMINAL', `${path} is not trusted: that needs a terminal`, {
        hint: `A human can run \`lessons trust ${path}\` in a shell.`,
      });
    const files = lessonFiles(path);
    const folder = lessonFolder(path);
    const incoming =
      folder === null ? files.map((file) => readLessonsFile(file)) : readFolder(context, folder, files);
    if (incoming.length === 0 && (folder === null || !(await hasBrought(context, folder))))
      throw new AppError('NOT_FOUND', `${path} holds no lessons file`, {
        hint: 'They end in .json or .md; those of a repository lie in its .lessons folder.',
      });
    if (!dryRun) await addTrust(context.home, path, isoTime(context.clock));
    return answer(folder === null ? null : await load(context, folder, incoming, dryRun));
  },
});

/** The lessons files of a folder. Markdown may be about anything: what says nothing of lessons is passed over, and named. */
function readFolder(context: Context, folder: string, files: readonly string[]): Incoming[] {
  const prose = files.filter(isProseFile);
  if (prose.length > 0) {
    const names = prose.slice(0, NAMED_MAX).map((file) => relative(folder, file));
    context.warn(
      `passed over ${names.join(', ')}${andMore(prose.length - NAMED_MAX)}: no lesson of the form "- **summary** mistake **Fix**: remediation" is there`,
    );
  }
  return files.filter((file) => !prose.includes(file)).map((file) => readLessonsFile(file));
}

/** Whether lessons of a folder that is empty now came from there. */
async function hasBrought(context: Context, folder: string): Promise<boolean> {
  if (!existsSync(homeFiles.db(context.home))) return false;
  const store = await context.store();
  return (await store.listLessons({ origins: [originOfFolder(folder)], limit: 1 })).length > 0;
}

/** A repository's own lessons are for that repository alone. */
async function load(
  context: Context,
  folder: string,
  files: readonly Incoming[],
  dryRun: boolean,
): Promise<Loaded> {
  const within = dryRun ? dryRunContext(context) : context;
  const root = repositoryRoot(folder);
  const project = root === null ? null : new ProjectFinder().of(root);
  const lessons = files.flatMap((file) => file.lessons);
  const takeIn = async (inside: Store) => {
    if (project !== null) await inside.upsertProjectRoots([{ root: project.root, project: project.id }]);
    return storeIncoming(
      within,
      inside,
      { lessons, failures: [] },
      {
        ...(project !== null && { scope: `project:${project.id}`, forceScope: true }),
        origin: originOfFolder(folder),
        isWhole: true,
      },
    );
  };
  const store = await within.store();
  const report = await (dryRun ? rehearse(store, takeIn) : store.transaction(takeIn));
  if (!dryRun) await rebuildIfStale(context);
  const { added, duplicates, renamed, earlier } = report;
  return { files: files.length, added, duplicates, renamed, earlier };
}

function listed(context: Context): Output['trusted'] {
  return readTrust(context.home).map((entry) => ({ ...entry, state: stateOf(context.home, entry.path) }));
}

function stateOf(home: string, path: string): Output['trusted'][number]['state'] {
  try {
    return trustState(home, path) === 'trusted' ? 'trusted' : 'changed';
  } catch {
    return existsSync(path) ? 'changed' : 'missing';
  }
}

function renderTrust(result: Output, { path }: { path?: string | undefined }): string {
  const { loaded, dryRun, removed } = result;
  if (path === undefined) {
    const lines = result.trusted.map(
      (each) => `${each.path}${each.state === 'trusted' ? '' : ` (${each.state})`}`,
    );
    return lines.length === 0 ? 'Nothing is trusted.' : lines.join('\n');
  }
  if (removed) return `${path} is trusted no more; the lessons that it brought stay.`;
  const lines = dryRun ? [] : [`${path} is trusted, as it is now.`];
  if (loaded === null)
    return dryRun ? `${path} would be trusted.` : [...lines, `Next: \`lessons import ${path}\``].join('\n');
  return [
    ...lines,
    `${dryRun ? 'Would load' : 'Loaded'} ${counted(loaded.added, 'lesson')} from ${counted(loaded.files, 'file')}; ${counted(loaded.duplicates, 'was', 'were')} known.`,
    ...tellEarlier(loaded.earlier),
    ...tellRenamed(loaded.renamed),
  ].join('\n');
}
