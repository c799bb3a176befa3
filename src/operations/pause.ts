import { z } from 'zod';
import { changeSetting } from './config-set.ts';
import { operation } from './operation.ts';

const output = z.object({ paused: z.boolean() });

export const pause = operation({
  name: 'config.pause',
  docs: 'Switches hooks and unattended scans off until `lessons resume`. LESSONS_DISABLE=1 does the same for one process.',
  input: z.object({}),
  output,
  readOnly: false,
  cli: { command: ['pause'], render: () => 'Paused: hooks say nothing until `lessons resume`.' },
  async run(context) {
    await changeSetting(context, 'paused', true);
    return { paused: true };
  },
});

export const resume = operation({
  name: 'config.resume',
  docs: 'Switches hooks and unattended scans on again.',
  input: z.object({}),
  output,
  readOnly: false,
  cli: { command: ['resume'], render: () => 'Resumed.' },
  async run(context) {
    await changeSetting(context, 'paused', undefined);
    return { paused: false };
  },
});
