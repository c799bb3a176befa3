import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchHome } from '../../../test/support/scratch.ts';
import { homeFiles } from '../../platform/paths.ts';
import { readPending, savePending } from './pending.ts';

const decision = { action: 'skip', reason: null } as const;

test('decisions are there the next time, and what is damaged of their file counts as nothing', () => {
  const home = scratchHome();
  const none = { decisions: [], patches: [] };
  expect(readPending(home)).toEqual(none);
  const state = { decisions: new Map([['a', decision]]), patches: new Map([['b', { priority: 3 }]]) };
  savePending(home, state);
  expect(readPending(home)).toEqual({ decisions: [['a', decision]], patches: [['b', { priority: 3 }]] });
  mkdirSync(homeFiles.reviewSessions(home), { recursive: true });
  for (const text of ['', '{', '5', '[]', 'null', '{"decisions":[1,["a"],["b",2]],"patches":[3]}']) {
    writeFileSync(join(homeFiles.reviewSessions(home), 'unfinished.json'), text);
    expect(readPending(home)).toEqual(none);
  }
});
