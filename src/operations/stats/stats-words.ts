import { printable } from '../../platform/printable.ts';
import type { Stats } from './stats-schema.ts';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** One character a week; a dot where there was nothing. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, 1);
  return values
    .map((value) => (value === 0 ? '·' : BARS[Math.ceil((value / most) * BARS.length) - 1]))
    .join('');
}

/** Deliveries that no scan has judged yet; of a skill's digest, which is told once, each lesson in it is judged. */
export function unjudged({ totals, lessons }: Pick<Stats, 'totals' | 'lessons'>): number {
  const told = lessons.reduce((sum, { injections }) => sum + injections, 0);
  return told - Object.values(totals.outcomes).reduce((sum, each) => sum + each, 0);
}

/** The comparison in a line. */
export function effectLine(effect: Stats['effect']): string {
  if (!effect.enough) return effect.reason;
  const arms = `${effect.withLesson.failed}/${effect.withLesson.sessions} with, ${effect.withheld.failed}/${effect.withheld.sessions} without`;
  return `the failure came back in ${arms}: ${signed(effect.difference)} (95%: ${signed(effect.low)} to ${signed(effect.high)})`;
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${(value * 100).toFixed(0)} points`;

/** `12 s`, `4 min`, `1.5 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Below what the page shows of a longer list. */
export const moreInJson = (left: number): string =>
  left > 0 ? `<p class="quiet">${left} more in the JSON.</p>` : '';

/** Text that cannot leave the place it is put in. */
export function escapeHtml(text: string): string {
  return printable(text, false).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
