import type { LessonStats, Stats } from './stats-schema.ts';
import { escapeHtml } from './stats-words.ts';

const WIDTH = 900;
const ROW = 24;
const LABELS = 260;
const ROWS_MAX = 25;

function svg(height: number, title: string, body: string): string {
  return `<div class="wide" tabindex="0"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(title)}"><title>${escapeHtml(title)}</title>${body}</svg></div>`;
}

const at = (value: number): string => value.toFixed(1);

function text(
  x: number,
  y: number,
  words: string,
  options: { anchor?: string; quiet?: boolean } = {},
): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${options.anchor ?? 'start'}"${options.quiet ? ' class="quiet"' : ''}>${escapeHtml(words)}</text>`;
}

function rect(x: number, y: number, width: number, height: number, colour: string, title: string): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" style="fill:var(--${colour})"><title>${escapeHtml(title)}</title></rect>`;
}

function line(x1: number, y1: number, x2: number, y2: number, colour = 'line', width = 1): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" style="stroke:var(--${colour});stroke-width:${width}"/>`;
}

function short(name: string): string {
  return name.length <= 34 ? name : `${name.slice(0, 33)}…`;
}

const OUTCOMES = [
  ['prevented', 'good'],
  ['ignored', 'bad'],
  ['irrelevant', 'idle'],
] as const;

/** Judged deliveries of each week, stacked, beside how many were told. */
export function barsPlot(weekly: Stats['weekly']): string {
  const height = 200;
  const base = height - 30;
  const most = Math.max(
    1,
    ...weekly.map((week) => Math.max(week.injections, week.prevented + week.ignored + week.irrelevant)),
  );
  const step = (WIDTH - 60) / weekly.length;
  const scale = (base - 30) / most;
  const parts = [
    line(50, base, WIDTH, base),
    text(44, base + 4, '0', { anchor: 'end', quiet: true }),
    text(44, base - most * scale + 4, String(most), { anchor: 'end', quiet: true }),
  ];
  for (const [n, week] of weekly.entries()) {
    const x = 55 + n * step;
    parts.push(
      rect(
        x,
        base - week.injections * scale,
        step * 0.3,
        week.injections * scale,
        'told',
        `${week.week}: ${week.injections} told`,
      ),
    );
    let y = base;
    for (const [outcome, colour] of OUTCOMES) {
      y -= week[outcome] * scale;
      parts.push(
        rect(
          x + step * 0.35,
          y,
          step * 0.4,
          week[outcome] * scale,
          colour,
          `${week.week}: ${week[outcome]} ${outcome}`,
        ),
      );
    }
    parts.push(text(x, base + 18, week.week.slice(5), { quiet: true }));
  }
  const legend = [['told', 'told'] as const, ...OUTCOMES].map(
    ([name, colour], n) => `${rect(55 + n * 120, 6, 12, 12, colour, name)}${text(73 + n * 120, 16, name)}`,
  );
  return svg(height, 'Deliveries and their outcomes, week by week', [...legend, ...parts].join(''));
}

/** Mean and interval of each lesson's posterior, best first. */
export function intervalPlot(lessons: readonly LessonStats[]): string {
  if (lessons.length === 0) return '<p class="quiet">No delivery has been judged yet.</p>';
  const rows = [...lessons].sort((a, b) => b.posterior.mean - a.posterior.mean).slice(0, ROWS_MAX);
  const height = rows.length * ROW + 40;
  const x = (share: number): number => LABELS + share * (WIDTH - LABELS - 70);
  const parts = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      line(x(share), 10, x(share), height - 26) +
      text(x(share), height - 8, `${share * 100}%`, { anchor: 'middle', quiet: true }),
  );
  for (const [n, { slug, posterior, outcomes }] of rows.entries()) {
    const y = 24 + n * ROW;
    parts.push(text(0, y + 4, short(slug)), line(x(posterior.low), y, x(posterior.high), y, 'told', 3));
    parts.push(
      `<circle cx="${at(x(posterior.mean))}" cy="${y}" r="5" style="fill:var(--told)"><title>${escapeHtml(slug)}: ${Math.round(posterior.mean * 100)}%</title></circle>`,
    );
    parts.push(
      text(
        WIDTH,
        y + 4,
        `${outcomes.prevented}/${outcomes.prevented + outcomes.ignored + outcomes.irrelevant}`,
        { anchor: 'end', quiet: true },
      ),
    );
  }
  return svg(height, 'How useful each lesson is', parts.join(''));
}

/** Failures per 1,000 calls of the tool, before a lesson became active and after. */
export function recurrencePlot(lessons: readonly LessonStats[]): string {
  const rows = lessons
    .filter(
      (lesson) =>
        lesson.recurrence !== null && lesson.recurrence.before.calls + lesson.recurrence.after.calls > 0,
    )
    .slice(0, ROWS_MAX);
  if (rows.length === 0) return '<p class="quiet">No lesson has a failure that was seen in past calls.</p>';
  const most = Math.max(
    0.001,
    ...rows.flatMap(({ recurrence }) => [recurrence?.before.per1000 ?? 0, recurrence?.after.per1000 ?? 0]),
  );
  const height = rows.length * (ROW + 10) + 30;
  const width = (value: number): number => (value / most) * (WIDTH - LABELS - 130);
  const parts = [
    rect(LABELS, 2, 12, 12, 'idle', 'before'),
    text(LABELS + 18, 12, 'before'),
    rect(LABELS + 90, 2, 12, 12, 'told', 'after'),
    text(LABELS + 108, 12, 'after'),
  ];
  for (const [n, { slug, recurrence }] of rows.entries()) {
    const y = 26 + n * (ROW + 10);
    parts.push(text(0, y + 16, short(slug)));
    for (const [k, when, colour] of [
      [0, 'before', 'idle'],
      [1, 'after', 'told'],
    ] as const) {
      const rate = recurrence?.[when];
      const value = rate?.per1000 ?? 0;
      const label =
        rate?.per1000 === null ? 'no calls yet' : `${value.toFixed(2)} (${rate?.failures}/${rate?.calls})`;
      parts.push(
        rect(LABELS, y + k * 14, Math.max(1, width(value)), 11, colour, `${slug}, ${when}: ${label}`),
      );
      parts.push(text(LABELS + width(value) + 6, y + k * 14 + 10, label, { quiet: true }));
    }
  }
  return svg(height, 'Failures per 1,000 calls, before and after', parts.join(''));
}

/** The difference that lessons make, with its interval, around zero. */
export function effectPlot(effect: Extract<Stats['effect'], { enough: true }>): string {
  const x = (value: number): number => WIDTH / 2 + value * (WIDTH / 2 - 40);
  const colour = effect.high < 0 ? 'good' : effect.low > 0 ? 'bad' : 'idle';
  return svg(
    70,
    'Difference in failure rate, with the lesson minus without',
    [
      line(x(0), 8, x(0), 44),
      ...[-1, -0.5, 0, 0.5, 1].map((value) =>
        text(x(value), 62, `${value > 0 ? '+' : ''}${value * 100}`, { anchor: 'middle', quiet: true }),
      ),
      line(x(effect.low), 26, x(effect.high), 26, colour, 4),
      `<circle cx="${at(x(effect.difference))}" cy="26" r="6" style="fill:var(--${colour})"/>`,
      text(40, 14, 'helps', { quiet: true }),
      text(WIDTH - 40, 14, 'harms', { anchor: 'end', quiet: true }),
    ].join(''),
  );
}
