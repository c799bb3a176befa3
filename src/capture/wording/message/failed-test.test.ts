import { expect, test } from 'bun:test';
import { expectation, testName } from './failed-test.ts';

const log = 'the kettle is warm\n'.repeat(300);
const output = `--- FAIL: TestLid (0.00s)\n    lid_test.go:3: lid is open\n${log}--- FAIL: TestPour (0.00s)\n    pour_test.go:9: want 2\n    pour_test.go:9: got 1`;

test('a message far down is that of the test above it', () => {
  expect(testName(output, 'pour_test.go:9: want 2')).toBe('TestPour');
  expect(expectation(output, 'want 2')).toContain('got 1');
});

test('a message that does not stand in the output is held against no line of it', () => {
  expect(expectation('want 7\nthe rest', 'got 1')).toBe('got 1');
});
