import { existsSync } from 'node:fs';
import { z } from 'zod';
import { EPISODE_CONFIDENCE_MIN } from '../capture/grouping/sketch.ts';
import { replayReport } from '../learn/replay-report.ts';
import type { SessionFigures } from '../learn/replay-types.ts';
import { Timeline } from '../learn/timeline.ts';
import { counted } from '../model/counted.ts';
import type { CallRecord } from '../model/findings.ts';
import { AppError } from '../platform/errors.ts';
import { homeFiles } from '../platform/paths.ts';
import { scanPaths } from './history/past-sessions.ts';
import { operation, PathSchema } from './operation.ts';
import { Walkers } from './replay/walkers.ts';
import { cell, pad } from './words/columns.ts';
import { projectNames } from './words/project-names.ts';

const count = z.int().min(0);
const sessionFigures = z.object({
  recurring: count.describe('Sessions in which a failure came back, each failure once a session.'),
  metByCall: count,
  metByRecall: count,
  met: count.describe('Met by call or by recall.'),
  shareMetByCall: z.number().nullable(),
  shareMet: z.number().nullable(),
  disturbed: count.describe('Pairs of lesson and session in which it matched a good call.'),
  disturbedPerMet: z
    .number()
    .nullable()
    .describe('Per recurring session that was met, by call or by recall.'),
  disturbedPerMetByCall: z.number().nullable(),
  told: count.describe('Deliveries, at calls and after errors.'),
});

const output = z.object({
  minConfidence: z.number(),
  minReusable: z.number(),
  sessions: count,
  toolCalls: count.describe('Calls with a result.'),
  goodCalls: count.describe('The rest of them.'),
  failures: count.describe('Calls whose result failed.'),
  recurrences: count.describe(
    'Failing calls whose fingerprint occurred in an earlier session of the project.',
  ),
  recurrencesMet: count.describe('By a lesson that matched the call, or that was recalled by its error.'),
  metByCall: count,
  metByRecall: count,
  callsDisturbed: count.describe('Good calls that a lesson matched.'),
  callsReached: count.describe('Calls that a lesson matched.'),
  shareOfCalls: z.number().describe('callsReached ÷ toolCalls.'),
  callsTold: count.describe('Calls that anything was told at, or after their error.'),
  shareTold: z.number().describe('callsTold ÷ toolCalls.'),
  injections: count.describe('Deliveries at calls; a lesson once a session.'),
  recalls: count.describe('Deliveries after a failure; a lesson once a session.'),
  tokens: count.describe('Estimate, of both.'),
  precision: z.number().nullable().describe('Of the calls that a lesson matched, the share that failed.'),
  candidates: count,
  silenced: count.describe('Candidates that the history check kept from acting at calls, at the end.'),
  commandLike: sessionFigures,
  other: sessionFigures,
  names: z.record(z.string(), z.string()).describe('Folders of those projects whose place is known.'),
  withoutDominant: z
    .object({
      project: z.string().describe('The project with most recurrences, which is left out.'),
      sessions: count,
      toolCalls: count,
      callsReached: count,
      shareOfCalls: z.number(),
      callsTold: count,
      shareTold: z.number(),
      recurrences: count,
      recurrencesMet: count,
      commandLike: sessionFigures,
      other: sessionFigures,
    })
    .nullable(),
  perProject: z.array(
    z.object({
      project: z.string(),
      sessions: count,
      toolCalls: count,
      failures: count,
      recurrences: count,
      recurrencesMet: count,
      metByCall: count,
      metByRecall: count,
      callsDisturbed: count,
      callsReached: count,
      callsTold: count,
      injections: count,
      recalls: count,
      commandLike: sessionFigures,
      other: sessionFigures,
    }),
  ),
  perLesson: z.array(
    z.object({
      project: z.string(),
      summary: z.string(),
      kind: z.string(),
      metByCall: count,
      metByRecall: count,
      callsDisturbed: count,
      sessionsDisturbed: count,
      injections: count,
      recalls: count,
    }),
  ),
});

const DEFAULT_MIN_CONFIDENCE = 0.3;
/** Episodes that are less sure make no candidate; what an episode tells of it is rounded. */
const GROUPED_MIN = EPISODE_CONFIDENCE_MIN - 0.001;

export const transcriptReplay = operation({
  name: 'transcript.replay',
  docs: 'Walks transcripts in time order with nothing known at the start: every candidate above --min-confidence acts from the next session of its project on. Prints how many failures came back, how many a lesson learned earlier would have met, and how many good calls it would have disturbed. Nothing is stored.',
  input: z.object({
    paths: z.array(PathSchema).describe('Transcripts, or folders of them.'),
    minConfidence: z.number().min(0).max(1).optional(),
    minReusable: z.number().min(0).max(1).optional(),
  }),
  output,
  readOnly: true,
  cli: {
    command: ['replay'],
    args: [{ field: 'paths', label: 'PATH', required: true, variadic: true }],
    flags: {
      minConfidence: {
        label: 'N',
        help: `Candidates below it never act; ${DEFAULT_MIN_CONFIDENCE} unless given.`,
      },
      minReusable: { label: 'N', help: 'Candidates less reusable never act; 0 unless given.' },
    },
    render,
  },
  async run(context, { paths, minConfidence = DEFAULT_MIN_CONFIDENCE, minReusable = 0 }) {
    const timeline = new Timeline();
    let calls = 0;
    const take = (found: CallRecord[]) => {
      calls += found.length;
      for (const call of found) timeline.call(call);
    };
    const read = await scanPaths(
      context,
      paths,
      { minConfidence: GROUPED_MIN },
      { calls: take, file: (found) => timeline.file(found) },
    );
    if (read === 0)
      throw new AppError('NOT_FOUND', 'no transcript was found there', {
        hint: 'Give a folder with transcripts of your agents.',
      });
    const walkers = new Walkers(calls);
    const { config } = context;
    const walks = await walkers.walk(timeline.projects(), { config, minConfidence, minReusable });
    const report = replayReport(walks, minConfidence);
    const isKnown = existsSync(homeFiles.db(context.home));
    const nameOf = projectNames(isKnown ? await (await context.store()).listProjectRoots() : []);
    const names = report.perProject.flatMap(({ project }) => {
      const name = nameOf(project);
      return name === null ? [] : [[project, name]];
    });
    return { ...report, minReusable, names: Object.fromEntries(names) as Record<string, string> };
  },
});

