import { expect, test } from 'bun:test';
import { lintFinding } from '../lint.ts';

test.each([
  [
    'till/drawer_test.go:18:1: Function name: TestDrawerCounts, Cyclomatic Complexity: 29, Halstead Volume: 4577.86, Maintainability Index: 18 (maintidx)',
    'Maintainability 18 of TestDrawerCounts',
  ],
  [
    'till/drawer.go:18:1: error is not nil but it returns nil (nilerr)',
    'error is not nil but it returns nil',
  ],
])('what a linter finds, without where and by which rule: %#', (line, found) => {
  expect(lintFinding(line)).toBe(found);
});
