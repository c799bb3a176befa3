// Compiles `dist/lessons` with Bun. The flags are part of the design: without bytecode and splitting
// the hook's start-up takes four times as long (`npm run bench -- hook`). Without the autoload flags the executable
// would run the `preload` of a bunfig.toml, and take the variables of a .env, in whatever folder it is started.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runBun } from './bun.mjs';

export const BUILD_FLAGS = [
  '--compile',
  '--minify',
  '--bytecode',
  '--splitting',
  '--format=esm',
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds an entry file into an executable; returns Bun's exit code. */
export function build(entry, outfile, extra = []) {
  return runBun(
    ['build', ...BUILD_FLAGS, '--external', 'react-devtools-core', entry, '--outfile', outfile, ...extra],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(`${root}/dist`, { recursive: true });
  const name = process.platform === 'win32' ? 'dist/lessons.exe' : 'dist/lessons';
  process.exitCode = build('src/main.ts', name);
  if (process.exitCode === 0) console.log(`built ${name}`);
}
