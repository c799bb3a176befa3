import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { counted } from '../model/counted.ts';
import { AppError } from '../platform/errors.ts';
import { homeFiles } from '../platform/paths.ts';
import { normalisePath, ProjectFinder } from '../platform/project.ts';
import { noPurgeCounts, type Store } from '../store/port.ts';
import { mayActivate } from './guard.ts';
import { withBackups } from './home/backups.ts';
import { alone } from './home/home-locks.ts';
import { projectFailures } from './home/hook-logs.ts';
import { type Context, FilterSchema, operation, PathSchema } from './operation.ts';
import { beginPurge, finishPurge, unfinishedPurge } from './purge/finish-purge.ts';
import { damagedBackups, purgeBackups, purgeCalls, purgeRows } from './purge/purge-databases.ts';
import { purgeFiles, remainingTraces } from './purge/purge-files.ts';
import { addLesson, addSession, noTargets, type PurgeTargets } from './purge/purge-texts.ts';
import { groupStored } from './scan/group.ts';
import { refSchema } from './suggestions.ts';

const output = z.object({
  lessons: z.int(),
  episodes: z.int(),
  tags: z.int(),
  evidence: z.int(),
  failures: z.int(),
  events: z.int(),
  outcomes: z.int(),
  calls: z.int().describe('Past calls removed from their index.'),
  files: z.int().describe('Files changed or removed.'),
  backups: z.int().describe('Backups cleaned.'),
  backupsRemoved: z
    .array(z.string())
    .describe('Backups that were removed whole: damaged, so that nothing could be taken out of them.'),
  manifests: z.int().describe('Old manifest files removed.'),
  remaining: z
    .array(z.string())
    .describe('Files in which a purged text is still found: other lessons may say the same.'),
});
type Output = z.infer<typeof output>;

const NOTHING = { ...noPurgeCounts(), calls: 0, files: 0, backups: 0, backupsRemoved: [], remaining: [] };

export const lessonPurge = operation({
  name: 'lesson.purge',
  docs: 'Removes a lesson, or everything that a session or a project left, for good: rows and text index, evidence, episodes, failures, past calls, log lines, claims, audit files, skills, old manifests, and the same inside every backup; freed pages are overwritten. A damaged backup, out of which nothing can be taken, is removed and named; one that is locked, unreadable or of a newer version stops the purge before anything is removed, and so does a damaged index of past calls, which `lessons scan` makes anew. A later scan does not bring it back, nor does a fork that holds copies of it: a hash of what was purged is kept, and no name of it. On a terminal it asks first, unless --yes is given.',
  input: z.object({
    ref: refSchema().optional(),
    session: FilterSchema.optional(),
    project: PathSchema.optional(),
    yes: z.boolean().optional(),
  }),
  output,
  readOnly: false,
  cli: {
    command: ['purge'],
    args: [{ field: 'ref', label: 'REF' }],
    flags: {
      session: { label: 'ID', help: 'Everything that a session left.' },
      project: { label: 'P', help: 'Everything that a project left.' },
      yes: { help: 'Do not ask.' },
    },
    render: renderPurge,
  },
  async run(context, input): Promise<Output> {
    const { yes, ...of } = input;
    const { ref, session, project } = of;
    if ([ref, session, project].filter((each) => each !== undefined).length !== 1)
      throw new AppError('USAGE', 'purge needs exactly one of REF, --session ID and --project P', {
        hint: 'See `lessons purge --help`.',
      });
    const permission = await mayActivate(context);
    if (!permission.allowed)
      throw new AppError('NEEDS_HUMAN', `nothing was purged: ${permission.reason}`, {
        hint: 'A human can run `lessons purge` in a shell.',
      });
    const store = await context.store();
    // A scan that runs meanwhile would store again what it has read already.
    return await alone(context, 'scan', async () => {
      const begun = await unfinishedPurge(store);
      const manifests = begun === null ? 0 : await finishPurge(context, store);
      if (begun !== null) context.warn('a purge that had been stopped before its end is finished now');
      const targets = await targetsOf(context, store, of).catch((error: unknown) => {
        if (begun?.isOf(of) && error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      });
      if (targets === null) return { ...NOTHING, manifests };
      const damaged = await withBackups(context, () => damagedBackups(context.home, context.clock));
      if (context.actor.terminal && yes !== true) await confirm(of, targets, damaged);
      return await purge(context, store, of, targets);
    });
  },
});

async function targetsOf(
  context: Context,
  store: Store,
  input: { ref?: string | undefined; session?: string | undefined; project?: string | undefined },
): Promise<PurgeTargets> {
  const targets = noTargets();
  if (input.ref !== undefined) await addLesson(targets, store, await store.resolveLesson(input.ref));
  if (input.session !== undefined) await addSession(targets, store, input.session);
  if (input.project !== undefined) {
    const project = await knownProject(context, store, input.project);
    targets.projects.add(project);
    for (const each of await store.listSessions())
      if (each.project === project) await addSession(targets, store, each.sessionId);
    const failures = (await projectFailures(context)).filter((each) => each.context.project === project);
    for (const sessionId of new Set(failures.map((each) => each.session_id)))
      await addSession(targets, store, sessionId);
    for (const lesson of await store.listLessons({ scope: `project:${project}` }))
      await addLesson(targets, store, lesson);
  }
  return targets;
}

/** A project is named by its id, or by its folder, as a shell completes that or from where one stands. Throws NOT_FOUND. */
async function knownProject({ cwd }: Context, store: Store, name: string): Promise<string> {
  const roots = await store.listProjectRoots();
  if (roots.some(({ project }) => project === name)) return name;
  const folder = normalisePath(resolve(cwd, name));
  const known = roots.find(({ root }) => root === folder);
  if (known !== undefined) return known.project;
  if (!existsSync(folder)) return isAbsolute(name) || /^\.{1,2}(?:[\\/]|$)/.test(name) ? folder : name;
  const { id, root } = new ProjectFinder().of(folder);
  if (root !== folder)
    throw new AppError('NOT_FOUND', `${folder} is no project: it lies in ${root}`, {
      hint: `For all of that: \`lessons purge --project ${root}\`.`,
    });
  return id;
}

async function confirm(input: object, targets: PurgeTargets, damaged: string[]): Promise<void> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const what = Object.values(input).find((each) => typeof each === 'string');
  const lessons = counted(targets.lessonIds.size, 'lesson');
  const whole = damaged.length === 0 ? '' : ` Damaged, and removed as a whole: ${damaged.join(', ')}.`;
  // Ctrl-C and the end of the input are a no as well.
  const answer = await prompt
    .question(`Purge ${what} with ${lessons}, also from the backups?${whole} This cannot be undone. [y/N] `)
    .catch(() => null);
  prompt.close();
  if (answer === null) process.stderr.write('\n');
  if (!/^y(?:es)?$/i.test(answer?.trim() ?? '')) throw new AppError('INVALID_INPUT', 'nothing was purged');
}

