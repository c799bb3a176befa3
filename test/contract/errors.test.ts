import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, ERROR_CODES } from '../../src/platform/errors.ts';

const page = readFileSync(join(import.meta.dir, '..', '..', 'docs', 'errors.md'), 'utf8');

test('docs/errors.md lists every error code with its exit code, and no other', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d+) \| [^|]+ \| [^|]+ \|$/gm)];
  expect(rows.map((row) => row[1]!).sort()).toEqual([...ERROR_CODES].sort());
  for (const [, code, exit] of rows) {
    expect(new AppError(code as (typeof ERROR_CODES)[number], 'x').exitCode).toBe(Number(exit));
  }
});
