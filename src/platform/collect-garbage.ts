/**
 * Asks the runtime to free what is no longer used, where it lets itself be asked. After a burst of short-lived
 * text it otherwise keeps several hundred megabytes for later.
 */
export function collectGarbage(): void {
  const runtime = globalThis as { Bun?: { gc(force: boolean): void } };
  runtime.Bun?.gc(true);
}
