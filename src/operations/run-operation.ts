import { AppError } from '../platform/errors.ts';
import { operationEntries } from './index.ts';
import type { Context } from './operation.ts';

/**
 * Runs an operation by its name, as a surface does: loaded now, its input validated.
 * The caller names the part of the output that it uses.
 */
export async function runOperation<T>(context: Context, name: string, input: unknown): Promise<T> {
  const entry = operationEntries.find((each) => each.name === name);
  if (entry === undefined) throw new AppError('INTERNAL', `no operation ${name}`);
  const operation = await entry.load();
  return (await operation.run(context, operation.input.parse(input))) as T;
}
