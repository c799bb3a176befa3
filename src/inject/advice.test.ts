import { describe, expect, test } from 'bun:test';
import type { CompiledLesson } from '../model/compiled.ts';
import { codeSpans, trippingAdvice } from './advice.ts';

const block = {
  slug: 'force',
  delivery: 'block',
  injectOn: ['PreToolUse'],
  toolNames: ['Bash'],
  command: [{ source: '', match: '^git push.*--force(?!-)', unless: null, flags: '', view: 'shell' }],
  path: [],
  content: [],
  error: [],
  fingerprint: null,
  scope: 'project:x',
  actsAtCalls: true,
} as unknown as CompiledLesson;

describe('advice', () => {
  test('commands in backquotes and fences', () => {
    expect(codeSpans('Use `git fetch` or\n```sh\ngit pull --rebase\n```\nthen `x`.')).toEqual([
      'git pull --rebase',
      'git fetch',
      'x',
    ]);
  });

  test('that the lesson itself would deny is found', () => {
    expect(trippingAdvice('Run `git push --force origin x`.', [block])).toEqual({
      command: 'git push --force origin x',
      slug: 'force',
    });
    expect(trippingAdvice('Run `cd a && git push -f`.', [block])?.slug).toBe('force');
  });

  test('that is fine is fine', () => {
    expect(trippingAdvice('Run `git push --force-with-lease`.', [block])).toBeNull();
    expect(trippingAdvice('Not git push --force, ever. `--force` overwrites.', [block])).toBeNull();
    expect(trippingAdvice('Run `git push --force`.', [{ ...block, delivery: 'context' }])).toBeNull();
  });
});
