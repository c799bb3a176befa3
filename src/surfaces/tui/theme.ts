import type { Env } from '../../platform/paths.ts';
/** Colours, or none where the terminal or the user (`NO_COLOR`) wants none. Meaning is never in colour alone. */
export interface Theme {
  good: { color?: string };
  bad: { color?: string };
  soft: { dimColor?: boolean };
  accent: { color?: string };
}

/** Colours, or none where `NO_COLOR` is set or the terminal has none. */
export function themeFor(env: Env): Theme {
  if (env['NO_COLOR'] || env['TERM'] === 'dumb') return { good: {}, bad: {}, soft: {}, accent: {} };
  return {
    good: { color: 'green' },
    bad: { color: 'red' },
    soft: { dimColor: true },
    accent: { color: 'cyan' },
  };
}
