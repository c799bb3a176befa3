import { describe, expect, test } from 'bun:test';
import { shellParts } from '../../shell/shell.ts';
import { hiddenFailure } from './hidden-failure.ts';

const isHidden = (command: string, text: string) => hiddenFailure(command, text, () => shellParts(command));

describe('an output that is nothing but a refusal, whichever tool says it', () => {
  test.each([
    ['quayctl moor tide | tail -5', 'Environment `harbour` has no berth or task `tide`'],
    ['quayctl moor tide | tail -5', "Couldn't find berth 'tide'."],
    ['quayctl boats | tail -5', 'You must specify a harbour. You can also set one by "quayctl use".'],
    ['quayctl boats | tail -5', 'Please run `quayctl login` first.'],
    ['quayctl push | tail -5', 'Failed to list piers: server does not know that call'],
    ['quayctl moor --at x | tail -5', 'quayctl: [emerg] berth "x" is taken in /etc/quay.conf:12'],
    ['tidec compile | tail -5', '===> Command compile not found'],
  ])('fails: %s: %s', (command, text) => expect(isHidden(command, text)).toBe(true));

  test.each([
    ['quayctl boats | tail -5', 'No boats found in harbour tide.'],
    ['quaylint src | tail -5', 'src: no issues found'],
    [
      'quaylint src | tail -5',
      'warning: the option `tide` is deprecated, specify the berth instead\n0 issues.',
    ],
    ['quayctl add x | tail -5', 'Cannot read the lockfile, creating a new one\nAdded x'],
    ['quayctl add x || true', 'Failed to add berth x'],
    ['quayctl logs tide | tail -5', 'Failed to list piers: server does not know that call'],
    ['./bin/quayctl moor x | tail -5', 'Failed to list piers: server does not know that call'],
    ['node probe.js | tail -5', 'Invalid berth: x'],
    ['quayctl moor x; echo "exit: $?"', 'Failed to moor x\nexit: 0'],
    ['ssh quay ls | tail -5', 'Unable to list x'],
  ])('does not: %s: %s', (command, text) => expect(isHidden(command, text)).toBe(false));
});

describe('an output that ends in an error, below what was printed on the way', () => {
  const PREAMBLE =
    'Schema loaded from quay/schema.tide\nHarbour "db" at "localhost:5432"\n\n3 berths found\n\n';

  test.each([
    [
      'tide migrate | tail -20',
      `${PREAMBLE}Error: T3009\n\nmigrate found failed berths. Read more: https://x.dev/e`,
    ],
    ['tide deploy | tail -20', '✓ Configuration is valid\n--> Verified\nError: Could not find berth "x"'],
    [
      'npx quayler whoami | tail -20',
      ' quayler 4.89.1\n────────\nGetting settings...\n\n✘ [ERROR] A request failed.\n\n  Refused (status: 400)\n',
    ],
    [
      'npx quay lint src | tail -20',
      'a.json:5:7 read ━━━━━━━━━\n\n  ✖ Found an unknown key `rule`.\n  \n    4 │ x',
    ],
  ])('fails: %s', (command, text) => expect(isHidden(command, text)).toBe(true));

  test.each([
    [
      'tide deploy | tail -20',
      'Verifying\nError: connection lost\nTrying again\nDeployed berth x\nSee https://x.dev',
    ],
    [
      'npx quay test | tail -20',
      '  ✖ moors a boat (30s)\n  ✓ moors a boat (retry 1)\n\n  1 flaky\n  3 passed (35s)',
    ],
  ])('does not: %s', (command, text) => expect(isHidden(command, text)).toBe(false));
});

describe('the last lines of tools that count', () => {
  test.each([
    [
      'quay-check | tail -20',
      '/w/a.tide:3:1\nunknown berth\n\nquay-check found 1 error and 0 warnings in 1 file',
    ],
    [
      'quayplay site.yml | tail -20',
      'RECAP ***\nbox : ok=1 changed=0 unreachable=0 failed=1 skipped=0 ignored=0',
    ],
    ['tbd run | tail -20', '10:00:01  Done. PASS=2 WARN=0 ERROR=1 SKIP=0 TOTAL=3'],
    ['quaybuild all | tail -20', 'INFO: 0 processes.\nFAILED: Build did NOT complete'],
  ])('fails: %s', (command, text) => expect(isHidden(command, text)).toBe(true));

  test.each([
    [
      'quayplay site.yml | tail -20',
      'RECAP ***\nbox : ok=3 changed=1 unreachable=0 failed=0 skipped=2 ignored=1',
    ],
    ['tbd run | tail -20', '10:00:01  Done. PASS=2 WARN=0 ERROR=0 SKIP=0 TOTAL=2'],
    ['quaylint --fix . | tail -20', 'Found 3 errors (3 fixed, 0 remaining).'],
  ])('does not: %s', (command, text) => expect(isHidden(command, text)).toBe(false));
});
