import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isProportional, repeated } from '../../test/support/growth.ts';
import { promptWords, relevance, type TopicHits } from './prompt-words.ts';

const keywordsOf = (prompt: string, here = '/home/dev/shop'): string[] => {
  const words = promptWords(prompt, here).sentences.flat();
  return [...new Set(words.map((parts) => parts.join('-')))];
};

describe('keywords of a prompt', () => {
  test('words of four letters and more, and the names of tools, without their endings', () => {
    expect(keywordsOf('Please fix the migrations in git, then run npm publish')).toEqual([
      'migration',
      'git',
      'npm',
      'publish',
    ]);
    expect(keywordsOf('commits committed committing commit')).toEqual(['commit']);
    expect([...keywordsOf('what is piped in by a pipe, pip')].sort()).toEqual(['pip', 'pipe', 'piped']);
    expect(keywordsOf('redis, postgres and kubernetes')).toEqual(['redis', 'postgres', 'kubernet']);
  });

  test('at most twelve, each once, the first and the last: the task stands before or after what is pasted', () => {
    const log = Array.from(
      { length: 3000 },
      (_, i) => `word${'abcdefghij'[i % 10]}${'klmno'[i % 5]}${i}`,
    ).join(' ');
    expect(keywordsOf(`${log}\n\nImprove the warehouse export`)).toEqual(
      expect.arrayContaining(['improv', 'warehous', 'export']),
    );
    expect(keywordsOf(`Improve the warehouse export:\n${log}`)).toEqual(
      expect.arrayContaining(['improv', 'warehous', 'export']),
    );
    expect(keywordsOf(`${log} git ${log}`)).not.toContain('git');
    expect(keywordsOf(log)).toHaveLength(12);
  });

  test('an address and the folders of a file say nothing of the task', () => {
    expect(keywordsOf('look at https://github.com/acme/git-tools/issues/3')).toEqual([]);
    expect(keywordsOf('clone git@github.com:acme/tools')).toEqual(['clon']);
    expect(keywordsOf('@src/docker/volumes.ts add a comment')).toEqual(['volum', 'comment']);
    expect(keywordsOf('rename it in ./packages/redis/src/client.ts.')).toEqual(['renam', 'client']);
    expect(keywordsOf('it keeps state in .git/sessions and ~/docker/volumes')).toEqual([
      'keep',
      'stat',
      'session',
      'volum',
    ]);
    expect(keywordsOf('run it in docker/podman with git')).toEqual(['docker', 'podman', 'git']);
    expect(keywordsOf('commit/push')).toEqual(['commit', 'push']);
    expect(keywordsOf('/usr/share/dictionary has duplicates')).toEqual(['dictionary', 'duplicat']);
  });

  test('nor do the words of the working folder, but the names of tools', () => {
    const here = '/home/dev/Acme-Billing/git-mirror';
    expect(keywordsOf('the billing of git-mirror is slow: mirror and git', here)).toEqual(['slow', 'git']);
    expect(keywordsOf('the billing is slow', 'C:\\work\\billing')).toEqual(['slow']);
  });

  test('a word with a hyphen is one', () => {
    expect(keywordsOf('release git-mirror')).toEqual(['releas', 'git-mirror']);
  });

  test('other scripts count', () => {
    expect(keywordsOf('Bitte Überprüfung der Datenbankmigration')).toContain('überprüfung');
    expect(keywordsOf('исправь миграцию базы')).toContain('миграцию');
  });

  test('stop words, numbers and very long tokens do not', () => {
    expect(keywordsOf('use that name instead')).toEqual([]);
    expect(keywordsOf('please make sure that this works when they have more')).toEqual([]);
    expect(keywordsOf(`12345 ${'a'.repeat(300)}`)).toEqual([]);
  });

  test('none of a slash command', () => {
    expect(keywordsOf('/lessons:review docker kubernetes')).toEqual([]);
    expect(keywordsOf('  /compact docker kubernetes')).toEqual([]);
  });

  test('never throws, and is quick on a long prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (prompt, here) =>
        expect(keywordsOf(prompt, here).length).toBeLessThanOrEqual(12),
      ),
    );
    expect(isProportional((chars) => promptWords(repeated('migration ', chars), ''), 10_000_000)).toBe(true);
    expect(isProportional((chars) => promptWords(repeated('a-', chars), ''), 10_000_000)).toBe(true);
    expect(isProportional((chars) => promptWords(repeated('/', chars), ''), 10_000_000)).toBe(true);
  });
});

describe('relevance', () => {
  const about = (prompt: string, shares: Record<string, number>, size = 0): number => {
    const topic: TopicHits = { shares: new Map(Object.entries(shares)), size };
    return relevance(topic, promptWords(prompt, '/home/dev/shop'));
  };
  const rollout = { rollout: 0.25, kubernet: 0.25 };

  test('two words of one sentence that are much of the topic', () => {
    expect(about('Fix the rollout of kubernetes', rollout)).toBe(0.5);
    expect(about('Fix the rollout', rollout)).toBe(0);
    expect(about('Fix the rollout. Then look at kubernetes', rollout)).toBe(0);
    expect(about('Fix the rollout\nof kubernetes', rollout)).toBe(0);
    expect(about('Fix the rollout of kubernetes', { rollout: 0.1, kubernet: 0.2 })).toBe(0);
  });

  test('a tool alone decides where few lessons are about it', () => {
    expect(about('Add a package with pnpm', { pnpm: 0.5 })).toBe(0.5);
    expect(about('Add a package with pnpm', { pnpm: 0.25 })).toBe(0.25);
    expect(about('Add a package with pnpm', { pnpm: 0.1 })).toBe(0);
    expect(about('Look at the history in git', { git: 0 })).toBe(0);
    expect(about('Rebase it in git', { git: 0, rebas: 0.4 })).toBe(0.4);
  });

  test('a tool alone has to be more of the topic where its lesson is told at a call or an error anyway', () => {
    expect(about('Write a provider for terraform', { terraform: 0.25 }, -1)).toBe(0);
    expect(about('Write a provider for terraform', { terraform: 0.5 }, -1)).toBe(0.5);
    expect(about('Destroy it with terraform', { terraform: 0.25, destroy: 0.25 }, -1)).toBe(0.5);
  });

  test('a second word of the topic never makes less of it', () => {
    expect(about('Delete it with curl', { curl: 0.25, delet: 0.1 })).toBe(0.35);
  });

  test('a word with a hyphen is about what has all its parts', () => {
    expect(about('Release the git-mirror again', { git: 0.5, releas: 0.5 })).toBe(0);
    expect(about('please force-push it', { forc: 0.5, push: 0.5 })).toBe(1);
  });

  test('of a command all words, of an order all but its program', () => {
    const push = { git: 0, push: 1 };
    expect(about('commit and push', { push: 1 }, 2)).toBe(1);
    expect(about('the git remote refused our push after the release', push, 2)).toBe(1);
    expect(about('the remote refused our push after the release', { push: 1 }, 2)).toBe(0);
    expect(about('commit and push', { push: 0.5 }, 3)).toBe(0);
    expect(about('the deploy of yesterday broke every single page', { deploy: 1 }, 1)).toBe(0);
  });
});
