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
