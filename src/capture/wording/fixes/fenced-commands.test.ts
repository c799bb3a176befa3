import { expect, test } from 'bun:test';
import { script } from '../../../../test/support/detector-script.ts';

test('a line of code in backticks of its own is shown with them', () => {
  const [episode] = script()
    .bash(
      'npx vitest run',
      'FAIL src/berth.ts > builds the address\nAssertionError: expected "/a/${id}" to be "/a/7"\n ❯ src/berth.ts:3:10',
      true,
    )
    .call(
      'Edit',
      {
        file_path: '/repo/src/berth.ts',
        old_string: "  return '/a/${id}';",
        new_string: '  return `/a/${id}`;',
      },
      'ok',
      false,
    )
    .bash('npx vitest run', 'ok')
    .episodes();
  expect(episode!.remediation).toStartWith(
    "Fix berth.ts: `return '/a/${id}';` became `` return `/a/${id}`; ``",
  );
});

test('a command that runs another one in backticks is told as it can be run', () => {
  const [episode] = script()
    .bash(
      'terraform apply -auto-approve',
      'Error: Inconsistent dependency lock file. Run terraform init',
      true,
    )
    .bash('terraform init -backend-config=`cat backend`', 'ok')
    .bash('terraform apply -auto-approve', 'ok')
    .episodes();
  expect(episode!.remediation).toStartWith('Run `` terraform init -backend-config=`cat backend` `` first');
  const [stopped] = script()
    .bash('quayctl stop --all `cat ids`', 'Error: unknown flag: --all', true)
    .bash('quayctl stop `cat ids`', 'ok')
    .episodes();
  expect(stopped!.mistake).toStartWith('Ran `` quayctl stop --all `cat ids` ``; it failed');
});
