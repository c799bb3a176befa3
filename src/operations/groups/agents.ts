import type { EntryInGroup } from '../entry.ts';

/** What connects agents. */
export const agents: EntryInGroup[] = [
  {
    name: 'stats.line',
    command: 'statusline',
    summary: 'Print a segment for the agent’s status line',
    load: async () => (await import('../statusline.ts')).statusline,
  },
  {
    name: 'skill.build',
    command: 'skills build',
    summary: 'Write a skill for tools with many lessons',
    load: async () => (await import('../skills-build.ts')).skillsBuild,
  },
  {
    name: 'home.check',
    command: 'doctor',
    summary: 'Check that lessons reach your agents',
    load: async () => (await import('../doctor.ts')).doctor,
  },
  {
    name: 'agent.init',
    command: 'init',
    summary: 'Register the hooks with your agents',
    load: async () => (await import('../init.ts')).init,
  },
];
