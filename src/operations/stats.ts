import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { silenceLine } from '../learn/silence.ts';
import { counted, moreLine } from '../model/counted.ts';
import { AppError } from '../platform/errors.ts';
import { writeFileAtomic } from '../platform/files.ts';
import { operation, PathSchema, type Screen } from './operation.ts';
import { collectStats } from './stats/stats-data.ts';
import { statsPage } from './stats/stats-page.ts';
import { type LessonStats, type Stats, StatsSchema } from './stats/stats-schema.ts';
import { duration, effectLine, sparkline, unjudged } from './stats/stats-words.ts';
import { cell, pad, plain } from './words/columns.ts';

const TOLD_MAX = 30;
const PROPOSED_MAX = 15;

const output = StatsSchema.extend({ htmlFile: z.string().nullable() });

export const stats = operation({
  name: 'stats.show',
  docs: 'Says what lessons did: deliveries, their outcomes as the transcripts show them, the posterior of being useful with its interval, tokens spent and saved (estimates), recurrence before and after, and the comparison with withheld deliveries where holdoutRate is set. --html writes one self-contained page.',
  input: z.object({ html: PathSchema.optional().describe('File to write the page to.') }),
  output,
  readOnly: true,
  shellOnly: ['html'],
  cli: {
    command: ['stats'],
    flags: { html: { label: 'FILE', help: 'Write a page with plots; it needs no network.' } },
    render,
  },
  async run(context, { html }) {
    const file = html === undefined ? null : resolve(context.cwd, html);
    if (file !== null && !existsSync(dirname(file)))
      throw new AppError('IO', `cannot write ${file}: its folder does not exist`);
    const collected = await collectStats(context);
    if (file === null) return { ...collected, htmlFile: null };
    writeFileAtomic(file, statsPage(collected));
    return { ...collected, htmlFile: file };
  },
});

/** Of a lesson's line without its name and its weeks. */
const FIGURE_COLUMNS = 45;
const WEEK_COLUMNS = 14;
const NAME_COLUMNS_MIN = 12;
/** A name so narrow says less than the weeks beside it. */
const NAME_COLUMNS_WITH_WEEKS = 16;
const NAME_COLUMNS_MAX = 60;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function render(report: Stats & { htmlFile: string | null }, _input: unknown, screen: Screen): string {
  const { totals } = report;
  const most = String(totals.injections);
  const waiting = unjudged(report);
  const lines = [
    `${totals.lessons.active} active, ${counted(totals.lessons.candidate, 'candidate')}, ${totals.lessons.reviewed} reviewed, ${totals.lessons.archived} archived; ${counted(totals.sessions, 'session')}, ${counted(totals.calls, 'call')}, ${totals.failures} failed`,
    ...nextStep(report),
    '',
    `told       ${most}  ${sparkline(report.weekly.map((week) => week.injections))}  (12 weeks)`,
    `prevented  ${String(totals.outcomes.prevented).padEnd(most.length)}  ${sparkline(report.weekly.map((week) => week.prevented))}`,
    `ignored    ${totals.outcomes.ignored}   irrelevant ${totals.outcomes.irrelevant}   unknown ${totals.outcomes.unknown}${waiting > 0 ? `   not judged yet ${waiting}` : ''}`,
    `shown before a turn or at the start ${totals.shown} (counts for nothing)`,
    `tokens     ${totals.estimates.tokensSpent} spent, ${totals.estimates.tokensSaved} saved; ${duration(totals.estimates.secondsSaved)} saved (estimates)`,
    `holdout    ${effectLine(report.effect)}`,
  ];
  for (const each of report.silence.filter((silent) => silent.suspicious))
    lines.push(`silence    ${silenceLine(each)} Run \`lessons doctor\`.`);
  const told = report.lessons.filter((lesson) => lesson.injections > 0);
  if (told.length > 0) {
    const withWeeks = screen.width >= FIGURE_COLUMNS + WEEK_COLUMNS + NAME_COLUMNS_WITH_WEEKS;
    const free = screen.width - FIGURE_COLUMNS - (withWeeks ? WEEK_COLUMNS : 0);
    const columns = Math.max(NAME_COLUMNS_MIN, Math.min(NAME_COLUMNS_MAX, free));
    const weeks = (text: string): string => (withWeeks ? `  ${text}` : '');
    lines.push(
      '',
      `  #  ${'lesson'.padEnd(columns)}  told  prev  ign  irr   ${'useful (95%)'.padEnd(15)}${weeks('12 weeks')}`.trimEnd(),
    );
    for (const lesson of told.slice(0, TOLD_MAX))
      lines.push(`${lessonLine(lesson, columns)}${weeks(sparkline(lesson.weekly))}`.trimEnd());
    lines.push(...moreLine(told.length - TOLD_MAX).map(inJson));
  }
  const proposed = report.lessons.filter((lesson) => lesson.proposals.length > 0);
  if (proposed.length > 0) lines.push('', 'Proposed, for you to decide in `lessons review`:');
  for (const lesson of proposed.slice(0, PROPOSED_MAX))
    for (const proposal of lesson.proposals)
      lines.push(
        `  ${proposal.kind}${'to' in proposal ? ` to ${proposal.to}` : ''} #${lesson.number} ${plain(lesson.summary)}: ${proposal.reason}`,
      );
  lines.push(...moreLine(proposed.length - PROPOSED_MAX).map(inJson));
  if (report.htmlFile !== null) lines.push('', `Wrote ${report.htmlFile}`);
  return lines.join('\n');
}

/** What is missing before there is anything to tell. */
function nextStep({ totals: { lessons, injections } }: Stats): string[] {
  if (lessons.active === 0) {
    const step = lessons.candidate + lessons.reviewed > 0 ? 'review' : 'start';
    return [`No lesson is active, so none can be told: \`lessons ${step}\``];
  }
  return injections > 0
    ? []
    : ['Nothing was told yet: `lessons doctor` says whether lessons reach your agents.'];
}

const inJson = (line: string): string => `  ${line} (--json)`;

function lessonLine(lesson: LessonStats, columns: number): string {
  const { outcomes, posterior } = lesson;
  const useful =
    posterior.weight === 0
      ? '–'
      : `${percent(posterior.mean)} (${percent(posterior.low)}–${percent(posterior.high)})`;
  const name = cell(plain(lesson.summary), columns);
  return `${pad(lesson.number, 3)}  ${name}${pad(lesson.injections, 6)}${pad(outcomes.prevented, 6)}${pad(outcomes.ignored, 5)}${pad(outcomes.irrelevant, 5)}   ${useful.padEnd(15)}`;
}
