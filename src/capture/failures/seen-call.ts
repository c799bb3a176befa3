import { EDIT_TOOLS } from '../../model/edit-tools.ts';
import { headOf } from '../../text/ends.ts';
import type { CallEvent } from '../../transcripts/events.ts';
import { chiefArgument } from '../chief-argument.ts';
import type { EditSeen, SeenCall } from '../failure-state.ts';
import { cutCommand } from '../shell/cut-command.ts';
import { shellParts } from '../shell/shell.ts';
import { NO_TOOL } from '../wording/no-tool.ts';
import { namedFilesOf, replacedBy } from './replaced.ts';

const COMMAND_MAX = 8192;
const STRING_MAX = 600;
/** Texts of an edit, kept longer while its failure is open: its hunks and lines are compared. */
const EDIT_STRING_MAX = 4000;
const EDIT_STRINGS = new Set(['patch', 'old_string', 'new_string']);
const EDIT_SHOWN_MAX = 1500;
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

const PATCH_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;
const SHELL_WRITE =
  /(?:>>?\s*|\btee\s+(?:-a\s+)?|\bsed\s+-i\S*\s+(?:(?:''|"")\s+)?(?:'[^']*'|"[^"]*"|\S+)\s+|\b(?:mv|cp)\s+\S+\s+|open\(['"](?=[^'"\n]{1,160}['"], *(?:mode=)?['"][wax]))([\w@./+-]*\w\.\w{1,6})\b/g;
const TEST_FILE =
  /(?:[._-]test\.|\.spec\.|_spec\.|(?:^|[/\\])(?:tests?|spec|__tests__|testdata|fixtures)[/\\]|(?:^|[/\\])(?:test_|conftest))/i;

/** True for a file of tests, or of what they read, by its name or folder. */
export const isTestFile = (path: string): boolean => TEST_FILE.test(path);

/** Files that a call writes, where it worked: edits, patches, and the commonest ways of writing from a shell. */
export function editsOf(event: SeenCall): EditSeen[] {
  const text = (key: string) => (typeof event.input[key] === 'string' ? (event.input[key] as string) : '');
  if (EDIT_TOOLS.has(event.tool)) {
    const patch = text('patch') || text('command') || text('content');
    const heads = patch.includes('*** ') ? [...patch.matchAll(PATCH_FILE)] : [];
    const files = heads.map((match) => (match[1] ?? match[2])!.trim());
    if (files.length > 1) return sectionsOf(patch, heads, files);
    if (files.length === 0 && event.target) files.push(event.target);
    return files.slice(0, 8).map((file) => ({
      file,
      old: wholeLines(text('old_string')),
      new: wholeLines(
        text('new_string') || (files.length === 1 ? addedLine(patch) || shortText(text('content')) : ''),
      ),
      test: isTestFile(file),
    }));
  }
  if (event.tool !== 'Bash' || !/[>]|\btee\b|sed\s+-i|\bmv\b|\bcp\b|open\(/.test(event.command)) return [];
  const literal = [...event.command.matchAll(SHELL_WRITE)].map((match) => match[1]!);
  const files = [...literal, ...namedFilesOf(event.command)];
  if (files.length === 0) return [];
  const change = replacedBy(event.command);
  return files
    .filter((file) => !/\.log$/.test(file))
    .slice(0, 4)
    .map((file) => ({ file, ...change, test: isTestFile(file) }));
}

/** A file of a few words: what it says is what was mended. */
const shortText = (content: string): string => (content.length <= 200 ? content : '');

/** What a patch of several files changes in each of them. */
function sectionsOf(patch: string, heads: readonly RegExpExecArray[], files: readonly string[]): EditSeen[] {
  return files.slice(0, 8).map((file, at) => {
    const lines = patch.slice(heads[at]!.index + heads[at]![0].length, heads[at + 1]?.index).split('\n');
    const side = (mark: string) =>
      wholeLines(
        lines
          .filter((line) => line.startsWith(mark))
          .map((line) => line.slice(1))
          .join('\n'),
      );
    return { file, old: side('-'), new: side('+'), test: isTestFile(file) };
  });
}

/** The text up to the last line that is whole. */
function wholeLines(text: string): string {
  if (text.length <= EDIT_SHOWN_MAX) return text;
  const end = text.lastIndexOf('\n', EDIT_SHOWN_MAX);
  return end > 0 ? text.slice(0, end) : '';
}

function addedLine(patch: string): string {
  return /^\+(?!\+\+)\s*(\S.*)$/m.exec(patch)?.[1] ?? '';
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
