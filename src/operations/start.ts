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

function card(lesson: z.infer<typeof LessonSchema>): string {
  const seen = `seen ${lesson.occurrenceCount}× in ${count(lesson.sessionCount, 'session')}`;
  return [
    `  #${lesson.number} ${lesson.summary}`,
    `     ${seen} · priority ${lesson.priority} · confidence ${lesson.confidence.toFixed(2)}`,
    `     mistake: ${lesson.mistake.replaceAll('\n', '\n     ')}`,
    `     fix:     ${lesson.remediation.replaceAll('\n', '\n     ')}`,
  ].join('\n');
}

function renderFound(result: Output, scanned: NonNullable<Output['scanned']>): string {
  const read =
    scanned.mb > 0
      ? `Read ${scanned.mb.toFixed(1)} MB of transcripts of ${result.agents.join(', ')} in ${scanned.seconds.toFixed(1)} s.`
      : `Nothing new since the last scan (${result.agents.join(', ')}).`;
  const found = `${count(scanned.sessions, 'session')}, ${count(scanned.calls, 'tool call')}, ${count(scanned.failures, 'failure')}, ${count(scanned.episodes, 'mistake')}: ${count(result.candidates, 'candidate')}, of which ${result.shown} likely to help again.`;
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
    ...result.best.map(card),
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
    render: (result) => {
      if (result.scanned !== null) return renderFound(result, result.scanned);
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
