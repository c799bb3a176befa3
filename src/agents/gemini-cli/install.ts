import type { AgentInstaller, HookProgram } from '../installer.ts';
import { placeFolder } from '../shared/agent-folders.ts';
import { hookCommand, isOnWindows, nativeCommand, openCommand } from '../shared/hook-command.ts';
import { dialectSelfTest, groupEntries, type HookEventSpec, SERVER_TOOLS } from '../shared/hook-entries.ts';
import { jsonHooksFile } from '../shared/json-hooks.ts';

/** Milliseconds, unlike Claude Code's seconds. */
const TIMEOUT_MS = 2000;
/** By this name a user can switch the hook off (`hooksConfig.disabled`). */
const NAME = 'lessons-learned';
/** A regular expression on Gemini's own tool names. */
const MATCHER = `^(run_shell_command|read_file|read_many_files|replace|edit|write_file|glob|grep_search|search_file_content|${SERVER_TOOLS})$`;
/** There are no subagent events; a subagent's calls carry the session of the main agent. */
const EVENTS: HookEventSpec[] = [
  { event: 'SessionStart' },
  { event: 'BeforeAgent' },
  { event: 'BeforeTool', matcher: MATCHER },
  { event: 'AfterTool', matcher: MATCHER },
  { event: 'SessionEnd' },
];

export const geminiCliInstaller: AgentInstaller = {
  id: 'gemini-cli',
  programs: ['gemini'],
  files: (place) => [
    jsonHooksFile({
      agent: 'gemini-cli',
      path: `${placeFolder('gemini-cli', place)}/settings.json`,
      comments: true,
      entries: (program) =>
        groupEntries(EVENTS, {
          name: NAME,
          type: 'command',
          command: commandOf(program),
          timeout: TIMEOUT_MS,
        }),
    }),
  ],
  events: EVENTS.map(({ event }) => event),
  notes: [],
  trust: 'hooks run without a question, but in trusted folders only, the user’s, too',
  channel: 'context after the tool, with its result; holds and blocks before it; pitfalls before the turn',
  selfTest(cwd, command) {
    const test = dialectSelfTest(cwd, command, {
      start: 'BeforeAgent',
      before: 'BeforeTool',
      after: 'AfterTool',
      tool: 'run_shell_command',
    });
    return { ...test, start: { ...test.start, prompt: 'Run the self-test' } };
  },
  inspect(settings, path) {
    const config = (settings['hooksConfig'] ?? {}) as { enabled?: unknown; disabled?: unknown };
    if (config.enabled === false)
      return { problems: [`${path} switches all hooks off (hooksConfig.enabled)`] };
    const isOut = Array.isArray(config.disabled) && config.disabled.includes(NAME);
    return { problems: isOut ? [`${path} switches our hook off (hooksConfig.disabled)`] : [] };
  },
  hookLine: /<hook_context>|Tool execution blocked: /,
};

/** A hook that ends with 2 or more, as where there is no executable, would block every prompt and call. */
function commandOf(program: HookProgram): string {
  return isOnWindows(program)
    ? nativeCommand(program, 'gemini-cli')
    : openCommand(hookCommand(program, 'gemini-cli'));
}