async function purge(context: Context, store: Store, of: object, targets: PurgeTargets): Promise<Output> {
  // The rows go last: as long as they are there, a purge that was killed can be called again by the same name.
  const calls = purgeCalls(context.home, targets);
  const files = purgeFiles(context.home, targets);
  const { backups, counts } = await withBackups(context, async () => ({
    backups: await purgeBackups(context.home, context.clock, targets),
    counts: await store.transaction(async (inside) => {
      const removed = await purgeRows(inside, targets);
      if (targets.sessionIds.size > 0) await groupStored(context, inside);
      await inside.notePurgedCalls(calls.keys);
      await beginPurge(inside, of);
      return removed;
    }),
  }));
  const manifests = await finishPurge(context, store).catch(notCleaned);
  const remaining = remainingTraces(context.home, targets);
  for (const name of backups.removed)
    context.warn(
      `removed the backup ${join(homeFiles.backups(context.home), name)}: it is damaged, so that nothing could be taken out of it`,
    );
  return {
    ...counts,
    calls: calls.removed,
    files,
    backups: backups.cleaned,
    backupsRemoved: backups.removed,
    manifests,
    remaining,
  };
}

/** The rows are gone, so that no command shows it any more: so say what is done and what is not. */
function notCleaned(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new AppError(
    error.code,
    `it is purged, but old manifests and freed pages may still hold its text: ${error.message}`,
    {
      hint: 'Once that is mended, `lessons maintain` takes it out, and so does the next purge.',
      cause: error,
    },
  );
}

function renderPurge(result: Output): string {
  const counts: [n: number, one: string, many?: string][] = [
    [result.lessons, 'lesson'],
    [result.episodes, 'episode'],
    [result.tags, 'tag'],
    [result.evidence, 'piece of evidence', 'pieces of evidence'],
    [result.failures, 'failure'],
    [result.events, 'event'],
    [result.outcomes, 'outcome'],
    [result.calls, 'past call'],
  ];
  const found = counts.filter(([n]) => n > 0).map((each) => counted(...each));
  const cleaned = [
    ...(result.files > 0 ? [counted(result.files, 'file')] : []),
    ...(result.backups > 0 ? [counted(result.backups, 'backup')] : []),
  ];
  const lines = [
    ...(found.length > 0 ? [`Purged ${found.join(', ')}.`] : []),
    ...(cleaned.length > 0 ? [`Cleaned ${cleaned.join(' and ')}.`] : []),
  ];
  if (lines.length === 0) lines.push('There was nothing to purge.');
  for (const path of result.remaining)
    lines.push(`${path} still holds the same text, or part of it, from elsewhere.`);
  return lines.join('\n');
}
