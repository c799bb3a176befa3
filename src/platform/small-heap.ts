import { BRIEF_WORK_ENV } from './engine-env.ts';
import { selfCommand } from './self.ts';

/** Between collections the engine lets a heap that is large for the machine grow by half or a quarter, not by as much again. */
export const SMALL_HEAP_ENV = { ...BRIEF_WORK_ENV, BUN_JSC_forceRAMSize: String(128 * 1024 * 1024) };
/** Tells whether the engine was told how to behave, by us or by somebody else. */
const SIGN = 'BUN_JSC_forceRAMSize';

/**
 * Starts the executable over in the same process, with little garbage and without the compiler's last stage: the engine
 * reads that from the environment alone, and only as it starts, which takes as long as an empty process does (4 ms). A
 * heap's size that the environment tells already stands, and what is started from here inherits nothing of it. Nothing
 * happens uncompiled, where the runtime's own flags would be lost, nor where a process cannot be replaced (Windows).
 */
export function keepHeapSmall(): void {
  const { env, argv } = process;
  if (env[SIGN] === undefined) startOver(selfCommand(), argv.slice(2), { ...env, ...SMALL_HEAP_ENV });
  for (const [name, value] of Object.entries(SMALL_HEAP_ENV)) if (env[name] === value) delete env[name];
}

function startOver([program, ...entry]: string[], rest: string[], env: NodeJS.ProcessEnv): void {
  if (program === undefined || entry.length > 0) return;
  try {
    process.execve?.(program, [program, ...rest], env);
  } catch {
    // Forbidden here: it works as it is, in more memory.
  }
}
