import { describe } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/sqlite/index.ts';
import { scratchHome } from '../support/scratch.ts';
import { captureContract } from './store/capture.ts';
import { lessonContract } from './store/lessons.ts';
import { logContract } from './store/logs.ts';
import type { StoreSubject } from './store/subject.ts';

const subjects: StoreSubject[] = [
  {
    name: 'SQLite',
    place: scratchHome,
    open: (place, indexer) => openStore(place, undefined, indexer ?? null),
    bytes: (place) =>
      readdirSync(place)
        .map((name) => readFileSync(join(place, name)).toString('latin1'))
        .join(''),
  },
];

for (const subject of subjects) {
  describe(subject.name, () => {
    lessonContract(subject);
    captureContract(subject);
    logContract(subject);
  });
}
