// `npm run bench -- NAME [options]` runs bench/NAME.ts with Bun; without a name it lists them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBun } from './bun.mjs';

const folder = fileURLToPath(new URL('../bench', import.meta.url));
const [name, ...rest] = process.argv.slice(2);
const file = name === undefined ? null : join(folder, `${name}.ts`);

if (file === null || !existsSync(file)) {
  const names = readdirSync(folder)
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => entry.slice(0, -3));
  console.error(`usage: npm run bench -- ${names.join('|')} [options]`);
  process.exitCode = 2;
} else {
  process.exitCode = runBun([file, ...rest]);
}
