import type { AgentInstaller } from '../../agents/installer.ts';
import { shellQuote } from '../../agents/shared/hook-command.ts';
import { AppError } from '../../platform/errors.ts';
import { programPath } from '../../platform/program-path.ts';
import type { Context } from '../operation.ts';
import { executableThere } from '../outcomes/silence.ts';
import type { AgentReport } from './doctor-agent.ts';
import { testHook } from './doctor-self-test.ts';

/** The agent's own program, where it is on the PATH. */
export function agentProgram({ env }: Context, installer: AgentInstaller): string | null {
  return installer.programs.map((name) => programPath(name, env)).find((path) => path !== null) ?? null;
}

/** Whether the agent loads the plugin that its settings enable, and whether the plugin's hook answers. */
export async function checkPlugin(
  context: Context,
  installer: AgentInstaller,
  report: AgentReport,
  allowedMs: number,
): Promise<void> {
  const init = `\`lessons init --agent ${installer.id}\``;
  if (executableThere(context) === null && programPath('lessons', context.env) === null) {
    report.problems.push(`the plugin finds no lessons executable, and tells nothing: run ${init}`);
    return;
  }
  const program = agentProgram(context, installer);
  const asked = program === null ? null : await installer.askPlugin?.(program, context.cwd, context.env);
  if (asked == null) return;
  if (!asked.enabled) report.problems.push('the plugin is switched off in this folder');
  else if (asked.complaints.length > 0)
    report.problems.push(`${report.name} does not load the plugin: ${asked.complaints.join('; ')}`);
  else if (asked.folder !== null && process.platform !== 'win32') {
    const tried = await tryPlugin(context, installer, asked.folder, allowedMs);
    report.selfTest ??= tried;
    if (!tried.ok) report.problems.push(`the plugin’s hook does not answer: ${tried.detail}. Run ${init}`);
  }
}

async function tryPlugin(
  context: Context,
  installer: AgentInstaller,
  folder: string,
  allowedMs: number,
): Promise<NonNullable<AgentReport['selfTest']>> {
  const command = `CLAUDE_PLUGIN_ROOT=${shellQuote(folder)} sh ${shellQuote(`${folder}/hooks/run.sh`)} PreToolUse`;
  try {
    return await testHook(context, installer, command, allowedMs);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, sessionStart: '', matchingCall: '', ms: 0, detail: error.message };
  }
}
