// `npm start` and `npm run demo`: build the executable if it is missing or older than its sources, then run it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const executable = join(root, 'dist', process.platform === 'win32' ? 'lessons.exe' : 'lessons');

function newest(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (latest, entry) => Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
      0,
    );
}

if (!existsSync(executable) || statSync(executable).mtimeMs < newest(join(root, 'src'))) {
  console.error('building dist/lessons…');
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], {
    cwd: root,
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
