/**
 * Asks the runtime to free what is no longer used, where it lets itself be asked. After a burst of short-lived
 * text it otherwise keeps several hundred megabytes for later.
 */
export function collectGarbage(): void {
  bun()?.gc(true);
}

/**
 * The same for a process that goes on with the work it was at. The other one gives memory back to the system and drops
 * what functions were compiled from as well, which are then compiled and filled anew: as long as the work of half a second.
 */
export function reuseGarbage(): void {
  if (bun() !== undefined) engine().gcAndSweep();
}

const bun = (): Bun | undefined => (globalThis as { Bun?: Bun }).Bun;
const engine = () => process.getBuiltinModule('bun:jsc' as 'node:fs') as unknown as Engine;

interface Bun {
  gc(force: boolean): void;
}

interface Engine {
  gcAndSweep(): number;
}
