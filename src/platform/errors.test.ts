import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { AppError, asAppError } from './errors.ts';

/** What is thrown by a function. */
function thrown(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

test('what the system refuses is told as that, what is thrown otherwise as our bug, and our own as it is', () => {
  const ours = new AppError('USAGE', 'no such option');
  expect(asAppError(ours)).toBe(ours);
  const below = `${import.meta.path}/lessons`;
  const refused = asAppError(thrown(() => mkdirSync(below)));
  expect(refused).toMatchObject({ code: 'IO', exitCode: 1 });
  expect(refused.message).toBe(`cannot use ${below}: part of the path is a file, not a folder`);
  for (const error of [new TypeError('x is not a function'), thrown(() => mkdirSync('a\0b'))])
    expect(asAppError(error)).toMatchObject({ code: 'INTERNAL', exitCode: 70 });
});
