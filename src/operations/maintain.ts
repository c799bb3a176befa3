import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { agentSpecs } from '../agents/specs.ts';
import { DAY_MS } from '../model/constants.ts';
import { systemErrorCode } from '../platform/errors.ts';
import { tryLockFor } from '../platform/locks.ts';
import { lowerPriority } from '../platform/low-priority.ts';
import { homeFiles } from '../platform/paths.ts';
import type { Store } from '../store/port.ts';
import { lockFile } from './home/home-locks.ts';
import { newRootOf } from './home/new-root.ts';
import { isCompiled, rebuildManifest } from './home/rebuild.ts';
import { type Context, operation, PathSchema } from './operation.ts';
import { finishPurge, unfinishedPurge } from './purge/finish-purge.ts';
import { runOperation } from './run-operation.ts';

/** A session that nothing was heard of for so long will not be resumed in the same context. */
const SESSION_LIFE_MS = 30 * DAY_MS;
const WAIT_MS = 10 * 60 * 1000;
/** A client may write its last lines only once its hooks have ended: how long nothing comes, and is waited for. */
const QUIET_MS = 1500;
const QUIET_WAIT_MS = 20_000;
const LOOK_MS = 100;

const output = z.object({ rebuilt: z.boolean(), swept: z.number(), scanned: z.boolean() });

export const maintain = operation({
  name: 'home.maintain',
  docs: 'The unattended work that hooks start in the background: rebuilds a manifest that is missing, of another format, or older than the lessons and settings, sweeps the state of sessions that ended long ago, and scans. Low priority, one at a time.',
  input: z.object({ transcript: PathSchema.optional(), beside: PathSchema.optional() }),
  output,
  readOnly: false,
  cli: {
    command: ['maintain'],
    flags: {
      transcript: {
        label: 'FILE',
        help: 'Scan this file now, and those of its subagents; else all, if it is time.',
      },
      beside: { label: 'FILE', help: 'If it is not time, scan the folder of this file.' },
    },
    render: () => '',
  },
  async run(context, { transcript, beside }) {
    lowerPriority();
    if (transcript !== undefined) await untilQuiet(transcript);
    // Sessions may end at the same time, and each has a transcript of its own.
    const waitMs = transcript === undefined ? 0 : WAIT_MS;
    const release = await tryLockFor(lockFile(context.home, 'maintain'), waitMs);
    if (release === null) return { rebuilt: false, swept: 0, scanned: false };
    try {
      const rebuilt = await rebuildIfNeeded(context);
      const swept = sweepSessions(homeFiles.sessions(context.home), context.clock.now());
      if (context.config.paused) return { rebuilt, swept, scanned: false };
      const scan = (given: object) =>
        runOperation<{ files: number }>(unattended(context), 'transcript.scan', given);
      if (transcript !== undefined) await scan({ paths: sessionFiles(transcript) });
      else if ((await scan({ auto: true })).files === 0 && beside !== undefined) {
        const place = placeOf(beside, context.env);
        if (place !== null) await scan({ paths: [place] });
      }
      return { rebuilt, swept, scanned: true };
    } finally {
      release();
    }
  },
});

/** What a hook has started is nobody's act: nothing becomes active by it, whatever the agent's environment tells. */
function unattended(context: Context): Context {
  const actor = { agent: 'a hook', sessionId: null, terminal: false };
  return Object.assign(Object.create(context) as Context, { actor });
}

/**
 * What is scanned where a session begins: not every session's end is heard (Codex leaves what its terminal began to a
 * process of its own, opencode has no such event, a client may be killed). Null outside of the agents' own folders.
 */
function placeOf(transcript: string, env: Context['env']): string | null {
  const roots = agentSpecs.flatMap((spec) => spec.transcriptRoots(env));
  if (roots.includes(transcript)) return transcript;
  return roots.some((root) => transcript.startsWith(join(root, sep))) ? dirname(transcript) : null;
}

/** Waits until nothing more is written to a file. */
async function untilQuiet(path: string): Promise<void> {
  let size = sizeOf(path);
  for (let waited = 0, quiet = 0; quiet < QUIET_MS && waited < QUIET_WAIT_MS; waited += LOOK_MS) {
    await setTimeout(LOOK_MS);
    const before = size;
    size = sizeOf(path);
    quiet = size === before ? quiet + LOOK_MS : 0;
  }
}

/** In bytes; -1 where there is no such file, or none that may be looked at. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return -1;
  }
}

/** A session's transcript, and what holds its subagents'. */
function sessionFiles(transcript: string): string[] {
  const besides = listed(dirname(transcript)).filter((entry) =>
    agentSpecs.some((spec) => spec.holdsSubagents?.(entry, basename(transcript))),
  );
  return [transcript, ...besides.map((entry) => join(dirname(transcript), entry))];
}

async function rebuildIfNeeded(context: Context): Promise<boolean> {
  if (!existsSync(homeFiles.db(context.home))) return false;
  const store = await context.store();
  await noteFolder(context, store);
  if ((await unfinishedPurge(store)) !== null) await finishPurge(context, store);
  else if (await isCompiled(context)) return false;
  else await rebuildManifest(context);
  return true;
}

/**
 * Where the agent has started (a shell says it in PWD), if that is a new place of a project that is known, or one that an
 * imported lesson is for: hooks then know it at once, and not only after its first session was scanned.
 */
async function noteFolder(context: Context, store: Store): Promise<void> {
  const folder = context.env['PWD'];
  if (folder === undefined || !isAbsolute(folder)) return;
  const found = await newRootOf(store, folder);
  if (found !== null) await store.upsertProjectRoots([found]);
}

/** Removes the state of sessions that nothing was heard of for 30 days. */
function sweepSessions(folder: string, now: number): number {
  let swept = 0;
  for (const name of listed(folder)) {
    const path = join(folder, name);
    try {
      if (now - lastTouched(path) < SESSION_LIFE_MS) continue;
      rmSync(path, { recursive: true, force: true });
      swept += 1;
    } catch (error) {
      if (systemErrorCode(error) === null) throw error;
    }
  }
  return swept;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file created or removed touches the folder; a line appended touches the log. */
function lastTouched(path: string): number {
  const log = join(path, 'log');
  return Math.max(statSync(path).mtimeMs, existsSync(log) ? statSync(log).mtimeMs : 0);
}
