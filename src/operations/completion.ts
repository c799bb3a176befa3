import { z } from 'zod';
import { bash, type CompletedCommand, fish, powershell, zsh } from './completion-scripts.ts';
import { operation } from './operation.ts';

const SCRIPTS = { bash, zsh, fish, powershell } as const;

/** What help calls a file or a folder. */
const PLACES = /^(?:FILE|PATH|DIR|P|D)\b/;

const output = z.object({ shell: z.string(), script: z.string() });

export const completion = operation({
  name: 'cli.completion',
  docs: 'Prints the completion script of a shell: bash, zsh, fish or powershell. For bash: `source <(lessons completions bash)`.',
  input: z.object({ shell: z.enum(['bash', 'zsh', 'fish', 'powershell']) }),
  output,
  readOnly: true,
  cli: {
    command: ['completions'],
    args: [{ field: 'shell', label: 'SHELL', required: true }],
    render: ({ script }: z.infer<typeof output>) => script,
  },
  async run(_context, { shell }) {
    const { operationEntries } = await import('./index.ts');
    const commands: CompletedCommand[] = [];
    for (const entry of operationEntries) {
      const { cli } = await entry.load();
      const flags = (cli.flags ?? []).map((flag) => flag.flag);
      commands.push({
        words: entry.command.split(' '),
        summary: entry.summary,
        flags: [...new Set([...flags, '--json', '--help'])],
        files: [...(cli.args ?? []), ...(cli.flags ?? [])].some(({ label = '' }) => PLACES.test(label)),
      });
    }
    return { shell, script: SCRIPTS[shell](commands) };
  },
});
