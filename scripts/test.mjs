// `npm test`: builds the executable where it is not what the sources make, then runs every test with Bun's runner, a
// file in each of as many processes as there are processors. A process keeps what it has loaded for its next file: loading it anew takes longer than most files.
// Arguments are passed on: `npm test -- src/inject`.
// A test fails by its time only where it hangs: no machine is too slow for it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './built.mjs';
import { runBun } from './bun.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const needsNone = given.length > 0 && given.every(isOfSource);
if (!needsNone && !isBuilt()) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^GIT_|^FORCE_COLOR$/.test(name)),
);
const options = ['--timeout', '900000', '--parallel', '--no-isolate'];
process.exitCode = runBun(['test', ...options, ...given], { env });

/** A single file beside the source that it tests: that needs no executable. */
function isOfSource(name) {
  return /^(?:\.\/)?src\/.*\.test\.tsx?$/.test(name);
}
