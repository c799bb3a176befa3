import { expect, test } from 'bun:test';
import { candidateOf } from '../../../test/support/candidates.ts';
import type { ReviewCandidate } from '../../review/candidate-view.ts';
import { familyLines } from './families.ts';

const item = (tags: string[], changes: object = {}) =>
  ({ ...candidateOf({ tags }), noise: null, ...changes }) as unknown as ReviewCandidate;

test('candidates that are alike are named by their numbers', () => {
  const lint = () => item(['lang:go', 'topic:lint']);
  const denied = (language: string) => item([language, 'topic:sandbox']);
  const list = [
    lint(),
    item(['topic:usage']),
    lint(),
    lint(),
    denied('lang:go'),
    item(['lang:go', 'topic:lint'], { noise: { rule: 'identical', reason: 'the same' } }),
    lint(),
    denied('lang:python'),
    denied('tool:gh'),
    item(['lang:python', 'topic:lint']),
    item(['topic:usage']),
    item(['topic:usage']),
  ];
  expect(familyLines(list)).toEqual(['1 3-4 7: lint rules (go)', '5 8-9: commands that a sandbox denies']);
  expect(familyLines(list.slice(0, 3))).toEqual([]);
});
