import { expect, test } from 'bun:test';
import pack from '../../packs/starter.json';
import { doubtfulSources } from '../../src/manifest/verdicts.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import { CHECKED_SHAPES } from '../../src/triggers/checked-shapes.ts';
import { linearProgram } from '../../src/triggers/linear-program.ts';
import { checkSync } from '../../src/triggers/recheck.ts';
import { patternShape } from '../../src/triggers/shape.ts';

const CHECK_MS = 2500;
const doubtful = doubtfulSources(pack.lessons as unknown as Lesson[]);

test('the shapes that pass without the check are those of the starter pack, and no others', () => {
  const shapes = new Set(doubtful.map(({ source, flags }) => patternShape(source, flags)));
  expect([...CHECKED_SHAPES].sort()).toEqual([...shapes].sort());
});

test('the check finds nothing in them', () => {
  for (const { source, flags } of doubtful) {
    const { status } = checkSync(source, flags, { timeout: CHECK_MS });
    expect([source, status]).not.toEqual([source, 'vulnerable']);
    if (status === 'unknown') expect(linearProgram(source, flags)).not.toBeNull();
  }
});
