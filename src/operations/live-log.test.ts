import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { scratchDir } from '../../test/support/scratch.ts';
import { liveLines } from './live-log.ts';

const Row = z.object({ n: z.number() });

test('lines of the log and of the one that a scan is folding, without cut and foreign ones', () => {
  const path = join(scratchDir('log'), 'events.jsonl');
  expect(liveLines(path, Row)).toEqual([]);
  writeFileSync(`${path}.folding`, '{"n":1}\n{"n":2}\n');
  writeFileSync(path, '{"n":3}\n{"other":true}\n{"n":');
  expect(
    liveLines(path, Row)
      .map((row) => row.n)
      .sort(),
  ).toEqual([1, 2, 3]);
});
