import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { scratchDir } from '../../../test/support/scratch.ts';
import { liveLines } from './hook-logs.ts';

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

test('a log that is moved between the two reads is told once', () => {
  const path = join(scratchDir('log'), 'events.jsonl');
  writeFileSync(path, '{"n":1}\n{"n":2}\n');
  writeFileSync(`${path}.folding`, '{"n":1}\n{"n":2}\n{"n":3}\n');
  expect(liveLines(path, Row)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('a line that a full disk cut takes nothing of the next one with it', () => {
  const path = join(scratchDir('log'), 'errors.jsonl');
  const cut = '{"n":1,"input":{"n":"{\\"n\\":9}","more":';
  writeFileSync(path, `${cut}{"n":2}\n{"n":3,"in":{"n":9}${cut}{"n":4}\n{"n":\n{"n":5}\n`);
  expect(liveLines(path, Row)).toEqual([{ n: 2 }, { n: 4 }, { n: 5 }]);
});
