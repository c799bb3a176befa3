import { expect, test } from 'bun:test';
import { script } from '../../../../test/support/detector-script.ts';
import { test as meets } from '../../../inject/pattern.ts';
import { compilePattern } from '../../../triggers/compile-pattern.ts';
import { metNothing } from './met-nothing.ts';

for (const [command, text, line] of [
  [
    'go test ./plums -run TestRipe',
    'ok  \texample.org/plums\t0.01s [no tests to run]',
    'ok  \texample.org/plums\t0.01s [no tests to run]',
  ],
  [
    'go test ./plums -run TestRipe -v',
    'testing: warning: no tests to run\nPASS\n',
    'testing: warning: no tests to run',
  ],
  ['npx mocha -g ripe', '\n\n  0 passing (2ms)\n\n', '0 passing (2ms)'],
  [
    'bundle exec rspec -e ripe',
    'Finished in 0.1 seconds\n0 examples, 0 failures\n',
    '0 examples, 0 failures',
  ],
  ['vendor/bin/phpunit --filter ripe', 'PHPUnit 11.0\n\nNo tests executed!\n', 'No tests executed!'],
  ['npx playwright test ripe', 'Error: No tests found\n', 'Error: No tests found'],
  ['npx jest -t ripe', 'Tests:       3 skipped, 3 total\n', 'Tests:       3 skipped, 3 total'],
  [
    'uvx ruff check plums',
    'warning: No Python files found under the given path(s)\n',
    'warning: No Python files found under the given path(s)',
  ],
  [
    'bundle exec rubocop lib/plum',
    'Inspecting 0 files\n\n\n0 files inspected, no offenses detected\n',
    '0 files inspected, no offenses detected',
  ],
] as const)
  test(`none ran: ${command}`, () => expect(metNothing(command, text)).toBe(line));

for (const [what, command, text] of [
  [
    'one package has some',
    'go test ./... -run TestRipe',
    'ok  \ta\t0.01s [no tests to run]\nok  \tb\t0.02s\n',
  ],
  ['only built', "go test -run '^$' ./...", 'ok  \ta\t0.01s [no tests to run]\n'],
  ['only built, by a name of none', 'go test -run=XXX ./...', 'ok  \ta\t0.01s [no tests to run]\n'],
  ['only measured', 'go test -run TestNo -bench Plums', 'ok  \ta\t0.01s [no tests to run]\n'],
  ['only listed', 'pytest -k ripe --collect-only -q', 'no tests ran in 0.01s\n'],
  ['some passed', 'pytest -k ripe -q', '1 passed, 3 deselected in 0.01s\n'],
  ['a text about it', 'cat notes.md', 'testing: warning: no tests to run\n'],
  [
    'it does not compile',
    'cargo test ripe',
    'error[E0425]: no ripe\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out\n',
  ],
  ['all are to be skipped', 'npx jest', 'Tests:       3 skipped, 3 total\n'],
  [
    'one suite of several',
    'swift test',
    '\t Executed 0 tests, with 0 failures\n\t Executed 7 tests, with 0 failures\n',
  ],
  ['some hosts', 'ansible-playbook site.yml', 'skipping: no hosts matched\nok: [pear1]\n'],
] as const)
  test(`no choice in vain: ${what}`, () => expect(metNothing(command, text)).toBe(''));

const NO_PLUM =
  'testing: warning: no tests to run\nPASS\nok  \texample.org/plums\t0.012s [no tests to run]\n';

test.each([
  ['no package has any', NO_PLUM, true],
  ['none has any, and these results are kept', NO_PLUM.replace('0.012s', '(cached)'), true],
  [
    'another package ran one',
    `--- PASS: TestRipe (0.00s)\nPASS\nok  \texample.org/pears\t0.3s\n${NO_PLUM}`,
    false,
  ],
  ['another package ran one before', `${NO_PLUM}ok  \texample.org/pears\t(cached)\n`, false],
  ['another package failed', `${NO_PLUM}FAIL\texample.org/pears [build failed]\nFAIL\n`, false],
])('its error is met: %s', (_what, output, isMet) => {
  const [episode] = script()
    .bash('go test ./plums -run TestRipe -v', NO_PLUM)
    .says('No test has that name.')
    .bash(
      'go test ./plums -run TestRipening -v',
      '--- PASS: TestRipening (0.00s)\nok  \texample.org/plums\t0.014s',
    )
    .episodes();
  const pattern = compilePattern(episode!.trigger.errorPatterns[0]!, 'error');
  expect(pattern.ok && pattern.doubtful).toEqual([]);
  expect(pattern.ok && meets(pattern.pattern, output)).toBe(isMet);
});
