import type { Env } from '../../platform/paths.ts';
import { isSwitchedOff } from '../../platform/switched-off.ts';
import type { AgentInstaller, HookProgram, InstallPlace, ManagedFile } from '../installer.ts';
import { placeFolder } from '../shared/agent-folders.ts';
import { hookCommand, isOnWindows, openCommand, shellQuote } from '../shared/hook-command.ts';
import {
  dialectSelfTest,
  groupEntries,
  type HookEventSpec,
  hooksSwitchedOff,
  SERVER_TOOLS,
} from '../shared/hook-entries.ts';
import { jsonHooksFile } from '../shared/json-hooks.ts';
import { ownFile } from '../shared/own-file.ts';
import { claudePlugin, PLUGIN } from './asked-plugin.ts';
import { LESSON_COMMAND_MARK, lessonCommand } from './lesson-command.ts';
import { keptOut, MANAGED_FOLDER, managedPaths } from './managed.ts';

/** Seconds after which the client gives up on a hook; the hook's own deadline is far shorter. */
const TIMEOUT_S = 2;
/** What the client keeps its transcripts for where the user says nothing. */
const RETENTION_DAYS = 30;
/** Tools that lessons are about; a hook at every other call would cost and say nothing. */
const MATCHER = `^(Bash|Read|Edit|MultiEdit|Write|NotebookEdit|Glob|Grep|PowerShell|Monitor|${SERVER_TOOLS})$`;
/**
 * Events, all of them known to the oldest supported client (2.1.197): over an unknown one it drops a plugin's whole file,
 * and asks the user at each start in a terminal where it stands in settings, as 2.1.330 does.
 */
const EVENTS: HookEventSpec[] = [
  { event: 'SessionStart' },
  { event: 'SubagentStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: MATCHER },
  { event: 'PostToolUseFailure' },
  { event: 'SessionEnd' },
];

export const claudeCodeInstaller: AgentInstaller = {
  id: 'claude-code',
  programs: ['claude'],
  files: (place) => {
    const folder = placeFolder('claude-code', place);
    const settings = hooksIn(`${folder}/settings.json`, place.scope);
    if (place.scope === 'project') return [settings];
    const command = `${folder}/commands/lesson.md`;
    return [
      settings,
      ownFile(command, LESSON_COMMAND_MARK, (program) => lessonCommand(programWord(program))),
    ];
  },
  alsoRead: (place) =>
    (place.scope === 'project'
      ? [`${placeFolder('claude-code', place)}/settings.local.json`]
      : managedPaths(MANAGED_FOLDER)
    ).map((path) => hooksIn(path, place.scope)),
  events: EVENTS.map(({ event }) => event),
  notes: [],
  trust: 'hooks in settings run without a question',
  channel: 'context beside the result; holds and blocks before the call; pitfalls before the turn',
  askPlugin: claudePlugin,
  selfTest: (cwd, command) =>
    dialectSelfTest(cwd, command, { start: 'SessionStart', before: 'PreToolUse', tool: 'Bash' }),
  inspect(settings, path, scope) {
    const { enabledPlugins, cleanupPeriodDays } = settings;
    const plugins = Object.entries((enabledPlugins ?? {}) as Record<string, unknown>);
    const plugin = plugins.find(([name, on]) => name.startsWith(PLUGIN) && on === true)?.[0];
    const isManaged = path.startsWith(MANAGED_FOLDER);
    const days =
      typeof cleanupPeriodDays === 'number' ? cleanupPeriodDays : isManaged ? null : RETENTION_DAYS;
    const isOurs = hooksIn(path, scope).registered!(JSON.stringify(settings)).events.length > 0;
    return {
      problems: [
        ...hooksSwitchedOff(settings, path).problems,
        ...switchedOffByEnv(settings, path),
        ...(isManaged && !isOurs ? keptOut(settings, path) : []),
      ],
      ...(plugin === undefined ? {} : { plugin: `claude plugin uninstall ${plugin}` }),
      ...(scope === 'user' && days !== null ? { retentionDays: days } : {}),
    };
  },
  hookLine: /"type":"hook_|"is_error":true/,
};

function hooksIn(path: string, scope: InstallPlace['scope']): ManagedFile {
  return jsonHooksFile({
    agent: 'claude-code',
    path,
    entries: (program) =>
      groupEntries(EVENTS, { type: 'command', command: commandOf(program, scope), timeout: TIMEOUT_S }),
  });
}

/** Variables of the settings reach every hook. */
function switchedOffByEnv({ env }: Record<string, unknown>, path: string): string[] {
  const variables = typeof env === 'object' && env !== null ? (env as Env) : {};
  return isSwitchedOff(variables) ? [`${path} sets LESSONS_DISABLE, which switches our hooks off`] : [];
}

/** Copilot CLI runs the hooks of a repository, too, and denies the call where one fails. */
function commandOf(program: HookProgram, scope: InstallPlace['scope']): string {
  const command = hookCommand(program, 'claude-code');
  return scope === 'project' && !isOnWindows(program) ? openCommand(command) : command;
}

/** How a shell starts the executable on the data folder. */
function programWord({ executable, home }: HookProgram): string {
  return `${home === null ? '' : `LESSONS_HOME=${shellQuote(home)} `}${shellQuote(executable)}`;
}
