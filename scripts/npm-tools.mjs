// Installs a tool from npm outside of the project's dependencies, once, into a cache folder:
// a current Node for the library test, the real agent clients for the end-to-end tests.
// `LESSONS_TOOL_CACHE` moves the cache (default: node_modules/.cache/lessons-tools).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where tools are kept. */
function toolCache() {
  return process.env.LESSONS_TOOL_CACHE || join(root, 'node_modules', '.cache', 'lessons-tools');
}

/**
 * Folder whose node_modules hold `name@version`; installed there first if it is not yet.
 * Throws one line that says what could not be installed.
 * @param {{folder?: string, flags?: string[]}} options another folder than the cache's, and further options for npm
 */
export function installTool(name, version, options = {}) {
  const { folder = join(toolCache(), `${name.replaceAll('/', '+')}-${version}`), flags = [] } = options;
  const done = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(done)) return folder;
  const staging = `${folder}.${process.pid}.tmp`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'package.json'), '{"private":true}\n');
  console.error(`installing ${name}@${version} from npm…`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--no-audit', '--no-fund', '--silent', ...flags];
  const result = spawnSync(npm, ['install', ...quiet, `${name}@${version}`], {
    cwd: staging,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    rmSync(staging, { recursive: true, force: true });
    throw new Error(
      `${name}@${version} could not be installed from npm (exit ${result.status}): check the network and the registry setting`,
    );
  }
  mkdirSync(dirname(folder), { recursive: true });
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(done)) throw error;
  }
  return folder;
}

/** Path of a current Node (≥ 22.13) from npm. */
export function nodeFromNpm(version = '24.9.0') {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = installTool(name, version);
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
