/** One step of a session, told in the terms of no agent in particular. */
export type Step =
  | { user: string }
  | { say: string }
  | { run: string; exit: number; out: string }
  | { edit: string; old: string; new: string; error?: string }
  /** Text that a client or a hook put into the session in the user's name. */
  | { injected: string };

export interface Story {
  sessionId: string;
  cwd: string;
  steps: Step[];
}

/** A fixed time, a second later for each step. */
export const at = (n: number) => new Date(Date.UTC(2026, 4, 4, 10, 0, n)).toISOString();

/** Ids as random as the agents' own, and the same in every run. */
export function fixedId(seed: string, prefix = ''): string {
  let state = 2166136261;
  let out = '';
  for (let n = 0; out.length < 24; n += 1) {
    for (const char of `${seed}${n}`) state = Math.imul(state ^ char.charCodeAt(0), 16777619) >>> 0;
    out += state.toString(36);
  }
  return prefix + out.slice(0, 24);
}

export function fixedUuid(seed: string): string {
  const hex = Array.from(fixedId(seed), (char) => (char.charCodeAt(0) % 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(12)}`;
}
