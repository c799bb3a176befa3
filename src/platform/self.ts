import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The command line that starts this program again: the executable itself, or the runtime
 * with the source entry where it runs uncompiled.
 */
export function selfCommand(): string[] {
  const runtime = basename(process.execPath).toLowerCase();
  const isRuntime = /^(bun|node)(\.exe)?$/.test(runtime);
  if (!isRuntime) return [process.execPath];
  return [process.execPath, fileURLToPath(new URL('../main.ts', import.meta.url))];
}

/** The command line that starts a worker of ours; null uncompiled on Node, where there is no entry that it could run. */
export function workerCommand(...args: string[]): string[] | null {
  const self = selfCommand();
  if (self.length > 1 && (/^node/i.test(basename(self[0]!)) || !isThere(self[1]!))) return null;
  return [...self, ...args];
}

// Asked for only here: the hook, which starts the background process, should not load it.
const isThere = (path: string) => process.getBuiltinModule('node:fs').existsSync(path);
