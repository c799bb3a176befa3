import type { AgentInstaller } from '../installer.ts';
import { placeFolder } from '../shared/agent-folders.ts';
import { nativeCommand } from '../shared/hook-command.ts';
import { type HookEventSpec, plainEntries } from '../shared/hook-entries.ts';
import { jsonHooksFile } from '../shared/json-hooks.ts';

/** Seconds. */
const TIMEOUT_S = 2;
const MATCHER = 'Shell|Read|Write|StrReplace|Edit|Grep|Glob';
/** By its documentation only. A prompt takes no context there, but `allow CODE` and `/lesson` are heard. */
const EVENTS: HookEventSpec[] = [
  { event: 'sessionStart' },
  { event: 'beforeSubmitPrompt' },
  { event: 'preToolUse', matcher: MATCHER },
  { event: 'postToolUse', matcher: MATCHER },
  { event: 'postToolUseFailure' },
  { event: 'sessionEnd' },
];

export const cursorInstaller: AgentInstaller = {
  id: 'cursor',
  programs: ['cursor', 'cursor-agent'],
  files: (place) => [
    jsonHooksFile({
      agent: 'cursor',
      path: `${placeFolder('cursor', place)}/hooks.json`,
      members: { version: 1 },
      entries: (program) =>
        plainEntries(EVENTS, { command: nativeCommand(program, 'cursor'), timeout: TIMEOUT_S }),
    }),
  ],
  events: EVENTS.map(({ event }) => event),
  notes: ['Cursor was not run here: its hooks are registered as its documentation says.'],
  trust: 'by its documentation hooks of the user run without a question',
  channel:
    'context after the tool and at the session start; holds and blocks before the tool; nothing beside a prompt (by its documentation)',
  selfTest: (cwd, command) => {
    const base = { conversation_id: 'lessons-doctor', workspace_roots: [cwd], cwd };
    const call = { ...base, tool_name: 'Shell', tool_input: { command }, tool_use_id: 'call_doctor' };
    return {
      start: { ...base, hook_event_name: 'sessionStart' },
      call: [
        { ...call, hook_event_name: 'preToolUse' },
        { ...call, hook_event_name: 'postToolUse', tool_output: 'done' },
      ],
    };
  },
  hookLine: null,
};
