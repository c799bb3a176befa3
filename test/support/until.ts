/** How long a test waits for what has to happen: it is reached only where it does not, on whatever machine. */
export const PATIENCE_MS = 240_000;

/** Waits for a condition, asked again and again; false where it does not come. */
export async function until(holds: () => boolean, everyMs = 100): Promise<boolean> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
    if (holds()) return true;
    await Bun.sleep(everyMs);
  }
  return holds();
}
