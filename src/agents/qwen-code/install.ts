import type { AgentInstaller, HookProgram } from '../installer.ts';
import { placeFolder } from '../shared/agent-folders.ts';
import { hookCommand, isOnWindows, powershellCommand } from '../shared/hook-command.ts';
import {
  dialectSelfTest,
  groupEntries,
  type HookEventSpec,
  hooksSwitchedOff,
  SERVER_TOOLS,
} from '../shared/hook-entries.ts';
import { jsonHooksFile } from '../shared/json-hooks.ts';

/** Milliseconds in 0.15, seconds in newer versions: either is more than the hook's own deadline. */
const TIMEOUT = 2000;
const MATCHER = `^(run_shell_command|monitor|read_file|read_many_files|edit|notebook_edit|replace|write_file|glob|grep_search|search_file_content|${SERVER_TOOLS})$`;
/** Claude Code's events with Gemini's tool names. */
const EVENTS: HookEventSpec[] = [
  { event: 'SessionStart' },
  { event: 'SubagentStart' },
  { event: 'UserPromptSubmit' },
  { event: 'PreToolUse', matcher: MATCHER },
  { event: 'PostToolUse', matcher: MATCHER },
  { event: 'PostToolUseFailure' },
  { event: 'SessionEnd' },
];

export const qwenCodeInstaller: AgentInstaller = {
  id: 'qwen-code',
  programs: ['qwen'],
  files: (place) => [
    jsonHooksFile({
      agent: 'qwen-code',
      path: `${placeFolder('qwen-code', place)}/settings.json`,
      comments: true,
      entries: (program) =>
        groupEntries(EVENTS, {
          name: 'lessons-learned',
          type: 'command',
          ...shellOf(program),
          timeout: TIMEOUT,
        }),
    }),
  ],
  events: EVENTS.map(({ event }) => event),
  notes: [],
  trust: 'user hooks run without a question; hooks of a project need a trusted folder',
  channel:
    'context after the tool, with its result; holds and blocks before it; before 0.24 no session start in headless runs',
  selfTest: (cwd, command) =>
    dialectSelfTest(cwd, command, {
      start: 'SessionStart',
      before: 'PreToolUse',
      after: 'PostToolUse',
      tool: 'run_shell_command',
    }),
  inspect: hooksSwitchedOff,
  hookLine: /"type":"tool_result"/,
};

/** On Windows the client would take Git Bash, PowerShell or cmd.exe, by what it was started from, unless it is told. */
function shellOf(program: HookProgram): { command: string; shell?: string } {
  return isOnWindows(program)
    ? { command: powershellCommand(program, 'qwen-code'), shell: 'powershell' }
    : { command: hookCommand(program, 'qwen-code') };
}
