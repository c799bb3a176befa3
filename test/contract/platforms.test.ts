import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bunPackages } from '../../scripts/bun.mjs';
import { signForMac } from '../../scripts/sign-mac.mjs';
import { scratchDir } from '../support/scratch.ts';

const root = join(import.meta.dir, '..', '..');
const NODE = Bun.which('node');

test.each([
  ['darwin', 'arm64', null, true, ['bun-darwin-aarch64', 'bun-darwin-aarch64-baseline']],
  ['linux', 'arm64', 'glibc', true, ['bun-linux-aarch64', 'bun-linux-aarch64-baseline']],
  ['linux', 'arm64', 'musl', true, ['bun-linux-aarch64-musl', 'bun-linux-aarch64-musl-baseline']],
  ['linux', 'x64', 'musl', true, ['bun-linux-x64-musl', 'bun-linux-x64-musl-baseline']],
  ['linux', 'x64', 'glibc', false, ['bun-linux-x64-baseline', 'bun-linux-x64']],
  ['win32', 'x64', null, true, ['bun-windows-x64', 'bun-windows-x64-baseline']],
] as const)('the Bun for %s, %s, %s', (platform, arch, libc, avx2, names) => {
  expect(bunPackages({ platform, arch, libc, avx2 })).toEqual([...names]);
});

test('the lock file has Bun for all systems that are promised, each with what npm chooses it by', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const chosenBy = (name: string) => {
    const { os, cpu, libc } = packages[`node_modules/@oven/${name}`];
    return [os, cpu, libc].flat();
  };
  expect(chosenBy('bun-darwin-aarch64')).toEqual(['darwin', 'arm64', undefined]);
  expect(chosenBy('bun-darwin-x64')).toEqual(['darwin', 'x64', undefined]);
  expect(chosenBy('bun-linux-aarch64')).toEqual(['linux', 'arm64', 'glibc']);
  expect(chosenBy('bun-linux-aarch64-musl')).toEqual(['linux', 'arm64', 'musl']);
  expect(chosenBy('bun-linux-x64-musl')).toEqual(['linux', 'x64', 'musl']);
  expect(chosenBy('bun-windows-x64')).toEqual(['win32', 'x64', undefined]);
});

test("the plugin's scripts are ASCII, which a shell reads in any locale", () => {
  for (const name of ['hooks/run.sh', 'scripts/lessons.sh'])
    expect(readFileSync(join(root, 'plugin', name), 'utf8')).toMatch(/^[\0-\x7e]*$/);
});

describe.skipIf(process.platform === 'win32')('with programs that stand in', () => {
  /** A `codesign` that notes how it is called; valid is what has been signed. */
  function codesign(canSign = true) {
    const folder = scratchDir('sign');
    const program = join(folder, 'codesign');
    writeFileSync(
      program,
      `#!/bin/sh
echo "$1" >>"${folder}/calls"
case "$1" in
  --verify) [ -e "${folder}/signed" ] ;;
  --force) ${canSign} && : >"${folder}/signed" ;;
esac
`,
    );
    chmodSync(program, 0o755);
    const calls = () =>
      existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];
    return { program, calls };
  }

  test('what is built is signed on macOS, unless it is already', () => {
    const { program, calls } = codesign();
    const options = { platform: 'darwin', codesign: program };
    expect(signForMac('lessons', options)).toBe(true);
    expect(calls()).toEqual(['--verify', '--remove-signature', '--force']);
    expect(signForMac('lessons', options)).toBe(true);
    expect(calls().slice(3)).toEqual(['--verify']);
  });

  test('what cannot be signed is told; no other system is asked, and a machine without codesign goes on', () => {
    const { program, calls } = codesign(false);
    expect(signForMac('lessons', { platform: 'linux', codesign: program })).toBe(true);
    expect(calls()).toEqual([]);
    expect(signForMac('lessons', { platform: 'darwin', codesign: program })).toBe(false);
    expect(signForMac('lessons', { platform: 'darwin', codesign: join(scratchDir('sign'), 'none') })).toBe(
      true,
    );
  });

  test.skipIf(NODE === null)(
    "the package's command says so where its executable is another machine's",
    () => {
      const folder = scratchDir('package');
      cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
      mkdirSync(join(folder, 'dist'));
      // A loader that is not there, as for a build for glibc on Alpine.
      writeFileSync(join(folder, 'dist', 'lessons'), '#!/no/such/loader\n', { mode: 0o755 });
      const ran = spawnSync(NODE!, [join(folder, 'bin', 'lessons.mjs'), 'list'], { encoding: 'utf8' });
      expect(ran.status).toBe(1);
      expect(ran.stderr).toContain('was it built on another machine');
    },
  );
});
