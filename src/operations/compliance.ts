import { z } from 'zod';
import { compliance as measure } from '../capture/compliance.ts';
import { EPISODE_CONFIDENCE_MIN } from '../capture/grouping/sketch.ts';
import { AGENT_IDS } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import { calledAs } from '../platform/called-as.ts';
import { allEvents } from './home/hook-logs.ts';
import { AGENT_FLAG, type Context, operation } from './operation.ts';
import { cell, fit, plain, widthOf, wrap } from './words/columns.ts';

const figures = {
  tags: z.int(),
  malformed: z.int(),
  heuristicOnly: z.int(),
  rate: z.number().nullable(),
  verdict: z.string(),
};
const output = z.object({
  ...figures,
  malformedByReason: z.record(z.string(), z.int()),
  asked: z
    .object(figures)
    .nullable()
    .describe('The same figures of what came after an agent was first asked for tags; null where none was.'),
  askedSince: z.record(z.string(), z.string()).describe('Agent → when its first session was asked.'),
  groups: z.array(
    z.object({
      agent: z.string(),
      model: z.string().nullable(),
      isSubagent: z.boolean(),
      week: z.string().nullable(),
      ...figures,
      asked: z.object(figures).nullable(),
    }),
  ),
});

export const compliance = operation({
  name: 'transcript.compliance',
  docs: 'How often agents report a mistake with a #lesson tag: tags ÷ (tags + mistakes found without one), by agent, model, main or subagent, and week. Above 0.8 the tags lead, from 0.5 both count, below it the detector leads. Hooks ask for tags at the start of a session: what is shown begins with the first session that was asked; the document that --json prints has both that and all there is. A mistake counts from a confidence of 0.5 on, once, however many copies resumed sessions hold.',
  input: z.object({ agent: z.enum(AGENT_IDS).optional() }),
  output,
  readOnly: true,
  cli: {
    command: ['compliance'],
    flags: { agent: AGENT_FLAG },
    render: (found, _input, screen) => render(found, screen.width),
  },
  async run(context, given) {
    const store = await context.store();
    const [episodes, tags, malformed] = await Promise.all([
      store.listEpisodes(),
      store.listTags(),
      store.listMalformed(),
    ]);
    const wanted = <T extends { agent: string }>(items: T[]) =>
      given.agent === undefined ? items : items.filter((item) => item.agent === given.agent);
    const askedSince = await firstAsked(context, given.agent);
    const found = measure(wanted(episodes), wanted(tags), wanted(malformed), askedSince);
    return { ...found, askedSince: Object.fromEntries(askedSince) };
  },
});

/** When hooks first answered for each agent: the protocol comes with the first answer of a session. */
async function firstAsked(context: Context, only: string | undefined): Promise<Map<string, string>> {
  const first = new Map<string, string>();
  for (const { agent, at } of await allEvents(context, {}))
    if (!first.has(agent) && (only === undefined || only === agent)) first.set(agent, at);
  return first;
}

type Output = z.infer<typeof output>;

function render(found: Output, width: number): string {
  const { asked, groups } = found;
  const reasons = Object.entries(found.malformedByReason).map(
    ([reason, n]) => `  malformed, ${reason}: ${n}`,
  );
  const isUntagged = found.tags + found.malformed === 0;
  if (asked === null) {
    const notAsked = `No session has been asked for tags yet: hooks ask at the start of each, once \`${calledAs()} init\` has registered them.`;
    return [
      ...wrap(`${told(isUntagged ? { ...found, rate: null } : found)} ${notAsked} ${SURE}`, width),
      ...reasons,
      ...(isUntagged ? [] : table(groups, width)),
    ].join('\n');
  }
  const since = Object.entries(found.askedSince).map(([agent, at]) => `${agent} since ${at.slice(0, 10)}`);
  const before = found.heuristicOnly - asked.heuristicOnly;
  const left = before > 0 ? ` From before: ${counted(before, 'mistake')} without a tag, left out here.` : '';
  const shown = groups.flatMap((group) => {
    if (group.asked !== null) return { ...group, ...group.asked };
    return group.tags + group.malformed > 0 ? group : [];
  });
  return [
    ...wrap(`Asked for tags: ${since.join(', ')}. ${told(asked)}${left} ${SURE}`, width),
    ...reasons,
    ...table(shown, width),
  ].join('\n');
}

function told({ tags, malformed, heuristicOnly, rate }: Counted): string {
  const reported = rate === null ? '.' : `: agents reported ${percent({ rate })} themselves.`;
  return `${counted(tags, 'tag')}, ${malformed} malformed, ${counted(heuristicOnly, 'mistake')} without a tag${reported}`;
}

type Counted = Pick<Output, 'tags' | 'malformed' | 'heuristicOnly' | 'rate'>;

const SURE = `Only mistakes of confidence ${EPISODE_CONFIDENCE_MIN} or more count.`;

const percent = ({ rate }: { rate: number | null }): string =>
  rate === null ? '–' : `${Math.round(rate * 100)}%`;

/** Columns of a row besides those of the agent and the model. */
const ROW_COLUMNS = 54;
const MODEL_COLUMNS_MIN = 12;
const THREAD_COLUMNS = 'subagent'.length;
const NARROW_THREAD_COLUMNS = 'thread'.length;
/** What a narrow screen saves: the column of malformed tags, and part of the thread's. */
const SAVED_COLUMNS = 11 + THREAD_COLUMNS - NARROW_THREAD_COLUMNS;

/** One row for each agent, model, thread and week, as wide as the screen. */
function table(groups: Output['groups'], width: number): string[] {
  if (groups.length === 0) return [];
  const models = groups.map(({ model }) => model ?? 'unknown');
  const agentColumns = Math.max(...groups.map(({ agent }) => agent.length), 'agent'.length);
  const free = width - ROW_COLUMNS - agentColumns;
  const isNarrow = free < MODEL_COLUMNS_MIN;
  const longest = Math.max(...models.map(widthOf), MODEL_COLUMNS_MIN);
  const columns = Math.max(1, Math.min(longest, isNarrow ? free + SAVED_COLUMNS : free));
  const row = (left: string[], [tags, malformed, missed, rate]: string[]) =>
    fit(
      [
        left[0]!.padEnd(8),
        left[1]!.padEnd(agentColumns),
        cell(left[2]!, columns),
        left[3]!.padEnd(isNarrow ? NARROW_THREAD_COLUMNS : THREAD_COLUMNS),
        tags!.padStart(5),
        ...(isNarrow ? [] : [malformed!.padStart(9)]),
        missed!.padStart(6),
        rate!.padStart(4),
      ].join('  '),
      width,
    );
  return [
    '',
    row(['week', 'agent', 'model', 'thread'], ['tags', 'malformed', 'missed', 'rate']),
    ...groups.map((group, index) =>
      row(
        [
          group.week ?? 'no date',
          group.agent,
          plain(models[index]!),
          group.isSubagent ? (isNarrow ? 'sub' : 'subagent') : 'main',
        ],
        [String(group.tags), String(group.malformed), String(group.heuristicOnly), percent(group)],
      ),
    ),
  ];
}
