import { describe, expect, test } from 'bun:test';
import type { CompiledLesson } from '../model/compiled.ts';
import { advisedCommands, trippingAdvice } from './advice.ts';

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
  const trips = (text: string, lesson = block) => trippingAdvice(text, () => [lesson]);

  test('commands in backquotes and fences', () => {
    expect(advisedCommands('Use `git fetch -p` or\n```sh\ngit pull --rebase\n```\nthen `x`.')).toEqual([
      'git pull --rebase',
      'git fetch -p',
    ]);
  });

  test('what it advises against is not advised', () => {
    expect(
      advisedCommands(
        'Use `npm ci --x` instead of `npm install --x`; never run `git push -f`, and do not use `rm -rf x`.',
      ),
    ).toEqual(['npm ci --x']);
  });

  test('that the lesson itself would deny is found', () => {
    expect(trips('Run `git push --force origin x`.')).toEqual({
      command: 'git push --force origin x',
      lesson: block,
    });
    expect(trips('Run `cd a && git push -f`.')?.lesson.slug).toBe('force');
  });

  test('that is fine is fine', () => {
    expect(trips('Run `git push --force-with-lease`.')).toBeNull();
    expect(trips('Not git push --force, ever. `--force` overwrites.')).toBeNull();
    expect(trips('Run `git push --force-with-lease` instead of `git push --force`.')).toBeNull();
    expect(trips('Run `git push --force`.', { ...block, delivery: 'context' })).toBeNull();
  });
});
