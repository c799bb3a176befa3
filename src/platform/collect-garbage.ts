/**
 * Asks the runtime to free what is no longer used, where it lets itself be asked. After a burst of short-lived
 * text it otherwise keeps several hundred megabytes for later.
 */
export function collectGarbage(): void {
  bun()?.gc(true);
}

/**
 * The same for a process that goes on with the work it was at: what is free is kept for that. Giving it back to the
 * system, and taking it again, costs several times as much as finding it (`docs/eval/speed.md`).
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
