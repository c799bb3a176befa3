// Writes every generated file; with `--check` says which are stale and fails.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBun } from './bun.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const failed = ['schemas.ts', 'gen-docs.ts', 'gen-demo.ts', 'train-words.ts'].filter(
  (name) => runBun([join(folder, name), ...process.argv.slice(2)]) !== 0,
);
process.exitCode = failed.length > 0 ? 1 : 0;
