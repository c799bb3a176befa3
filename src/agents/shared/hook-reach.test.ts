import { describe, expect, test } from 'bun:test';
import { allowedMs, reachProblems } from './hook-reach.ts';

const problems = (matcher: unknown, wanted: string) =>
  reachProblems({
    event: 'BeforeTool',
    handler: {},
    around: matcher === undefined ? {} : { matcher },
    wantedHandler: {},
    wantedAround: { matcher: wanted },
  }).join();

describe('what an agent calls a hook for', () => {
  test('by names alone: whole names, parted by | or a comma, in their case', () => {
    for (const matcher of [
      'Bash|Read',
      'Read, Bash',
      'Write|Read|Bash',
      '*',
      '',
      undefined,
      '.*',
      '^(Bash|R.*)$',
    ])
      expect(problems(matcher, 'Bash|Read')).toBe('');
    for (const matcher of ['bash|read', 'Ba|Re', 5, '('])
      expect(problems(matcher, 'Bash|Read')).toContain('not called for Bash, Read');
    expect(problems('Bash', 'Bash|Read')).toBe('our BeforeTool hook is not called for Read (matcher "Bash")');
  });

  test('by a pattern: whatever it finds anywhere in the name', () => {
    expect(problems('shell|file', '^(run_shell_command|read_file)$')).toBe('');
    expect(problems('shell', '^(run_shell_command|read_file)$')).toContain('not called for read_file');
  });

  test('and for how long, in the unit that it counts in', () => {
    const standing = (handler: object, wantedHandler: object, event = 'PreToolUse') =>
      allowedMs({
        event,
        around: {},
        wantedAround: {},
        handler: { ...handler },
        wantedHandler: { ...wantedHandler },
      });
    expect(standing({ timeout: 5 }, { timeout: 2 })).toBe(5000);
    expect(standing({ timeout: 100 }, { timeout: 2000 })).toBe(100);
    expect(standing({ timeoutSec: 1 }, { timeoutSec: 2 })).toBe(1000);
    expect(standing({}, { timeout: 2 })).toBeNull();
    expect(standing({ timeout: 2 }, { timeout: 10 }, 'SubagentStart')).toBe(2000);
  });
});
