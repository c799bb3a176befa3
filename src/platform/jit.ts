/**
 * Switches the engine's just-in-time compiler on. The executable is built to start without: its threads and code cost
 * a process of a few milliseconds more than they save. Whatever lasts longer calls this first. Nothing happens on Node.
 */
export function compileHotCode(): void {
  const bun = (globalThis as { Bun?: { unsafe?: { setJITPolicy?: (scale: number) => void } } }).Bun;
  bun?.unsafe?.setJITPolicy?.(1);
}
