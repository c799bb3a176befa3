import { z } from 'zod';
import type { Lesson } from '../../model/lesson.ts';
import type { Store } from '../../store/port.ts';
import { keepState, readState } from '../home/stored-state.ts';

const STATE = 'lesson.arrivals';
/** Imports that are remembered; two that follow each other on one day are one. */
const KEPT_MAX = 200;

const ArrivalsSchema = z.array(z.object({ at: z.string(), from: z.int(), to: z.int() }));

/**
 * Notes that lessons came into this store with dates of their own: their ages here count from now. They are known by
 * their numbers, which a store gives out in order.
 * @param at ISO 8601
 */
export async function noteArrival(store: Store, numbers: readonly number[], at: string): Promise<void> {
  if (numbers.length === 0) return;
  const known = await arrivals(store);
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
  const last = known.at(-1);
  if (last !== undefined && last.to === from - 1 && last.at.slice(0, 10) === at.slice(0, 10)) last.to = to;
  else known.push({ at, from, to });
  await keepState(store, STATE, known.slice(-KEPT_MAX));
}

/** When a lesson came into this store, where it was not made here; else null. */
export async function arrivalsOf(store: Store): Promise<(lesson: Pick<Lesson, 'number'>) => string | null> {
  const known = await arrivals(store);
  return ({ number }) => known.find(({ from, to }) => from <= number && number <= to)?.at ?? null;
}

/** From when on a lesson has acted in this store: its approval, or its arrival where that is later. */
export function activeSince(
  lesson: Pick<Lesson, 'reviewedAt' | 'createdAt'>,
  arrivedAt: string | null,
): string {
  const approved = lesson.reviewedAt ?? lesson.createdAt;
  return arrivedAt !== null && arrivedAt > approved ? arrivedAt : approved;
}

const arrivals = async (store: Store): Promise<z.infer<typeof ArrivalsSchema>> =>
  (await readState(store, STATE, ArrivalsSchema)) ?? [];
