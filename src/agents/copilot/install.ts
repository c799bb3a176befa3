import { object } from '../../transcripts/json.ts';
import type { AgentInstaller } from '../installer.ts';
import { placeFolder } from '../shared/agent-folders.ts';
import {
  hookCommand,
  openCommand,
  openPowershellCommand,
  powershellCommand,
} from '../shared/hook-command.ts';
import { plainEntries } from '../shared/hook-entries.ts';
import { jsonHooksFile, parseSettings } from '../shared/json-hooks.ts';

/** Seconds. */
const TIMEOUT_S = 2;
/** The native dialect; a shell that fails is a `postToolUse` there, and has no matcher. */
const EVENTS = [
  'sessionStart',
  'userPromptSubmitted',
  'subagentStart',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'sessionEnd',
  'preCompact',
];

/**
 * A file of our own among the user's hook files; what someone has added to it stays. The client denies every call where
 * a hook ends with anything but 0.
 */
export const copilotInstaller: AgentInstaller = {
  id: 'copilot',
  programs: ['copilot'],
  files: (place) => [
    jsonHooksFile({
      agent: 'copilot',
      path: `${placeFolder('copilot', place)}/hooks/lessons.json`,
      members: { version: 1 },
      entries: (program) =>
        plainEntries(
          EVENTS.map((event) => ({ event })),
          {
            type: 'command',
            bash: openCommand(hookCommand(program, 'copilot')),
            powershell: openPowershellCommand(powershellCommand(program, 'copilot')),
            timeoutSec: TIMEOUT_S,
          },
        ),
    }),
  ],
  events: EVENTS,
  notes: [],
  trust: 'user hooks run without a question; hooks of a project need a trusted folder',
  channel: 'context beside the result; holds and blocks before the call; pitfalls before the turn',
  plugins: (place) => {
    const path = `${placeFolder('copilot', place)}/settings.json`;
    return {
      path,
      enablesOurs: (text) =>
        Object.entries(object(parseSettings(text, path, true)['enabledPlugins']) ?? {}).some(
          ([name, on]) => name.startsWith('lessons@') && on === true,
        ),
    };
  },
  selfTest: (cwd, command) => {
    const base = { sessionId: 'lessons-doctor', timestamp: 0, cwd };
    return {
      start: { ...base, source: 'new' },
      call: [{ ...base, toolName: 'bash', toolArgs: { command } }],
    };
  },
  hookLine: /"type":"hook\.end"|Denied by preToolUse hook|Additional context from \w+ hook/,
};
