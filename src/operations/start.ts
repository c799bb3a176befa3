import { z } from 'zod';
import { agentSpecs } from '../agents/index.ts';
import { mergeSketches } from '../capture/grouping/copies.ts';
import { type Copied, copiedOf } from '../capture/grouping/sketch.ts';
import { nounFor } from '../model/counted.ts';
import { LessonSchema } from '../model/lesson.ts';
import { calledAs } from '../platform/called-as.ts';
import type { LessonFilter } from '../store/port.ts';
import { compare } from '../text/compare.ts';
import { withUsableHistory } from './history/open-history.ts';
import { type Context, operation } from './operation.ts';
import { runOperation } from './run-operation.ts';
import { wrap } from './words/columns.ts';

const BEST = 3;

const output = z.object({
  scanned: z
    .object({
      files: z.int(),
      mb: z.number(),
      seconds: z.number(),
      sessions: z.int(),
      calls: z.int(),
      failures: z.int(),
      episodes: z.int(),
    })
    .nullable()
    .describe('Null where no transcript is on this machine.'),
  agents: z.array(z.string()),
  candidates: z.int(),
  shown: z.int().describe('Candidates above the reusable gate.'),
  best: z.array(LessonSchema),
  demo: z.unknown(),
});
type Output = z.infer<typeof output>;

interface Scanned {
  files: number;
  bytesRead: number;
  durationMs: number;
  episodes: number;
}

async function overview(context: Context, scanned: Scanned): Promise<Output> {
  const store = await context.store();
  const episodes: Copied[] = [];
  for await (const some of store.episodes()) episodes.push(...some.map(copiedOf));
  const sessions = await store.listSessions();
  const waiting = { status: ['candidate' as const, 'reviewed' as const] };
  const shown = { ...waiting, reusableMin: context.config.reusableGate };
  const countOf = async (filter: LessonFilter) => {
    const { candidate, reviewed } = await store.countLessons(filter);
    return candidate + reviewed;
  };
  const calls = await withUsableHistory(context, (index) => index?.totals() ?? { calls: 0, failing: 0 });
  const names = new Map(agentSpecs.map((spec) => [spec.id, spec.displayName]));
  return {
    scanned: {
      files: scanned.files,
      mb: scanned.bytesRead / 1e6,
      seconds: scanned.durationMs / 1000,
      sessions: sessions.filter((each) => !each.isSubagent).length,
      calls: calls.calls,
      failures: calls.failing,
      episodes: mergeSketches(episodes).length,
    },
    agents: [...new Set(sessions.map((each) => names.get(each.agent) ?? each.agent))],
    candidates: await countOf(waiting),
    shown: await countOf(shown),
    best: await store.listLessons({ ...shown, limit: BEST }),
    demo: null,
  };
}

const count = (n: number, noun: string) => `${n.toLocaleString('en')} ${nounFor(n, noun)}`;

const FIELD_INDENT = ' '.repeat(14);

function card(lesson: z.infer<typeof LessonSchema>, width: number): string {
  const seen = `seen ${lesson.occurrenceCount}× in ${count(lesson.sessionCount, 'session')}`;
  const field = (label: string, text: string, indent = FIELD_INDENT) =>
    wrap(text, Math.max(40, width - indent.length)).map(
      (line, index) => (index === 0 ? label.padEnd(indent.length) : indent) + line,
    );
  return [
    ...field('', `#${lesson.number} ${lesson.summary}`, '  '),
    `     ${seen} · priority ${lesson.priority} · confidence ${lesson.confidence.toFixed(2)}`,
    ...field('     mistake:', lesson.mistake),
    ...field('     fix:', lesson.remediation),
  ].join('\n');
}

function renderFound(result: Output, scanned: NonNullable<Output['scanned']>, width: number): string {
  const read =
    scanned.mb > 0
      ? `Read ${scanned.mb.toFixed(1)} MB of transcripts of ${result.agents.join(', ')} in ${scanned.seconds.toFixed(1)} s.`
      : `Nothing new since the last scan (${result.agents.join(', ')}).`;
  const found = wrap(
    `In ${count(scanned.sessions, 'session')} with ${count(scanned.calls, 'tool call')}: ${count(scanned.episodes, 'mistake')}, each counted once. Those that are alike make one candidate for a lesson: ${result.candidates.toLocaleString('en')}, of which ${result.shown} ${result.shown === 1 ? 'is' : 'are'} likely to help a later session.`,
    width,
  ).join('\n');
  if (result.shown === 0)
    return [
      read,
      found,
      `Nothing to review yet. \`${calledAs()} init\` connects your agents, so that mistakes are caught as they happen.`,
    ].join('\n\n');
  return [
    read,
    found,
    `The best ${result.best.length}:`,
    ...result.best.map((lesson) => card(lesson, width)),
    `Next: \`${calledAs()} review\` to decide (nothing becomes active without your yes), \`${calledAs()} init\` to connect your agents.`,
  ].join('\n\n');
}

/** The first command: what is on this machine, or a demonstration where nothing is. */
export const start = operation({
  name: 'start.run',
  docs: 'The first command: scans the transcripts that agents have left on this machine and shows what was found; where there are none, says so and plays the demo.',
  input: z.object({}),
  output,
  readOnly: false,
  cli: {
    command: ['start'],
    render: (result, _input, { width }) => {
      if (result.scanned !== null) return renderFound(result, result.scanned, width);
      const names = agentSpecs.map((spec) => spec.displayName).sort(compare);
      return `No transcripts of ${names.slice(0, -1).join(', ')} or ${names.at(-1)} were found on this machine.\n\n${result.demo}`;
    },
  },
  async run(context) {
    const scanned = await runOperation<Scanned>(context, 'transcript.scan', {});
    if (scanned.files > 0) return overview(context, scanned);
    const { demo } = await import('./demo.ts');
    const played = await demo.run(context, {});
    const text = demo.cli.render?.(played as never, {} as never, { color: false, width: 80 }) ?? '';
    return { scanned: null, agents: [], candidates: 0, shown: 0, best: [], demo: text };
  },
});
