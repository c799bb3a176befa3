// `npm start` and `npm run demo`: build the executable if it is missing or not what its sources make, then run it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { executable, isBuilt } from './built.mjs';

if (!isBuilt()) {
  console.error('building dist/lessons…');
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

const isDemo = process.argv[2] === '--demo';
const ran = spawnSync(executable, [isDemo ? 'demo' : 'start', ...process.argv.slice(isDemo ? 3 : 2)], {
  stdio: 'inherit',
});
if (ran.error) {
  console.error(`cannot run ${executable}: ${ran.error.message}`);
  console.error('Was it built on another machine? `npm ci && npm run build` builds it for this one.');
}
process.exitCode = ran.status ?? 1;
