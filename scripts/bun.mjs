// Runs the Bun that npm installed: `node scripts/bun.mjs test`. Works without install scripts,
// since it starts the platform's binary itself instead of the linked stub.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Path of the Bun executable for this machine. */
function bunPath() {
  const folder = join(root, 'node_modules', '@oven');
  const system = { win32: 'windows' }[process.platform] ?? process.platform;
  const cpu = process.arch === 'arm64' ? 'aarch64' : process.arch;
  const installed = existsSync(folder) ? readdirSync(folder) : [];
  const wanted = [`bun-${system}-${cpu}`, `bun-${system}-${cpu}-baseline`, `bun-${system}-${cpu}-musl`];
  if (lacksAvx2()) wanted.unshift(wanted[1]);
  for (const name of wanted) {
    const path = join(folder, name, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun');
    if (installed.includes(name) && existsSync(path)) return path;
  }
  // Bun's install script, where it ran, has moved the binary here in place of a small stub.
  const linked = join(root, 'node_modules', 'bun', 'bin', 'bun.exe');
  if (existsSync(linked) && statSync(linked).size > 1_000_000) return linked;
  throw new Error(`No Bun for ${process.platform}-${process.arch} in node_modules: run \`npm ci\` first.`);
}

function lacksAvx2() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  try {
    return !readFileSync('/proc/cpuinfo', 'utf8').includes('avx2');
  } catch {
    return false;
  }
}

/** Runs Bun and returns its exit code; standard streams are passed through. */
export function runBun(args, options = {}) {
  const result = spawnSync(bunPath(), args, { stdio: 'inherit', cwd: root, ...options });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = runBun(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
