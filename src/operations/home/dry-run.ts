import { existsSync } from 'node:fs';
import { homeFiles } from '../../platform/paths.ts';
import type { Store } from '../../store/port.ts';
import { openLessonStore } from '../context.ts';
import type { Context } from '../operation.ts';

/** What a piece of work on the store comes to; all of it is taken back. */
export async function rehearse<T>(store: Store, work: (inside: Store) => Promise<T>): Promise<T> {
  const done: T[] = [];
  const undo = new Error('taken back');
  try {
    await store.transaction(async (inside) => {
      done.push(await work(inside));
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return done[0] as T;
}

/** The context of a dry run: where there is no store yet it tries things in one in memory, and makes none. */
export function dryRunContext(context: Context): Context {
  const { home, clock } = context;
  if (existsSync(homeFiles.db(home))) return context;
  let opened: Promise<Store> | null = null;
  const store = (): Promise<Store> => {
    opened ??= openLessonStore(home, clock, 'openInMemory');
    return opened;
  };
  return Object.assign(Object.create(context) as Context, { store });
}
