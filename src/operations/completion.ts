import { z } from 'zod';
import { bash } from './completion/bash.ts';
import { fish } from './completion/fish.ts';
import { type CompletedCommand, completedCommand, protocolCommand } from './completion/offers.ts';
import { powershell } from './completion/powershell.ts';
import { zsh } from './completion/zsh.ts';
import { operation } from './operation.ts';

const SCRIPTS = { bash, zsh, fish, powershell } as const;

const output = z.object({ shell: z.string(), script: z.string() });

export const completion = operation({
  name: 'cli.completion',
  docs: 'Prints the completion script of a shell: bash, zsh, fish or powershell. For bash: `source <(lessons completions bash)`. But for PowerShell it offers values, too: statuses, agents, tools, settings, and slugs where a lesson is named.',
  input: z.object({ shell: z.enum(['bash', 'zsh', 'fish', 'powershell']) }),
  output,
  readOnly: true,
  cli: {
    command: ['completions'],
    args: [{ field: 'shell', label: 'SHELL', required: true }],
    render: ({ script }) => script,
  },
  async run(_context, { shell }) {
    return { shell, script: SCRIPTS[shell](await completedCommands()) };
  },
});

async function completedCommands(): Promise<CompletedCommand[]> {
  const { operationEntries, protocolCommands } = await import('./index.ts');
  const { agentInstallers } = await import('../agents/installers.ts');
  const AGENT = agentInstallers.map(({ id }) => id);
  const commands: CompletedCommand[] = [];
  for (const entry of operationEntries) commands.push(completedCommand(entry, await entry.load()));
  for (const entry of protocolCommands) commands.push(protocolCommand(entry, { AGENT }));
  return commands;
}
