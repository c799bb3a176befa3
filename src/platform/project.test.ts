import { afterEach, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../test/support/scratch.ts';
import { ProjectFinder } from './project.ts';

const git = (folder: string, ...args: string[]): string =>
  spawnSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { encoding: 'utf8' })
    .stdout;

/** A repository with one commit, whose message tells it from others. */
function repository(message: string): { folder: string; commit: string } {
  const folder = scratchDir('project');
  git(folder, 'init', '-q');
  git(folder, 'commit', '-q', '--allow-empty', '-m', message);
  return { folder, commit: git(folder, 'rev-parse', 'HEAD').trim() };
}

function withRemote(url: string): string {
  const folder = scratchDir('project');
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'config'), `[remote "origin"]\n\turl = ${url}\n`);
  return new ProjectFinder().of(folder).id;
}

afterEach(() => {
  delete process.env['GIT_DIR'];
});

test.each([
  ['https://user:token@Host.org/owner/repo.git', 'host.org/owner/repo'],
  ['https://token@[2001:db8::1]:3000/owner/repo', '[2001:db8::1]/owner/repo'],
  ['https://host.org/owner/repo.git?private_token=secret', 'host.org/owner/repo'],
  ['persistent-https://user:token@host.org/owner/repo', 'host.org/owner/repo'],
  ['https://user:to@ken@host.org/owner/repo', 'host.org/owner/repo'],
  ['ssh://git@host.org:2222/owner/repo/', 'host.org/owner/repo'],
  ['git@host.org:owner/repo', 'host.org/owner/repo'],
])('the remote %s is %s', (url, id) => {
  expect(withRemote(url)).toBe(id);
});

test('without a remote it is the root commit, also where git has called us from another repository', () => {
  const [own, other] = [repository('own'), repository('other')];
  process.env['GIT_DIR'] = join(other.folder, '.git');
  expect(new ProjectFinder().of(own.folder)).toEqual({ id: own.commit, root: own.folder });
});

test('a folder of Windows is one project, however its drive and slashes are written', () => {
  const ids = ['C:\\gone\\shop', 'c:\\gone\\shop\\', 'c:/gone/shop'].map(
    (cwd) => new ProjectFinder().of(cwd).id,
  );
  expect(ids).toEqual(['C:/gone/shop', 'C:/gone/shop', 'C:/gone/shop']);
});

test('a clone of a folder is the project of that folder, however its path is written', () => {
  const { folder, commit } = repository('cloned');
  const clones = [folder, `file://${folder}`].map((url, index) => {
    const clone = join(scratchDir('project'), `copy ${index}`);
    git(folder, 'clone', '-q', url, clone);
    return clone;
  });
  const again = join(scratchDir('project'), 'again');
  git(folder, 'clone', '-q', clones[0]!, again);
  const bare = join(scratchDir('project'), 'bare.git');
  git(folder, 'clone', '-q', '--bare', folder, bare);
  const ofBare = join(scratchDir('project'), 'of-bare');
  git(folder, 'clone', '-q', bare, ofBare);
  const finder = new ProjectFinder();
  for (const clone of [...clones, again, ofBare])
    expect(finder.of(clone)).toEqual({ id: commit, root: clone });
  git(folder, 'remote', 'add', 'origin', 'git@host.org:owner/repo.git');
  for (const clone of [folder, ...clones, again])
    expect(new ProjectFinder().of(clone).id).toBe('host.org/owner/repo');
});

test('a clone of a folder that is gone, and folders that are remotes of each other, go by the root commit', () => {
  const [one, other] = [repository('one'), repository('other')];
  git(one.folder, 'remote', 'add', 'origin', '/nowhere/at/all');
  expect(new ProjectFinder().of(one.folder).id).toBe(one.commit);
  git(one.folder, 'remote', 'set-url', 'origin', other.folder);
  git(other.folder, 'remote', 'add', 'origin', one.folder);
  expect([one.commit, other.commit]).toContain(new ProjectFinder().of(one.folder).id);
});

test('a repository whose config would have git run a program to fetch its commits runs nothing', () => {
  const folder = scratchDir('project');
  const mark = join(scratchDir('project'), 'ran');
  git(folder, 'init', '-q');
  writeFileSync(join(folder, '.git', 'refs', 'heads', 'main'), `${'1'.repeat(40)}\n`);
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(folder, '.git', 'config'),
    `[core]
      repositoryformatversion = 1
      sshCommand = touch ${mark} #
    [extensions]
      partialClone = away
    [remote "away"]
      promisor = true
      url = ./away
      uploadpack = touch ${mark}; true
    `,
  );
  mkdirSync(join(folder, 'away'));
  expect(new ProjectFinder().of(folder)).toEqual({ id: folder, root: folder });
  expect(existsSync(mark)).toBe(false);
});

test("pipes and devices in the place of git's files are not waited for", () => {
  for (const make of [
    (folder: string) => spawnSync('mkfifo', [join(folder, '.git')]),
    (folder: string) => {
      mkdirSync(join(folder, '.git'));
      spawnSync('mkfifo', [join(folder, '.git', 'config')]);
    },
    (folder: string) => symlinkSync('/dev/zero', join(folder, '.git')),
  ]) {
    const folder = scratchDir('project');
    make(folder);
    expect(new ProjectFinder().of(folder)).toEqual({ id: folder, root: folder });
  }
});
