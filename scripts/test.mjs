// `npm test`: builds the executable, then runs every test with Bun's runner, a file in each of as many processes as there
// are processors. A process keeps what it has loaded for its next file: loading it anew takes longer than most files.
// Arguments are passed on: `npm test -- src/inject`.
// A test fails by its time only where it hangs: no machine is too slow for it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runBun } from './bun.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^GIT_|^FORCE_COLOR$/.test(name)),
);
const options = ['--timeout', '900000', '--parallel', '--no-isolate'];
process.exitCode = runBun(['test', ...options, ...process.argv.slice(2)], { env });
