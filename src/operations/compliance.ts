import { z } from 'zod';
import { compliance as measure } from '../capture/compliance.ts';
import { AGENT_IDS } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import { cell } from './columns.ts';
import { AGENT_FLAG, operation, type Screen } from './operation.ts';

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
    flags: [AGENT_FLAG],
    render: (found: z.infer<typeof output>, _input: unknown, screen: Screen) => {
      const { tags, malformed, heuristicOnly, verdict } = found;
      const lines = [
        `${counted(tags, 'tag')}, ${malformed} malformed, ${counted(heuristicOnly, 'mistake')} without a tag: ${percent(found)}, ${verdict}.`,
      ];
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

/** Columns of a row besides those of the model. */
const ROW_COLUMNS = 65;
const MODEL_COLUMNS_MIN = 12;

/** One row for each agent, model, thread and week, as wide as the screen. */
function table(groups: z.infer<typeof output>['groups'], width: number): string[] {
  if (groups.length === 0) return [];
  const models = groups.map(({ model }) => model ?? 'unknown');
  const longest = Math.max(...models.map((model) => model.length), MODEL_COLUMNS_MIN);
  const columns = Math.max(MODEL_COLUMNS_MIN, Math.min(longest, width - ROW_COLUMNS));
  const row = (left: string[], right: string[]) =>
    `${left[0]!.padEnd(8)}  ${left[1]!.padEnd(11)}  ${cell(left[2]!, columns)}  ${left[3]!.padEnd(8)}  ${right[0]!.padStart(5)}  ${right[1]!.padStart(9)}  ${right[2]!.padStart(6)}  ${right[3]!.padStart(4)}`;
  return [
    '',
    row(['week', 'agent', 'model', 'thread'], ['tags', 'malformed', 'missed', 'rate']),
    ...groups.map((group, index) =>
      row(
        [group.week ?? 'no date', group.agent, models[index]!, group.isSubagent ? 'subagent' : 'main'],
        [String(group.tags), String(group.malformed), String(group.heuristicOnly), percent(group)],
      ),
    ),
  ];
}
