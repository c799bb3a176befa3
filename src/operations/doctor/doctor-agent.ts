import { existsSync, realpathSync } from 'node:fs';
import { z } from 'zod';
import { agentSpec } from '../../agents/index.ts';
import type { AgentInstaller, InstallScope, ManagedFile, Registered } from '../../agents/installer.ts';
import { parseSettings } from '../../agents/shared/json-hooks.ts';
import { AppError, messageOf } from '../../platform/errors.ts';
import { installPlace, isInstalled } from '../install/agent-files.ts';
import { readIfThere } from '../install/install-files.ts';
import type { Context } from '../operation.ts';
import { lastInjection } from './doctor-injection.ts';
import { agentProgram, checkPlugin } from './doctor-plugin.ts';
import { testHook } from './doctor-self-test.ts';

/** What a hook is given where its agent does not say how long it waits. */
const TIMEOUT_MS = 5000;

const selfTest = z
  .object({
    ok: z.boolean(),
    sessionStart: z.string(),
    matchingCall: z.string(),
    ms: z.number(),
    detail: z.string(),
  })
  .nullable();

/** What `doctor` says of one agent. */
export const agentReport = z.object({
  agent: z.string(),
  name: z.string(),
  ok: z.boolean().describe('False where something is wrong with it; merely not to be connected is no fault.'),
  installed: z.boolean(),
  hooks: z.array(
    z.object({
      settings: z.string(),
      events: z.array(z.string()),
      missing: z.array(z.string()),
      command: z.string().nullable(),
    }),
  ),
  plugin: z.boolean().describe('Our plugin is enabled, which registers the same hooks.'),
  trusted: z.string().describe('Whether the agent asks the user to approve hooks before it runs them.'),
  channel: z.string().describe('How a lesson reaches this agent.'),
  selfTest,
  lastInjection: z
    .object({
      file: z.string(),
      at: z.string().nullable(),
      sessionId: z.string().nullable(),
      lessons: z.array(z.string()),
    })
    .nullable(),
  retentionDays: z.number().nullable().describe('After so many days the agent deletes its transcripts.'),
  problems: z.array(z.string()),
});
export type AgentReport = z.infer<typeof agentReport>;

/** Whether an agent is there, our hooks are registered and answer, and when a lesson last reached it. */
export async function checkAgent(context: Context, installer: AgentInstaller): Promise<AgentReport> {
  const spec = agentSpec(installer.id)!;
  const roots = spec.transcriptRoots(context.env);
  const report: AgentReport = {
    agent: installer.id,
    name: spec.displayName,
    ok: false,
    installed: isInstalled(installer, context) || roots.some((root) => existsSync(root)),
    hooks: [],
    plugin: false,
    trusted: installer.trust,
    channel: installer.channel,
    selfTest: null,
    lastInjection: lastInjection(installer, roots),
    retentionDays: null,
    problems: [],
  };
  const found = findHooks(context, installer, report);
  findPlugin(context, installer, report);
  if (found.commands.size > 0) await tryHooks(context, installer, report, found);
  if (found.commands.size > 0 || report.plugin) await askAgent(context, installer, report);
  if (report.plugin) await checkPlugin(context, installer, report, found.allowedMs);
  report.ok = report.problems.length === 0;
  // The user may not want to connect it.
  if (found.commands.size === 0 && !report.plugin && report.installed && !found.unread)
    report.problems.push(`no hook of ours is registered: run \`lessons init --agent ${installer.id}\``);
  return report;
}

interface FoundHooks {
  commands: Set<string>;
  /** The least that a client allows one of them, in milliseconds. */
  allowedMs: number;
  /** A file of the agent's could not be read. */
  unread: boolean;
}

/** The commands registered with the agent, for the user and for the project; what is found goes into the report. */
function findHooks(context: Context, installer: AgentInstaller, report: AgentReport): FoundHooks {
  const found: FoundHooks = { commands: new Set(), allowedMs: TIMEOUT_MS, unread: false };
  for (const { file, scope } of filesOf(context, installer)) {
    try {
      const registered = readRegistered(report, installer, file, scope);
      if (registered === null) continue;
      found.allowedMs = Math.min(found.allowedMs, registered.allowedMs ?? found.allowedMs);
      for (const each of registered.commands ?? [registered.command])
        if (each !== null) found.commands.add(each);
    } catch (error) {
      found.unread = true;
      report.problems.push(messageOf(error));
    }
  }
  return found;
}

