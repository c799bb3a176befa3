// `npm test`: builds the executable, then runs every test with Bun's runner.
// Arguments are passed on: `npm test -- src/inject`.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runBun } from './bun.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
process.exitCode = runBun(['test', '--timeout', '120000', ...process.argv.slice(2)]);
