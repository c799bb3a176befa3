import { headOf } from '../../text/ends.ts';
import { NO_TOOL } from '../../text/known-messages.ts';
import type { CallEvent } from '../../transcripts/events.ts';
import { chiefArgument } from '../chief-argument.ts';
import type { SeenCall } from '../failure-state.ts';
import { cutCommand } from '../shell/cut-command.ts';
import { shellParts } from '../shell/shell.ts';

const COMMAND_MAX = 8192;
const STRING_MAX = 600;
/** Texts of an edit, kept longer while its failure is open: its hunks and lines are compared. */
const EDIT_STRING_MAX = 4000;
const EDIT_STRINGS = new Set(['patch', 'old_string', 'new_string']);
const TARGET_MAX = 500;
const NAMES = ['name', 'skill', 'subagent_type'];
const FIELDS_MAX = 12;

function cutInput(input: Record<string, unknown>): Record<string, unknown> {
  if (isShort(input)) return input;
  const out: Record<string, unknown> = {};
  let count = 0;
  for (const key in input) {
    if (++count > FIELDS_MAX) break;
    const value = input[key];
    const max = maxOf(key);
    if (typeof value === 'string' && key === 'command') out[key] = cutCommand(value, max);
    else if (typeof value === 'string') out[key] = headShown(value, max);
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) out[key] = value;
    else if (value !== undefined) {
      const text = JSON.stringify(value) ?? '';
      out[key] = text.length > STRING_MAX ? headShown(text, STRING_MAX) : value;
    }
  }
  return out;
}

/** True where nothing of an input has to be cut, as is usual. */
function isShort(input: Record<string, unknown>): boolean {
  let count = 0;
  for (const key in input) {
    const value = input[key];
    if (++count > FIELDS_MAX || value === undefined || (typeof value === 'object' && value !== null))
      return false;
    if (typeof value === 'string' && value.length > STRING_MAX && value.length > maxOf(key)) return false;
  }
  return true;
}

const headShown = (text: string, max: number): string => (text.length > max ? `${headOf(text, max)}…` : text);

const maxOf = (key: string): number =>
  key === 'command' ? COMMAND_MAX : EDIT_STRINGS.has(key) ? EDIT_STRING_MAX : STRING_MAX;

/** The input of a call as an episode keeps it. */
export function shownInput(input: Record<string, unknown>): Record<string, unknown> {
  const out = { ...input };
  for (const key of EDIT_STRINGS) {
    const value = out[key];
    if (typeof value === 'string') out[key] = headShown(value, STRING_MAX);
  }
  return out;
}

/** What the agent notes above a command for whoever reads it. */
const COMMENTS = /^(?:[ \t]*#(?!!)[^\n]*\n\s*)+(?=\S)/;

/** Reduces a call to what the detector keeps; cheap, since every call passes here. */
export function seenCall(event: CallEvent, cwd: string | null): SeenCall {
  const command =
    event.tool === 'Bash' && typeof event.input['command'] === 'string'
      ? cutCommand(event.input['command'], COMMAND_MAX).replace(COMMENTS, '')
      : '';
  return {
    line: event.line,
    uuid: event.uuid,
    callId: event.callId,
    timestamp: event.timestamp,
    tool: event.tool,
    nativeTool: event.nativeTool,
    parts: [],
    target: event.tool === 'Bash' ? '' : headOf(chiefArgument(event.input, NAMES), TARGET_MAX),
    input: cutInput(event.input),
    command,
    cwd: event.cwd ?? cwd,
    ...(event.unconfined ? { unconfined: true } : {}),
  };
}

const CLIENTS_REFUSAL = '<tool_use_error>';

/** Takes the command from a call that the client itself refused, under a name other than the shell's: nothing ran. */
export function forgetUnrun(call: SeenCall, answer: string): void {
  if (call.tool !== 'Bash' || call.nativeTool === 'Bash') return;
  if (!answer.startsWith(CLIENTS_REFUSAL) && NO_TOOL.exec(answer)?.index !== 0) return;
  call.tool = call.nativeTool;
  call.command = '';
}

/** What was tried, as text: the command, the script or the chief argument. */
export function triedText(call: SeenCall): string {
  const script = call.input['script'];
  return call.command || (typeof script === 'string' ? script : call.target);
}

/** Splits the command where that has not been done; returns the same object. */
export function withParts(call: SeenCall): SeenCall {
  if (call.tool === 'Bash' && call.parts.length === 0 && call.command !== '')
    call.parts = shellParts(call.command);
  return call;
}

/** The call as the reader told it. */
export function asCallEvent(call: SeenCall): CallEvent {
  return {
    kind: 'call',
    line: call.line,
    uuid: call.uuid,
    timestamp: call.timestamp,
    callId: call.callId,
    nativeTool: call.nativeTool,
    tool: call.tool,
    input:
      call.tool === 'Bash' && call.input['command'] !== call.command
        ? { ...call.input, command: call.command }
        : call.input,
    cwd: call.cwd,
  };
}