/** The files that the agent reads hooks from, each once: a project may be the home folder. */
function filesOf(context: Context, installer: AgentInstaller): { file: ManagedFile; scope: InstallScope }[] {
  const byPath = new Map<string, { file: ManagedFile; scope: InstallScope }>();
  for (const scope of ['user', 'project'] as const) {
    const place = installPlace(context, scope);
    for (const file of [...installer.files(place), ...(installer.alsoRead?.(place) ?? [])])
      if (!byPath.has(file.path)) byPath.set(file.path, { file, scope });
  }
  return [...byPath.values()];
}

/** Whether the user has our plugin in an agent that says so in a file of its own. */
function findPlugin(context: Context, installer: AgentInstaller, report: AgentReport): void {
  const file = installer.plugins?.(installPlace(context, 'user'));
  if (file === undefined) return;
  try {
    if (file.enablesOurs(readIfThere(file.path) ?? '')) report.plugin = true;
  } catch (error) {
    report.problems.push(messageOf(error));
  }
}

/** Runs each command as the agent would, until one does not answer. */
async function tryHooks(
  context: Context,
  installer: AgentInstaller,
  report: AgentReport,
  { commands, allowedMs }: FoundHooks,
): Promise<void> {
  try {
    for (const command of commands) {
      report.selfTest = await testHook(context, installer, command, allowedMs);
      if (!report.selfTest.ok) break;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report.problems.push(`the installed hook could not be tried: ${error.message}`);
  }
  if (report.selfTest?.ok === false)
    report.problems.push(
      `the installed hook does not answer: ${report.selfTest.detail}. Run \`lessons init --agent ${installer.id}\` again`,
    );
}

/** Where the agent says which hooks it has read and would run, it is asked itself. */
async function askAgent(context: Context, installer: AgentInstaller, report: AgentReport): Promise<void> {
  const program = agentProgram(context, installer);
  if (installer.askHooks === undefined || program === null) return;
  const asked = await installer.askHooks(program, context.cwd, context.env);
  if (asked === null) return;
  const { hooks, complaints } = asked;
  const files = hooks.map(({ file }) => file && realPath(file));
  const unread = report.hooks.filter(
    ({ settings }) => !files.includes(null) && !files.includes(realPath(settings)),
  );
  for (const { settings } of unread)
    report.problems.push(
      `${report.name} reads no hook in ${settings}: ${complaints.join('; ') || installer.unreadHooks}`,
    );
  const waiting = hooks.filter((hook) => !hook.runs).map((hook) => hook.event);
  report.trusted = `${hooks.length - waiting.length} of ${hooks.length} hooks are trusted; ${installer.trust}`;
  if (waiting.length > 0)
    report.problems.push(
      `${report.name} skips ${waiting.join(', ')} until you have reviewed them: type /hooks in ${installer.programs[0]}`,
    );
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function readRegistered(
  report: AgentReport,
  installer: AgentInstaller,
  file: ManagedFile,
  scope: InstallScope,
): Registered | null {
  const text = file.registered === undefined ? null : readIfThere(file.path);
  if (text === null || text.trim() === '') return null;
  const registered = file.registered!(text);
  const { events, command, problems: unheard = [] } = registered;
  if (installer.inspect !== undefined) {
    const { problems, plugin, retentionDays } = installer.inspect(
      parseSettings(text, file.path, true),
      file.path,
      scope,
    );
    report.problems.push(...problems);
    if (plugin !== undefined) report.plugin = true;
    if (retentionDays !== undefined) report.retentionDays = retentionDays;
  }
  if (events.length === 0) return null;
  const missing = installer.events.filter((event) => !events.includes(event));
  report.hooks.push({ settings: file.path, events, missing, command });
  if (missing.length > 0)
    report.problems.push(`${file.path} lacks ${missing.join(', ')}: run \`lessons init\` again`);
  for (const problem of unheard) report.problems.push(`${problem}: run \`lessons init\` again`);
  return registered;
}
