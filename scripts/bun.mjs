// Runs the Bun that npm installed: `node scripts/bun.mjs test`. Works without install scripts,
// since it starts the platform's binary itself instead of the linked stub.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Names of Bun's packages for a machine, the one that fits best first. An npm that does not know a package's C library
 * installs the builds for both, and only one of them starts.
 * @param machine `libc` is null where there is but one; `avx2` is false where an x64 processor lacks it
 */
export function bunPackages({ platform, arch, libc, avx2 }) {
  const name = `bun-${{ win32: 'windows' }[platform] ?? platform}-${arch === 'arm64' ? 'aarch64' : arch}`;
  const own = libc === 'musl' ? [`${name}-musl`, `${name}-musl-baseline`] : [name, `${name}-baseline`];
  return avx2 ? own : own.reverse();
}

/** Path of the Bun executable for this machine. */
function bunPath() {
  const folder = join(root, 'node_modules', '@oven');
  const installed = existsSync(folder) ? readdirSync(folder) : [];
  const { platform, arch } = process;
  const libc = libcOf();
  for (const name of bunPackages({ platform, arch, libc, avx2: !lacksAvx2() })) {
    const path = join(folder, name, 'bin', platform === 'win32' ? 'bun.exe' : 'bun');
    if (installed.includes(name) && existsSync(path)) return path;
  }
  // Bun's install script, where it ran, has moved the binary here in place of a small stub.
  const linked = join(root, 'node_modules', 'bun', 'bin', 'bun.exe');
  if (existsSync(linked) && statSync(linked).size > 1_000_000) return linked;
  const machine = [platform, arch, libc].filter(Boolean).join('-');
  throw new Error(`No Bun for ${machine} in node_modules: run \`npm ci\` on this machine first.`);
}

/** `glibc` or `musl` on Linux: asked for by the loader that every program of Alpine and its like is started by. */
function libcOf() {
  if (process.platform !== 'linux') return null;
  const cpu = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const isMusl =
    existsSync(`/lib/ld-musl-${cpu}.so.1`) && !process.report?.getReport().header.glibcVersionRuntime;
  return isMusl ? 'musl' : 'glibc';
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
