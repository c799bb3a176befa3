/** Of the time of a process: where much is in use a collection takes long, and frees no more than a short one. */
const SHARE_MAX = 1 / 6;

let spentMs = 0;

/**
 * Asks the runtime to free what is no longer used, where it lets itself be asked. After a burst of short-lived
 * text it otherwise keeps several hundred megabytes for later. Does nothing where that has taken much of the time
 * since the process began.
 */
export function collectGarbage(): void {
  const start = performance.now();
  if (spentMs > start * SHARE_MAX) return;
  bun()?.gc(true);
  spentMs += performance.now() - start;
}

/**
 * Told of each piece of work, it collects whenever that makes so much work since the last time.
 * @param most in the units that it is told in
 */
export function collectEvery(most: number): (done?: number) => void {
  let since = 0;
  return (done = 1) => {
    since += done;
    if (since < most) return;
    since = 0;
    collectGarbage();
  };
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
