import { describe, expect, test } from 'bun:test';
import { detect, script } from '../../../../test/support/detector-script.ts';

const FAILS = '--- FAIL: TestStallOpens (0.00s)\n    stall_test.go:12: want 3 jars, got 2\nFAIL';
const FILE = '/home/mia/fair/stall.go';

const failing = (command: string, error = FAILS) =>
  script()
    .call('Bash', { command }, error, true)
    .call('Edit', { file_path: FILE, old_string: 'jars := 2', new_string: 'jars := 3' }, 'edited', false);

const fixOf = (events: ReturnType<typeof script>) => detect(events.events)[0]?.correction;

describe('tests that pass', () => {
  test.each([
    ['go test -run TestStallOpens ./fair', 'go test -run TestDebugPrices ./fair'],
    ['go test ./fair', 'go test ./fair -run=TestDebugPrices'],
  ])('correct nothing where they are others: %s, then %s', (failed, passed) => {
    expect(fixOf(failing(failed).call('Bash', { command: passed }, 'ok fair', false))).toBeNull();
  });

  test.each([
    ['go test -run TestStallOpens ./fair', "go test -run 'TestStall' ./fair"],
    ['go test ./fair', 'go test ./fair -run "TestDebugPrices|TestStallOpens"'],
    ['go test -run TestStallOpens ./fair', 'go test ./...'],
  ])('do where they are among them: %s, then %s', (failed, passed) => {
    expect(fixOf(failing(failed).call('Bash', { command: passed }, 'ok fair', false))).not.toBeNull();
  });

  test('of pytest, by what it names as failing', () => {
    const error =
      'E   assert 2 == 3\n=== short test summary info ===\nFAILED tests/test_stall.py::test_opens - assert 2 == 3';
    const after = (passed: string) =>
      fixOf(failing('pytest -q', error).call('Bash', { command: passed }, '1 passed', false));
    expect(after('pytest -q -k test_prices')).toBeNull();
    expect(after('pytest -q -k test_opens')).not.toBeNull();
  });
});
