const OPEN_MAX = 4096;

/** Calls without a result yet; the oldest is forgotten beyond a bound. */
export class OpenCalls<T> {
  readonly #open = new Map<string, T>();

  set(callId: string, value: T): void {
    if (this.#open.size >= OPEN_MAX) {
      const oldest = this.#open.keys().next();
      if (!oldest.done) this.#open.delete(oldest.value);
    }
    this.#open.set(callId, value);
  }

  get(callId: string): T | undefined {
    return this.#open.get(callId);
  }

  take(callId: string): T | undefined {
    const value = this.#open.get(callId);
    if (value !== undefined) this.#open.delete(callId);
    return value;
  }

  /** What is still open, oldest first. */
  drain(): T[] {
    const all = [...this.#open.values()];
    this.#open.clear();
    return all;
  }
}

/** Milliseconds between two ISO times, or null. */
export function elapsed(from: string | null | undefined, to: string | null): number | null {
  if (!from || !to) return null;
  const ms = Date.parse(to) - Date.parse(from);
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
