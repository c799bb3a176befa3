import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { AgentInstaller } from '../agents/installer.ts';
import { agentInstallers } from '../agents/installers.ts';
import { calledAs } from '../platform/called-as.ts';
import { AppError, restated } from '../platform/errors.ts';
import { homeFiles } from '../platform/paths.ts';
import { rebuildIfStale, rebuildManifest } from './home/rebuild.ts';
import { dropSkills } from './home/skill-files.ts';
import {
  installPlace,
  isInstalled,
  leftBehind,
  type PlannedChange,
  planInstall,
  planUninstall,
} from './install/agent-files.ts';
import { installExecutable, installedExecutable } from './install/install-executable.ts';
import { type Context, operation } from './operation.ts';
import { suggestions } from './suggestions.ts';
import { didYouMean } from './words/nearest-word.ts';

const installerSchema = z.string().register(suggestions, { words: agentInstallers.map(({ id }) => id) });
const input = z.object({
  agents: z.array(installerSchema).optional(),
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
      notes: z.array(z.string()).describe('What the user has to know or do, for this agent.'),
    }),
  ),
  skills: z
    .array(z.object({ path: z.string(), change: z.string() }))
    .describe("What --uninstall takes out of the agents' folders of skills."),
  kept: z.string().nullable().describe('The data folder that stays when all hooks are taken out.'),
});
type Output = z.infer<typeof output>;

export const init = operation({
  name: 'agent.init',
  docs: 'Registers the hooks with the agents on this machine. It merges into their settings, never overwrites: a copy of each changed file is kept, running it again changes nothing, and --uninstall puts a file back byte for byte if nothing else has changed since, else removes only our own entries; where no agent is named it takes out the skills, too. The executable is copied to the data folder, so that hooks outlive a moved checkout.',
  input,
  output,
  readOnly: false,
  cli: {
    command: ['init'],
    flags: {
      agents: {
        flag: '--agent',
        label: 'AGENT',
        help: `Only this agent, or these: ${agentInstallers.map(({ id }) => id).join(', ')}; else those that are found.`,
      },
      scope: { label: 'SCOPE', help: 'user (default) or project.' },
      dryRun: { help: 'Say what would change, change nothing.' },
      uninstall: { help: 'Take the hooks out again.' },
    },
    render: renderInit,
  },
  async run(context, request) {
    const { scope, dryRun, uninstall } = request;
    const place = installPlace(context, scope);
    // All is worked out before anything is written: a file that cannot be understood stops it all.
    const planned = wantedAgents(context, request).map((installer) => ({
      installer,
      changes: (uninstall ? planUninstall : planInstall)(context, installer, place),
    }));
    if (!uninstall && !dryRun) installExecutable(context.home);
    const done: Output['agents'] = [];
    for (const { installer, changes } of planned) {
      const files = carryOut(changes, request, done, planned);
      // What is to be done about hooks that were there already was said when they came.
      const isNew = files.some(({ change }) => change !== 'unchanged');
      const notes = uninstall ? leftBehind(installer, place) : isNew ? installer.notes : [];
      done.push({ agent: installer.id, scope, files, notes });
    }
    const isWhole = uninstall && scope === 'user' && !request.agents?.length;
    const skills = isWhole ? dropSkills(context, dryRun) : [];
    if (skills.length > 0 && !dryRun) await rebuildManifest(context);
    // An earlier version compiled what the hooks of this one cannot read.
    if (!uninstall && !dryRun && existsSync(homeFiles.db(context.home))) await rebuildIfStale(context);
    return {
      dryRun,
      uninstall,
      skills,
      kept: isWhole && !dryRun && existsSync(context.home) ? context.home : null,
      executable: uninstall ? null : installedExecutable(context.home),
      agents: done,
    };
  },
});

/** Carries out one agent's changes. One that cannot be written stops the rest, and then it is said where each stands. */
function carryOut(
  changes: PlannedChange[],
  { dryRun, uninstall }: Pick<z.infer<typeof input>, 'dryRun' | 'uninstall'>,
  done: Output['agents'],
  planned: { installer: AgentInstaller }[],
): Output['agents'][number]['files'] {
  try {
    return changes.map((change) => (dryRun ? change.result : change.apply()));
  } catch (error) {
    if (!(error instanceof AppError) || planned.length === 1) throw error;
    const ids = planned.map(({ installer }) => installer.id);
    const [before, after] = [ids.slice(0, done.length), ids.slice(done.length)].map((each) =>
      each.join(', '),
    );
    const what = uninstall ? 'Taken out of' : 'Connected';
    const state = `${what} before that: ${before || 'none'}; not: ${after}.`;
    throw restated(error, error.message, state);
  }
}

function wantedAgents(
  context: Context,
  { agents: named, uninstall }: Pick<z.infer<typeof input>, 'agents' | 'uninstall'>,
): AgentInstaller[] {
  const ids = agentInstallers.map(({ id }) => id);
  const known = ids.join(', ');
  if (named !== undefined && named.length > 0) {
    return [...new Set(named)].map((agent) => {
      const installer = agentInstallers.find(({ id }) => id === agent);
      if (installer === undefined) {
        const meant = didYouMean(agent, ids);
        throw new AppError('USAGE', `cannot install into ${JSON.stringify(agent)}${meant}`, {
          hint: `Known: ${known}.`,
        });
      }
      return installer;
    });
  }
  const found = agentInstallers.filter((installer) => isInstalled(installer, context));
  if (found.length === 0 && !uninstall) {
    throw new AppError('NOT_FOUND', 'no agent was found on this machine', {
      hint: `Name one of ${known}: lessons init --agent claude-code`,
    });
  }
  return found;
}

function renderInit(result: Output): string {
  const lines: string[] = result.dryRun ? ['Nothing was changed (--dry-run). It would be:'] : [];
  if (result.agents.length === 0)
    lines.push('No agent was found on this machine: there is no hook to take out.');
  for (const { agent, files, notes } of result.agents) {
    if (files.length === 0) lines.push(`${agent}: nothing of ours is there`);
    for (const { path, change } of files)
      lines.push(
        `${agent}: ${change.padEnd(9)} ${path}${change === 'kept' ? ' (not ours, left alone)' : ''}`,
      );
    for (const note of notes) lines.push(`${agent}: ! ${note}`);
  }
  for (const { path, change } of result.skills)
    lines.push(`skill: ${change.padEnd(9)} ${path}${change === 'kept' ? ' (changed by hand)' : ''}`);
  if (result.kept !== null)
    lines.push(`What was learned stays in ${result.kept}: remove that folder to be rid of it, too.`);
  if (!result.uninstall && !result.dryRun) {
    lines.push(`hooks run ${result.executable}`);
    lines.push(`Next: start a session, or see that it works with \`${calledAs()} doctor\`.`);
  }
  return lines.join('\n');
}
