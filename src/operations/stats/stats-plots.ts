import type { LessonStats, Stats } from './stats-schema.ts';
import { escapeHtml, moreInJson } from './stats-words.ts';

const ROW = 38;
const ROWS_MAX = 25;
const WEEKS_HEIGHT = 180;

/** Across, everything is in percent, so that a plot fits whatever it stands in and its words keep their size. */
function svg(height: number, title: string, body: string): string {
  return `<svg height="${height}" role="img" aria-label="${escapeHtml(title)}"><title>${escapeHtml(title)}</title>${body}</svg>`;
}

const across = (share: number): string => `${(share * 100).toFixed(2)}%`;
const down = (pixels: number): string => pixels.toFixed(1);

function text(
  x: number,
  y: number,
  words: string,
  options: { anchor?: string; className?: string; dx?: number },
): string {
  const { anchor = 'start', className = '', dx = 0 } = options;
  return `<text x="${across(x)}" dx="${dx}" y="${down(y)}" text-anchor="${anchor}" class="${className}">${escapeHtml(words)}</text>`;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function rect({ x, y, width, height }: Box, colour: string, title: string): string {
  return `<rect x="${across(x)}" y="${down(y)}" width="${across(width)}" height="${down(height)}" style="fill:var(--${colour})"><title>${escapeHtml(title)}</title></rect>`;
}

interface Stroke {
  colour?: string;
  width?: number;
}

function line(
  [x1, y1]: [number, number],
  [x2, y2]: [number, number],
  { colour = 'line', width = 1 }: Stroke = {},
): string {
  return `<line x1="${across(x1)}" y1="${down(y1)}" x2="${across(x2)}" y2="${down(y2)}" style="stroke:var(--${colour});stroke-width:${width}"/>`;
}

function dot(x: number, y: number, colour: string, title: string): string {
  return `<circle cx="${across(x)}" cy="${down(y)}" r="5" style="fill:var(--${colour})"><title>${escapeHtml(title)}</title></circle>`;
}

function legend(names: readonly (readonly [string, string])[]): string {
  const items = names.map(
    ([name, colour]) => `<span><i style="background:var(--${colour})"></i>${name}</span>`,
  );
  return `<p class="legend">${items.join(' ')}</p>`;
}

/** As much of a name as there is room for, from its beginning, whichever side that is on. */
function nameOf(summary: string, y: number): string {
  return `<foreignObject y="${down(y - 15)}" width="84%" height="20"><div class="name" dir="auto"><span>${escapeHtml(summary)}</span></div></foreignObject>`;
}

const OUTCOMES = [
  ['prevented', 'good'],
  ['ignored', 'bad'],
  ['irrelevant', 'idle'],
] as const;

/** Judged deliveries of each week, stacked, beside how many were told. */
export function barsPlot(weekly: Stats['weekly']): string {
  const base = WEEKS_HEIGHT - 24;
  const most = Math.max(
    ...weekly.map((week) => Math.max(week.injections, week.prevented + week.ignored + week.irrelevant)),
  );
  if (most === 0) return '<p class="quiet">Nothing was told in the last 12 weeks.</p>';
  const step = 0.94 / weekly.length;
  const scale = (base - 14) / most;
  const parts = [
    line([0.05, base], [1, base]),
    text(0.04, base + 4, '0', { anchor: 'end', className: 'quiet' }),
    text(0.04, base - most * scale + 4, String(most), { anchor: 'end', className: 'quiet' }),
  ];
  for (const [n, { week, injections, ...outcomes }] of weekly.entries()) {
    const x = 0.06 + n * step;
    const told = injections * scale;
    parts.push(
      rect({ x, y: base - told, width: step * 0.35, height: told }, 'told', `${week}: ${injections} told`),
    );
    let y = base;
    for (const [outcome, colour] of OUTCOMES) {
      const height = outcomes[outcome] * scale;
      y -= height;
      const title = `${week}: ${outcomes[outcome]} ${outcome}`;
      parts.push(rect({ x: x + step * 0.4, y, width: step * 0.4, height }, colour, title));
    }
    const className = n % 2 === 0 ? 'quiet other' : 'quiet';
    parts.push(text(x + step * 0.4, base + 18, week.slice(5), { anchor: 'middle', className }));
  }
  const plot = svg(WEEKS_HEIGHT, 'Deliveries and their outcomes, week by week', parts.join(''));
  return legend([['told', 'told'], ...OUTCOMES]) + plot;
}

/** Mean and interval of each lesson's posterior, best first. */
export function intervalPlot(lessons: readonly LessonStats[]): string {
  if (lessons.length === 0) return '<p class="quiet">No delivery has been judged yet.</p>';
  const rows = [...lessons].sort((a, b) => b.posterior.mean - a.posterior.mean).slice(0, ROWS_MAX);
  const height = rows.length * ROW + 24;
  const x = (share: number): number => 0.01 + share * 0.97;
  const parts = [0, 0.25, 0.5, 0.75, 1].map(
    (share, n) =>
      line([x(share), 0], [x(share), height - 20]) +
      text(x(share), height - 5, `${share * 100}%`, {
        anchor: n === 0 ? 'start' : n === 4 ? 'end' : 'middle',
        className: 'quiet',
      }),
  );
  for (const [n, { summary, posterior, outcomes }] of rows.entries()) {
    const y = n * ROW + 28;
    const judged = outcomes.prevented + outcomes.ignored + outcomes.irrelevant;
    parts.push(
      nameOf(summary, y - 12),
      text(1, y - 12, `${outcomes.prevented} of ${judged}`, { anchor: 'end', className: 'quiet' }),
      line([x(posterior.low), y], [x(posterior.high), y], { colour: 'told', width: 3 }),
      dot(x(posterior.mean), y, 'told', `${summary}: ${Math.round(posterior.mean * 100)}%`),
    );
  }
  return svg(height, 'How useful each lesson is', parts.join('')) + moreInJson(lessons.length - ROWS_MAX);
}

type LessonRate = NonNullable<LessonStats['recurrence']>['before'];

/** Of fewer calls no rate is drawn: one failure among two would be 500 per 1,000, and dwarf every other. */
const CALLS_FOR_RATE = 50;

function rateOf({ per1000, failures, calls }: LessonRate): { rate: number; label: string } {
  if (per1000 === null) return { rate: 0, label: 'no calls yet' };
  if (calls < CALLS_FOR_RATE) return { rate: 0, label: `${failures} of ${calls}: too few for a rate` };
  return { rate: per1000, label: `${per1000.toFixed(2)} (${failures}/${calls})` };
}

/** Failures per 1,000 calls of the tool, before a lesson became active and after. */
export function recurrencePlot(lessons: readonly LessonStats[]): string {
  const known = lessons.flatMap(({ summary, recurrence }) =>
    recurrence !== null && recurrence.before.calls + recurrence.after.calls > 0
      ? [{ summary, recurrence }]
      : [],
  );
  if (known.length === 0) return '<p class="quiet">No lesson has a failure that was seen in past calls.</p>';
  const rows = known.slice(0, ROWS_MAX);
  const most = Math.max(
    0.001,
    ...rows.flatMap(({ recurrence: { before, after } }) => [rateOf(before).rate, rateOf(after).rate]),
  );
  const parts: string[] = [];
  for (const [n, { summary, recurrence }] of rows.entries()) {
    const y = n * (ROW + 12) + 14;
    parts.push(nameOf(summary, y));
    for (const [k, when, colour] of [
      [0, 'before', 'idle'],
      [1, 'after', 'told'],
    ] as const) {
      const { rate, label } = rateOf(recurrence[when]);
      const width = Math.max(0.002, (rate / most) * 0.6);
      parts.push(
        rect({ x: 0, y: y + 6 + k * 14, width, height: 11 }, colour, `${summary}, ${when}: ${label}`),
      );
      parts.push(text(width, y + 16 + k * 14, label, { className: 'quiet', dx: 6 }));
    }
  }
  const plot = svg(rows.length * (ROW + 12), 'Failures per 1,000 calls, before and after', parts.join(''));
  return (
    legend([
      ['before', 'idle'],
      ['after', 'told'],
    ]) +
    plot +
    moreInJson(known.length - ROWS_MAX)
  );
}

/** The difference that lessons make, with its interval, around zero. */
export function effectPlot(effect: Extract<Stats['effect'], { enough: true }>): string {
  const x = (value: number): number => 0.5 + value * 0.44;
  const colour = effect.high < 0 ? 'good' : effect.low > 0 ? 'bad' : 'idle';
  return svg(
    70,
    'Difference in failure rate, with the lesson minus without',
    [
      line([x(0), 8], [x(0), 44]),
      ...[-1, -0.5, 0, 0.5, 1].map((value) =>
        text(x(value), 62, `${value > 0 ? '+' : ''}${value * 100}`, { anchor: 'middle', className: 'quiet' }),
      ),
      line([x(effect.low), 26], [x(effect.high), 26], { colour, width: 4 }),
      dot(x(effect.difference), 26, colour, `${(effect.difference * 100).toFixed(0)} points`),
      text(0.04, 14, 'helps', { className: 'quiet' }),
      text(0.96, 14, 'harms', { anchor: 'end', className: 'quiet' }),
    ].join(''),
  );
}
