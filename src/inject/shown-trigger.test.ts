import { expect, test } from 'bun:test';
import { shownTrigger } from './shown-trigger.ts';

const shown = (source: string, signature: string | null = null): string =>
  shownTrigger({
    command: [{ source, match: '', unless: null, flags: '', view: 'shell' }],
    path: [],
    error: [],
    signature,
    toolNames: ['Bash'],
  });

test('without a signature, a pattern is put into words', () => {
  expect(shown('^git\\s+push\\b.*--force')).toBe('git push … --force');
  expect(shown('(?i)npm\\s+publish(?!.*--dry-run)')).toBe('npm publish');
  expect(
    shown('(?<![\\w.-])git\\s+push(?![\\w:./-])(?!.*\\s--tags(?:[\\s=]|$)).*(?:^|\\s)--force(?![\\w.-])'),
  ).toBe('git push … --force');
  expect(shown('^$')).toBe('Bash');
  expect(shown('^(?:npx\\s+|yarn\\s+)?prisma\\s(?:migrate\\sreset|db\\spush)\\b')).toBe(
    'prisma migrate reset',
  );
  expect(shown('^gh\\spr\\screate(?:\\s+(?:--draft|-d))*\\s*$')).toBe('gh pr create');
  expect(shown('[Mm]issing script: .{0,80}"')).toBe('Missing script: … "');
  expect(shown('^(?:a{2,}|\\+)+$')).toBe('Bash');
});

test('a signature stands for it', () => {
  expect(shown('^git$', 'git push --force')).toBe('git push --force');
});
