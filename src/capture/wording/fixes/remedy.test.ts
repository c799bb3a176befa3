import { describe, expect, test } from 'bun:test';
import { script } from '../../../../test/support/detector-script.ts';

describe('what is written as the fix', () => {
  const nothing = 'On branch main\nnothing to commit, working tree clean';

  test('of a commit that has nothing to hold is to look first, whatever the agent said then', () => {
    const [episode] = script()
      .bash('git add stall.go && git commit -m "Open the stall"', nothing, true)
      .says('Two more crates are already on the branch now.')
      .bash('git log --oneline -2', 'a1b2c3d Open the stall')
      .episodes();
    expect(episode?.remediation).toStartWith('Look first what there is to commit (`git status --short`');
  });

  test('of a client without its login is to log in, where that came before it worked', () => {
    const outside = { sandbox_permissions: 'require_escalated' };
    const lacks = "Not logged in. Run 'stall login' to authenticate.";
    const [episode] = script()
      .call('Bash', { command: 'stall orders' }, lacks, true)
      .call('Bash', { command: 'stall help login', ...outside }, 'How to log in', false)
      .call('Bash', { command: 'stall login --device', ...outside }, 'Logged in', false)
      .call('Bash', { command: 'stall orders', ...outside }, 'two crates', false)
      .episodes();
    expect(episode?.remediation).toContain('Log in first, outside of the sandbox (`stall login --device`)');
  });
});
