import { z } from 'zod';
import { type Config, ConfigSchema, ScoringSchema } from '../model/config.ts';
import { noSuchSetting, settingAt, settingNames, settingSchema } from './home/config-path.ts';
import { operation } from './operation.ts';

const output = z.object({ key: z.string().nullable(), value: z.unknown() });

export const configGet = operation({
  name: 'config.get',
  docs: 'Shows the settings and what they mean, or the value of one (KEY such as minConfidence or scoring.hangTimeoutBonus), defaults included.',
  input: z.object({ key: settingSchema().optional() }),
  output,
  readOnly: true,
  cli: {
    command: ['config', 'get'],
    args: [{ field: 'key', label: 'KEY' }],
    json: ({ value }) => value,
    render: ({ key, value }) => (key === null ? renderAll(value) : renderValue(value)),
  },
  async run(context, { key }) {
    if (key === undefined) return { key: null, value: context.config };
    const found = settingAt(context.config, key);
    if (found === undefined) throw noSuchSetting(key);
    return { key, value: found };
  },
});

const renderValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function renderAll(value: unknown): string {
  return describedSettings(value as Config)
    .map(({ key, value: each, meaning }) => `# ${meaning}\n${key} = ${renderValue(each)}`)
    .join('\n');
}

/** Each setting, those of a group apart, with what it means. */
export function describedSettings(config: Config): { key: string; value: unknown; meaning: string }[] {
  const meaningOf = (schema: z.ZodType) => schema.description ?? '';
  return Object.entries(ConfigSchema.shape).flatMap(([key, schema]) => {
    if (!settingNames().includes(key)) return [];
    if (key !== 'scoring') return [{ key, value: config[key as keyof Config], meaning: meaningOf(schema) }];
    return Object.entries(ScoringSchema.shape).map(([inner, one]) => ({
      key: `${key}.${inner}`,
      value: config.scoring[inner as keyof Config['scoring']],
      meaning: meaningOf(one),
    }));
  });
}
