import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { claudeConfigDir } from '../agents/claude-code/install.ts';
import { AppError } from '../platform/errors.ts';
import { type FileChange, installClaudeCode, uninstallClaudeCode } from './init-claude-code.ts';
import { installExecutable, installedExecutable } from './install-files.ts';
import { type Context, operation } from './operation.ts';

const input = z.object({
  agents: z.array(z.string()).optional(),
  scope: z.enum(['user', 'project']).default('user'),
  dryRun: z.boolean().default(false),
  uninstall: z.boolean().default(false),
});

const output = z.object({
  dryRun: z.boolean(),
  uninstall: z.boolean(),
  executable: z.string().nullable(),
  agents: z.array(
    z.object({
      agent: z.string(),
      scope: z.string(),
      files: z.array(z.object({ path: z.string(), change: z.string() })),
    }),
  ),
});
type Output = z.infer<typeof output>;

interface Installer {
  isThere(context: Context): boolean;
  install(context: Context, scope: 'user' | 'project', dryRun: boolean): FileChange[];
  uninstall(context: Context, scope: 'user' | 'project', dryRun: boolean): FileChange[];
}

const installers: Record<string, Installer> = {
  'claude-code': {
    isThere: (context) => existsSync(claudeConfigDir(context.env)) || isOnPath('claude', context),
    install: installClaudeCode,
    uninstall: uninstallClaudeCode,
  },
};

export const init = operation({
  name: 'agent.init',
  docs: 'Registers the hooks with the agents on this machine. It merges into their settings, never overwrites: a copy of each changed file is kept, running it again changes nothing, and --uninstall puts a file back byte for byte if nothing else has changed since, else removes only our own entries. The executable is copied to the data folder, so that hooks outlive a moved checkout.',
  input,
  output,
  readOnly: false,
  cli: {
    command: ['init'],
    flags: [
      {
        flag: '--agent',
        field: 'agents',
        type: 'list',
        help: 'Only these agents; else those that are found.',
        label: 'AGENT',
      },
      { flag: '--scope', field: 'scope', type: 'string', help: 'user (default) or project.', label: 'SCOPE' },
      { flag: '--dry-run', field: 'dryRun', type: 'boolean', help: 'Say what would change, change nothing.' },
      { flag: '--uninstall', field: 'uninstall', type: 'boolean', help: 'Take the hooks out again.' },
    ],
    render: (result: Output) => renderInit(result),
  },
  async run(context, request) {
    const agents = wantedAgents(context, request.agents);
    const { scope, dryRun, uninstall } = request;
    const done = agents.map((agent) => {
      const installer = installers[agent]!;
      const files = uninstall
        ? installer.uninstall(context, scope, dryRun)
        : installer.install(context, scope, dryRun);
      return { agent, scope, files };
    });
    if (!uninstall && !dryRun) installExecutable(context.home);
    return {
      dryRun,
      uninstall,
      executable: uninstall ? null : installedExecutable(context.home),
      agents: done,
    };
  },
});

function wantedAgents(context: Context, named: string[] | undefined): string[] {
  const known = Object.keys(installers);
  if (named !== undefined && named.length > 0) {
    for (const agent of named) {
      if (!known.includes(agent)) {
        throw new AppError('INVALID_INPUT', `cannot install into ${JSON.stringify(agent)}`, {
          hint: `Known: ${known.join(', ')}.`,
        });
      }
    }
    return [...new Set(named)];
  }
  const found = known.filter((agent) => installers[agent]!.isThere(context));
  if (found.length === 0) {
    throw new AppError('NOT_FOUND', 'no agent was found on this machine', {
      hint: `Name one: lessons init --agent ${known[0]}`,
    });
  }
  return found;
}

function isOnPath(program: string, context: Context): boolean {
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  return (context.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && names.some((name) => existsSync(join(folder, name))));
}

function renderInit(result: Output): string {
  const lines: string[] = result.dryRun ? ['Nothing was changed (--dry-run). It would be:'] : [];
  for (const { agent, files } of result.agents) {
    if (files.length === 0) lines.push(`${agent}: nothing of ours is there`);
    for (const { path, change } of files) lines.push(`${agent}: ${change.padEnd(9)} ${path}`);
  }
  if (!result.uninstall && !result.dryRun) {
    lines.push(`hooks run ${result.executable}`);
    lines.push('Next: start a session, or see that it works with `lessons doctor`.');
  }
  return lines.join('\n');
}
