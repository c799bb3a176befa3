import { expect, test } from 'bun:test';
import { projectAt } from './scope.ts';

test('a worktree is its repository, however the agent writes its folder', () => {
  const known = new Map([['/shop', 'p1']]);
  const slashed = (path: string) => path.replaceAll('\\', '/').replace(/\/$/, '');
  const manifest = { projectOf: (cwd: string) => known.get(slashed(cwd)) ?? slashed(cwd) };
  const files: Record<string, string> = { '/shop/.trees/fix/.git': 'gitdir: /shop/.git/worktrees/fix\n' };
  const at = (cwd: string) => projectAt(cwd, manifest, (path) => files[path] ?? null);
  expect(at('/shop/.trees/fix')).toBe('p1');
  expect(at('/shop/.trees/fix/src/')).toBe('p1');
  expect(at('\\shop\\.trees\\fix\\src')).toBe('p1');
  expect(at('\\other')).toBe('/other');
  expect(at('/shop')).toBe('p1');
});
