import { z } from 'zod';
import { bash, type CompletedCommand, fish, powershell, zsh } from './completion-scripts.ts';
import { type CliShape, operation, places } from './operation.ts';

const SCRIPTS = { bash, zsh, fish, powershell } as const;

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
      const { cli, input } = await entry.load();
      const flags = (cli.flags ?? []).map((flag) => flag.flag);
      commands.push({
        words: entry.command.split(' '),
        summary: entry.summary,
        flags: [...new Set([...flags, '--json', '--help'])],
        files: takesPlace(cli, input),
      });
    }
    return { shell, script: SCRIPTS[shell](commands) };
  },
});

/** Whether a file or a folder can be named: what is read from one, or an input that is one. */
function takesPlace({ args = [], flags = [] }: CliShape, input: z.ZodType): boolean {
  const fields = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
  return (
    flags.some(({ type }) => type.endsWith('-file')) ||
    [...args, ...flags].some(({ field }) => isPlace(fields[field]))
  );
}

function isPlace(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isPlace(schema.unwrap());
  if (schema instanceof z.ZodArray) return isPlace(schema.element);
  return schema instanceof z.ZodType && places.get(schema) !== undefined;
}
