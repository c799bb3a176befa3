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
}

/** Milliseconds between two ISO times, or null. */
export function elapsed(from: string | null | undefined, to: string | null): number | null {
  if (!from || !to) return null;
  const ms = isSameHour(from, to) ? inHour(to) - inHour(from) : Date.parse(to) - Date.parse(from);
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

const HOUR_CHARS = 14;

/** Two times of the form `2026-01-31T12:34:56.789Z` within one hour: nearly all that a log holds. */
function isSameHour(from: string, to: string): boolean {
  if (from.length !== 24 || to.length !== 24) return false;
  if (from.charCodeAt(23) !== 0x5a || to.charCodeAt(23) !== 0x5a) return false;
  for (let at = 0; at < HOUR_CHARS; at += 1) if (from.charCodeAt(at) !== to.charCodeAt(at)) return false;
  return true;
}

/** Milliseconds since the hour; not a number where the time is not written as expected. */
function inHour(time: string): number {
  if (time[16] !== ':' || time[19] !== '.') return Number.NaN;
  const ms = digit(time, 20, 9) * 100 + digit(time, 21, 9) * 10 + digit(time, 22, 9);
  const seconds = digit(time, 17, 5) * 10 + digit(time, 18, 9);
  return (digit(time, 14, 5) * 10 + digit(time, 15, 9)) * 60_000 + seconds * 1000 + ms;
}

function digit(time: string, at: number, most: number): number {
  const value = time.charCodeAt(at) - 0x30;
  return value >= 0 && value <= most ? value : Number.NaN;
}
