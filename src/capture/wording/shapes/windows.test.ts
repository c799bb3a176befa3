import { expect, test } from 'bun:test';
import { script } from '../../../../test/support/detector-script.ts';

test('a term that is called as what every object has is told as any other', () => {
  const told = (name: string) =>
    script()
      .bash(`pwsh -c ${name}`, `${name}: The term '${name}' is not recognized as a name of a cmdlet.`, true)
      .ok(3)
      .episodes()[0]!;
  expect(told('constructor').summary).toBe('`constructor` is no command of this PowerShell');
  expect(told('wc').remediation).toContain('Measure-Object');
});

test('a parameter of such a name is passed, as any other', () => {
  const [episode] = script()
    .call('read_many', { path: 'a' }, "params must have required property 'constructor'", true)
    .call('read_many', { path: 'b' }, 'ok', false)
    .episodes();
  expect(episode!.remediation).toBe('Pass `constructor`.');
});

test('only under Windows a running process keeps a file from being removed', () => {
  const summary = (file: string) =>
    script()
      .bash('npm ci', `Error: EPERM: operation not permitted, unlink '${file}'`, true)
      .ok(3)
      .episodes()[0]!.summary;
  expect(summary('C:\\berth\\node_modules\\pier.node')).toContain('that a running process holds');
  expect(summary('/berth/node_modules/pier.node')).not.toContain('process');
});

test('what is to be specified is told with its article', () => {
  const [episode] = script()
    .bash('quayctl push', 'Error: an access token must be specified', true)
    .ok(3)
    .episodes();
  expect(episode!.summary).toBe('`quayctl push` is called without an access token');
});