type Report = z.infer<typeof output>;

function render(report: Report): string {
  const lines = [
    `${counted(report.sessions, 'session')}, ${counted(report.toolCalls, 'call')}, ${report.failures} failed (candidates from confidence ${report.minConfidence}, reusable ${report.minReusable})`,
    '',
    `came back in a later session   ${report.recurrences}`,
    `  met by an earlier lesson     ${report.recurrencesMet} (${share(report.recurrencesMet, report.recurrences)})`,
    `    at the call                ${report.metByCall}`,
    `    recalled by its error      ${report.metByRecall}`,
    `good calls disturbed           ${report.callsDisturbed} of ${report.goodCalls} (${share(report.callsDisturbed, report.goodCalls)})`,
    `calls that a lesson matched    ${report.callsReached} (${share(report.callsReached, report.toolCalls)})${report.precision === null ? '' : `, ${Math.round(report.precision * 100)}% of them failed`}`,
    `calls that were told anything  ${report.callsTold} (${share(report.callsTold, report.toolCalls)}): ${counted(report.injections, 'lesson')} at calls, ${report.recalls} after errors, about ${counted(report.tokens, 'token')} (estimate)`,
    `candidates                     ${report.candidates}, ${report.silenced} silenced at calls by their history`,
    '',
    'once per session          recurring       met at call  by error   disturbed   per met   told',
    row('command-like', report.commandLike),
    row('other kinds', report.other),
  ];
  if (report.withoutDominant) {
    lines.push(
      `without ${report.names[report.withoutDominant.project] ?? report.withoutDominant.project} (${share(report.withoutDominant.callsTold, report.withoutDominant.toolCalls)} of calls were told anything)`,
    );
    lines.push(
      row('command-like', report.withoutDominant.commandLike),
      row('other kinds', report.withoutDominant.other),
    );
  }
  const recurring = report.perProject.filter((project) => project.recurrences > 0).slice(0, 15);
  if (recurring.length > 0)
    lines.push('', 'project                                   sessions   calls  came back    met  disturbed');
  for (const each of recurring)
    lines.push(
      `${cell(report.names[each.project] ?? each.project, 40)}  ${pad(each.sessions, 8)}${pad(each.toolCalls, 8)}${pad(each.recurrences, 11)}${pad(each.recurrencesMet, 7)}${pad(each.callsDisturbed, 11)}`,
    );
  const useful = bySummary(report.perLesson).slice(0, 10);
  if (useful.length > 0)
    lines.push('', `${'lessons that met most'.padEnd(52)}  at call  by error  disturbed`);
  for (const { summary, metByCall, metByRecall, callsDisturbed } of useful)
    lines.push(`${cell(summary, 52)}  ${pad(metByCall, 7)}${pad(metByRecall, 10)}${pad(callsDisturbed, 11)}`);
  return lines.join('\n');
}

function row(name: string, figures: SessionFigures): string {
  const share = figures.shareMet === null ? '' : ` ${Math.round(figures.shareMet * 100)}%`;
  return `  ${name.padEnd(22)}${pad(figures.recurring, 11)}${`${figures.met}${share}`.padStart(10)}${pad(figures.metByCall, 8)}${pad(figures.metByRecall, 10)}${pad(figures.disturbed, 12)}${(figures.disturbedPerMet?.toFixed(1) ?? '–').padStart(10)}${pad(figures.told, 7)}`;
}

type Uses = Pick<Report['perLesson'][number], 'summary' | 'metByCall' | 'metByRecall' | 'callsDisturbed'>;

/** What met anything, most first; learned in several projects, it is one line. */
function bySummary(lessons: readonly Uses[]): Uses[] {
  const found = new Map<string, Uses>();
  for (const { summary, metByCall, metByRecall, callsDisturbed } of lessons) {
    const sum = found.get(summary) ?? { summary, metByCall: 0, metByRecall: 0, callsDisturbed: 0 };
    found.set(summary, sum);
    sum.metByCall += metByCall;
    sum.metByRecall += metByRecall;
    sum.callsDisturbed += callsDisturbed;
  }
  const met = (each: Uses) => each.metByCall + each.metByRecall;
  return [...found.values()]
    .filter((each) => met(each) > 0)
    .sort((a, b) => met(b) - met(a) || a.callsDisturbed - b.callsDisturbed);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part / whole < 0.1 ? 2 : 0)}%`;
}
