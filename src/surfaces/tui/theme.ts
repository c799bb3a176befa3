import type { Env } from '../../platform/paths.ts';

/** Styles by what they mean, which is never told by colour alone. */
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
