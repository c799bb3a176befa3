import { z } from 'zod';
import { compliance as measure } from '../capture/compliance.ts';
import { AGENT_IDS } from '../model/constants.ts';
import { counted } from '../model/counted.ts';
import { AGENT_FLAG, operation } from './operation.ts';

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
    render: (found: z.infer<typeof output>) => {
      const lines = [`${line(found)}.`];
      for (const [reason, n] of Object.entries(found.malformedByReason))
        lines.push(`  malformed, ${reason}: ${n}`);
      for (const group of found.groups) {
        const who = [
          group.agent,
          group.model ?? 'unknown model',
          group.isSubagent ? 'subagent' : 'main',
          group.week ?? 'no date',
        ];
        lines.push(`  ${who.join(', ')}: ${line(group)}`);
      }
      return lines.join('\n');
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

function line(each: {
  tags: number;
  malformed: number;
  heuristicOnly: number;
  rate: number | null;
  verdict: string;
}): string {
  const rate = each.rate === null ? '–' : `${Math.round(each.rate * 100)}%`;
  return `${counted(each.tags, 'tag')}, ${each.malformed} malformed, ${counted(each.heuristicOnly, 'mistake')} without a tag: ${rate}, ${each.verdict}`;
}
