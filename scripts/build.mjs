// Compiles `dist/lessons` with Bun. The flags are part of the design: without bytecode and splitting
// the hook's start-up takes four times as long (`npm run bench -- hook`). Without the autoload flags the executable
// would run the `preload` of a bunfig.toml, and take the variables of a .env, in whatever folder it is started.
// It starts without a just-in-time compiler, which costs a short process 2 ms of its threads and memory;
// `platform/jit.ts` switches it on for everything that lasts longer.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { executable, ingredients, noteBuilt, sourceHash } from './built.mjs';
import { runBun } from './bun.mjs';
import { bundleHook } from './bundle-hook.mjs';
import { bytecodeOrder } from './bytecode-order.mjs';
import { recheckAlone } from './recheck-alone.mjs';
import { signForMac } from './sign-mac.mjs';

const BUILD_FLAGS = [
  '--compile',
  '--minify',
  '--bytecode',
  '--splitting',
  '--format=esm',
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  '--compile-jit-policy=10000',
  // Small chunks go into one that is loaded with them: each start reads a table of all of them (151 instead of 184).
  '--min-chunk-size=16384',
];

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds an entry file into an executable that this machine runs; returns Bun's exit code. */
export function build(entry, outfile, extra = []) {
  const code = quietly([
    'build',
    ...BUILD_FLAGS,
    '--external',
    'react-devtools-core',
    '--define',
    `LESSONS_BUILD=${JSON.stringify(sourceHash())}`,
    entry,
    '--outfile',
    outfile,
    ...extra,
  ]);
  if (code === 0 && !signForMac(outfile))
    console.error(`${outfile} could not be signed: macOS may refuse to start it`);
  return code;
}

const HOOK = "'./hook/main.ts'";
const LOAD_HOOK = `const { runHook } = await import(${HOOK});`;

/**
 * Builds `lessons`. The hook is bundled by itself first: modules that it shares with the rest would otherwise each
 * become a chunk to load. It is built twice, the second time with its bytecode in the order in which the hook loads it.
 * Returns Bun's exit code.
 */
async function buildLessons(outfile) {
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  sweepUnfinished(dist);
  const folder = mkdtempSync(join(dist, UNFINISHED));
  try {
    const hook = await bundleHook(root, join(folder, 'hook'));
    const entry = join(folder, 'main.ts');
    writeFileSync(entry, entryText(folder, `./hook/${hook}`));
    const first = join(folder, process.platform === 'win32' ? 'first.exe' : 'first');
    const flags = [`--tsconfig-override=${recheckAlone(root, folder)}`];
    const built = build(entry, first, flags);
    if (built !== 0) return built;
    const order = bytecodeOrder(first, folder);
    if (order.length > 0) flags.push(`--bytecode-order=${order.join(',')}`);
    return build(entry, outfile, flags);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const UNFINISHED = 'build-';
const UNFINISHED_MS = 60 * 60 * 1000;

/** Removes what builds that were killed have left: 130 MB each, which a package would hold. */
export function sweepUnfinished(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith(UNFINISHED) && Date.now() - statSync(path).mtimeMs > UNFINISHED_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/** `src/main.ts` with the bundled hook in it. */
function entryText(folder, hook) {
  const source = readFileSync(join(root, 'src', 'main.ts'), 'utf8');
  if (!source.includes(LOAD_HOOK)) throw new Error(`src/main.ts does not say: ${LOAD_HOOK}`);
  const src = relative(folder, join(root, 'src')).replaceAll('\\', '/');
  const rest = source.replace(LOAD_HOOK, '').replace(/(\bfrom |\bimport\()'\.\//g, `$1'${src}/`);
  return `import { runHook } from '${hook}';\n${rest}`;
}

function quietly(args) {
  return runBun(args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , named] = process.argv;
  const made = ingredients();
  process.exitCode = await buildLessons(named ?? executable);
  if (process.exitCode === 0) {
    if (named === undefined) noteBuilt(made);
    console.log(`built ${named ?? relative(root, executable)}`);
  }
}
