import { existsSync, statSync } from 'node:fs';
import { SILENCE_WINDOW_MS, silence, silenceLine } from '../../learn/silence.ts';
import type { InjectionEvent } from '../../model/injection-event.ts';
import { allEvents } from '../home/hook-logs.ts';
import { installedExecutable } from '../install/install-executable.ts';
import type { Context } from '../operation.ts';
import { isWithin, pausesOf } from './pauses.ts';

/** The executable that `init` has put into the data folder, or null. */
export function executableThere(context: Context): string | null {
  const path = installedExecutable(context.home);
  return existsSync(path) ? path : null;
}

/**
 * Agent by agent, from how many sessions hooks were heard. What began before `init` registered the hooks, or brought
 * them up to date, says nothing about them and does not count; nor does what began while they were switched off.
 * @param events those of the last weeks at least, in order of time
 */
export async function heardSessions(
  context: Context,
  events?: readonly Pick<InjectionEvent, 'at' | 'sessionId'>[],
): Promise<ReturnType<typeof silence>> {
  const now = context.clock.now();
  const since = new Date(now - SILENCE_WINDOW_MS).toISOString();
  const known = events ?? (await allEvents(context, { since }));
  const store = await context.store();
  const first = [(await store.firstEventAt()) ?? '', known[0]?.at ?? ''].filter(Boolean).sort()[0];
  const executable = executableThere(context);
  // The time of its own inode: a copy has the age of what it was copied from.
  const installed = executable === null ? 0 : Math.min(statSync(executable).ctimeMs, now);
  const begun = new Date(installed).toISOString();
  const pauses = await pausesOf(store);
  const sessions = (await store.listSessions()).filter(
    ({ startedAt }) => startedAt !== null && startedAt >= begun && !isWithin(pauses, startedAt),
  );
  return silence(sessions, new Set(known.map((event) => event.sessionId)), first ?? null, now);
}

/** Says so where lessons are active and agents have worked, and yet hooks are not heard from their sessions. */
export async function warnIfSilent(context: Context): Promise<void> {
  const { active } = await (await context.store()).countLessons();
  if (active === 0) return;
  for (const each of await heardSessions(context)) {
    if (!each.suspicious) continue;
    const lost = each.silent === each.sessions ? ' 0 hook calls: no lesson is being delivered.' : '';
    context.warn(`${silenceLine(each)}${lost} Run \`lessons doctor\`.`);
  }
}
