/**
 * Milliseconds since this process began. Bun's own clock where there is one: a function that so much as names
 * `performance` has the engine make that object, which takes a hook 28 µs.
 */
export function uptimeMs(): number {
  const own = (globalThis as { Bun?: { nanoseconds(): number } }).Bun;
  return own === undefined ? elsewhere() : own.nanoseconds() / 1e6;
}

function elsewhere(): number {
  return performance.now();
}
