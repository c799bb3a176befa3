import { z } from 'zod';
import { isoTime } from '../../platform/clock.ts';
import type { Store } from '../../store/port.ts';
import { keepState, readState } from '../home/stored-state.ts';
import type { Context } from '../operation.ts';

const STATE = 'pauses';
const KEPT_MAX = 100;
/** From when to when hooks were switched off, ISO 8601; the last one may go on. */
const PausesSchema = z.array(z.tuple([z.string(), z.string().nullable()]));
type Pauses = z.infer<typeof PausesSchema>;

/** Notes that hooks are switched off, or on again: what they do not hear meanwhile is no failure of theirs. */
export async function notePause(context: Context, paused: boolean): Promise<void> {
  const store = await context.store();
  const pauses = await pausesOf(store);
  const last = pauses.at(-1);
  const goesOn = last !== undefined && last[1] === null;
  if (goesOn === paused) return;
  const now = isoTime(context.clock);
  if (goesOn) last[1] = now;
  else pauses.push([now, null]);
  await keepState(store, STATE, pauses.slice(-KEPT_MAX));
}

/** When hooks were switched off and on; none where that cannot be read. */
export const pausesOf = async (store: Store): Promise<Pauses> =>
  (await readState(store, STATE, PausesSchema)) ?? [];

/** @param at ISO 8601 */
export const isWithin = (pauses: Pauses, at: string): boolean =>
  pauses.some(([from, to]) => at >= from && (to === null || at < to));
