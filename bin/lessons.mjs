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
  process.exitCode = ran.status ?? 1;
} else {
  console.error('lessons: dist/lessons is not built yet. Run `npm run build`.');
  process.exitCode = 1;
}
