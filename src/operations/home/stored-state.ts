import type { z } from 'zod';
import type { Store } from '../../store/port.ts';
import { parsedJson } from '../../transcripts/json.ts';

/** What is kept in the store under a name, as its schema has it; null where nothing is, or it cannot be read. */
export async function readState<T extends z.ZodType>(
  store: Store,
  name: string,
  schema: T,
): Promise<z.infer<T> | null> {
  return (await readStates(store, [name], schema)).get(name) ?? null;
}

/** The same of several names, without those of which nothing is kept or can be read. */
export async function readStates<T extends z.ZodType>(
  store: Store,
  names: readonly string[],
  schema: T,
): Promise<Map<string, z.infer<T>>> {
  const states = new Map<string, z.infer<T>>();
  for (const [name, text] of await store.getStates(names)) {
    const { success, data } = schema.safeParse(parsedJson(text));
    if (success) states.set(name, data);
  }
  return states;
}

/** Keeps a value under a name, as JSON. */
export const keepState = (store: Store, name: string, value: unknown): Promise<void> =>
  store.setState(name, JSON.stringify(value));
