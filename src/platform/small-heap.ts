import { selfCommand } from './self.ts';

const VARIABLE = 'BUN_JSC_forceRAMSize';
/** Between collections the engine lets a heap that is large for the machine grow by half or a quarter, not by as much again. */
const PRETENDED_BYTES = String(128 * 1024 * 1024);

/**
 * Starts the executable over in the same process, with a collector that behaves as on a small machine: the engine reads
 * that from the environment alone, and only as it starts, which takes as long as an empty process does (4 ms). What the
 * environment says already stands, and what is started from here does not inherit it. Nothing happens uncompiled, where
 * the runtime's own flags would be lost, nor where a process cannot be replaced (Windows).
 */
export function keepHeapSmall(): void {
  const { env, argv } = process;
  if (env[VARIABLE] === PRETENDED_BYTES) delete env[VARIABLE];
  else if (env[VARIABLE] === undefined)
    startOver(selfCommand(), argv.slice(2), { ...env, [VARIABLE]: PRETENDED_BYTES });
}

function startOver([program, ...entry]: string[], rest: string[], env: NodeJS.ProcessEnv): void {
  if (program === undefined || entry.length > 0) return;
  try {
    process.execve?.(program, [program, ...rest], env);
  } catch {
    // Forbidden here: it works as it is, in more memory.
  }
}
