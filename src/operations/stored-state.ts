import type { z } from 'zod';
import type { Store } from '../store/port.ts';
import { parsedJson } from '../transcripts/json.ts';

/** What is kept in the store under a name, as its schema has it; null where nothing is, or it cannot be read. */
export async function readState<T extends z.ZodType>(
  store: Store,
  name: string,
  schema: T,
): Promise<z.infer<T> | null> {
  return schema.safeParse(parsedJson((await store.getState(name)) ?? '')).data ?? null;
}

/** Keeps a value under a name, as JSON. */
export const keepState = (store: Store, name: string, value: unknown): Promise<void> =>
  store.setState(name, JSON.stringify(value));
