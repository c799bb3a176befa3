// Installs the real Claude Code client for the end-to-end tests, outside the repository's dependencies:
// `node scripts/install-client.mjs 2.1.197 2.1.332`. Prints one path a line. Folder: $LESSONS_CLIENT_CACHE,
// else node_modules/.cache/lessons-clients. The client is Anthropic's; it is not part of this package.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTool } from './npm-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
export const CLIENT_VERSIONS = ['2.1.197', '2.1.332'];

/** The client's own binary in an installed folder; it needs no install script. */
function clientBinary(folder) {
  const scope = join(folder, 'node_modules', '@anthropic-ai');
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const packages = existsSync(scope) ? readdirSync(scope) : [];
  for (const name of packages.filter((each) => each.startsWith('claude-code-')).sort()) {
    if (existsSync(join(scope, name, file))) return join(scope, name, file);
  }
  return null;
}

/** Path of the client, installed now if it is not there yet. Throws with a line that says what to do. */
export function installClient(version) {
  const cache = process.env.LESSONS_CLIENT_CACHE || join(root, 'node_modules', '.cache', 'lessons-clients');
  const folder = join(cache, version);
  installTool('@anthropic-ai/claude-code', version, { folder, flags: ['--ignore-scripts'] });
  const binary = clientBinary(folder);
  if (binary === null)
    throw new Error(`@anthropic-ai/claude-code@${version} has no binary for this platform`);
  return binary;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const versions = process.argv.slice(2);
  try {
    for (const version of versions.length > 0 ? versions : CLIENT_VERSIONS)
      console.log(installClient(version));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
