import { z } from 'zod';
import { ConfigSchema } from '../model/config.ts';
import { AppError } from '../platform/errors.ts';
import { settingAt } from './config-path.ts';
import { operation } from './operation.ts';

const output = z.object({ key: z.string().nullable(), value: z.unknown() });

export const configGet = operation({
  name: 'config.get',
  docs: 'Shows the settings, or one of them (KEY such as minConfidence or scoring.hangTimeoutBonus), defaults included.',
  input: z.object({ key: z.string().optional() }),
  output,
  readOnly: true,
  cli: {
    command: ['config', 'get'],
    args: [{ field: 'key', label: 'KEY' }],
    json: ({ value }: z.infer<typeof output>) => value,
    render: ({ key, value }: z.infer<typeof output>) =>
      key === null ? renderAll(value) : renderValue(value),
  },
  async run(context, { key }) {
    if (key === undefined) return { key: null, value: context.config };
    const found = settingAt(context.config, key);
    if (found === undefined) {
      throw new AppError('NOT_FOUND', `there is no setting ${JSON.stringify(key)}`, {
        hint: `Settings are ${settingNames().join(', ')}.`,
      });
    }
    return { key, value: found };
  },
});

/** Members of the file that say what it is. */
const HEAD = new Set(['$schema', 'type', 'version']);

const settingNames = (): string[] => Object.keys(ConfigSchema.shape).filter((key) => !HEAD.has(key));

const renderValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function renderAll(value: unknown): string {
  const lines: string[] = [];
  for (const [key, each] of Object.entries(value as Record<string, unknown>)) {
    if (HEAD.has(key)) continue;
    const isGroup = typeof each === 'object' && each !== null && !Array.isArray(each);
    if (isGroup && Object.keys(each).length > 0) {
      for (const [inner, one] of Object.entries(each)) lines.push(`${key}.${inner} = ${renderValue(one)}`);
    } else lines.push(`${key} = ${renderValue(each)}`);
  }
  return lines.join('\n');
}
