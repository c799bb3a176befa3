import { z } from 'zod';
import { compliance as measure } from '../capture/compliance.ts';
import { AGENT_IDS } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import { AGENT_FLAG, operation } from './operation.ts';
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
  groups: z.array(
    z.object({
      agent: z.string(),
      model: z.string().nullable(),
      isSubagent: z.boolean(),
      week: z.string().nullable(),
      ...figures,
    }),
  ),
});

export const compliance = operation({
  name: 'transcript.compliance',
  docs: 'How often agents report a mistake with a #lesson tag: tags ÷ (tags + mistakes found without one), by agent, model, main or subagent, and week. Above 0.8 the tags lead, from 0.5 both count, below it the detector leads.',
  input: z.object({ agent: z.enum(AGENT_IDS).optional() }),
  output,
  readOnly: true,
  cli: {
    command: ['compliance'],
    flags: { agent: AGENT_FLAG },
    render: (found, _input, screen) => {
      const { tags, malformed, heuristicOnly } = found;
      const lines = wrap(
        `${counted(tags, 'tag')}, ${malformed} malformed, ${counted(heuristicOnly, 'mistake')} without a tag: agents reported ${percent(found)} themselves.`,
        screen.width,
      );
      for (const [reason, n] of Object.entries(found.malformedByReason))
        lines.push(`  malformed, ${reason}: ${n}`);
      return [...lines, ...table(found.groups, screen.width)].join('\n');
    },
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
    return measure(wanted(episodes), wanted(tags), wanted(malformed));
  },
});

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
function table(groups: z.infer<typeof output>['groups'], width: number): string[] {
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
