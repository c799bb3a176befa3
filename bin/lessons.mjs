#!/usr/bin/env node
// `npx lessons` and `npm link`: starts the executable that `npm run build` made.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const name = process.platform === 'win32' ? 'lessons.exe' : 'lessons';
const executable = fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

if (existsSync(executable)) {
  const ran = spawnSync(executable, process.argv.slice(2), { stdio: 'inherit' });
  if (ran.error) console.error(`lessons: cannot start ${executable}: ${ran.error.message}`);
  // The loader that it names is not there, or its instructions are another processor's.
  if (['ENOENT', 'ENOEXEC', 'EBADARCH', 'UNKNOWN'].includes(ran.error?.code))
    console.error(
      `lessons: was it built on another machine than this (${process.platform}-${process.arch})? Run \`npm ci && npm run build\` in a checkout here.`,
    );
  process.exitCode = ran.status ?? 1;
} else {
  console.error('lessons: dist/lessons is not built yet. Run `npm run build`.');
  process.exitCode = 1;
}
