import { patchPaths, patchText } from '../../inject/edit-units.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { isObject } from '../../text/json.ts';
import { shellWord } from '../../text/shell-quote.ts';
import type { HookBase, HookEvent } from '../adapter.ts';

/** Tolerant reading of hook payloads, shared by the agents' `hook-io.ts`. Nothing here throws. */

export type Wire = Record<string, unknown>;

/** The value as an object, or null. */
export function asObject(value: unknown): Wire | null {
  return isObject(value) ? value : null;
}

/** The first of these fields that is a string and not empty. */
export function textField(wire: Wire, ...names: string[]): string | null {
  for (const name of names) {
    const value = wire[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** What is said, as text for stdout; an empty one where nothing is. */
export const textOrNothing = (output: Wire): string => {
  const text = JSON.stringify(output);
  return text === '{}' ? '' : text;
};

/** Decodes a payload that names its event; anything else is null. */
export function decodeNamed(
  payload: unknown,
  decode: (wire: Wire, eventName: string) => HookEvent | null,
): HookEvent | null {
  const wire = asObject(payload);
  const eventName = wire && textField(wire, 'hook_event_name');
  return eventName ? decode(wire, eventName) : null;
}

/** The fields that every agent sends, under their usual names. */
export function baseOf(wire: Wire, eventName: string, sessionId?: string | null): HookBase {
  return {
    eventName,
    sessionId: sessionId ?? textField(wire, 'session_id', 'sessionId', 'conversation_id') ?? 'unknown',
    agentId: textField(wire, 'agent_id', 'agentId'),
    cwd: textField(wire, 'cwd') ?? '',
    transcriptPath: textField(wire, 'transcript_path', 'transcriptPath'),
    promptId: textField(wire, 'prompt_id', 'turn_id'),
    at: wire['timestamp'] ? momentOf(wire['timestamp']) : null,
  };
}

/** Dialects of one agent write the same time as a number or in words. */
function momentOf(value: unknown): string | null {
  const at = Number(new Date(value as string));
  return at > 0 ? String(at) : null;
}

/** The usual name of a tool input's field, which goes by others in some agents. */
function canonicalField(name: string): string {
  switch (name) {
    case 'filePath':
    case 'notebook_path':
    case 'absolute_path':
      return 'file_path';
    case 'old_str':
    case 'oldString':
      return 'old_string';
    case 'new_str':
    case 'newString':
    case 'new_source':
      return 'new_string';
    case 'file_text':
    case 'contents':
      return 'content';
    case 'cmd':
    case 'script':
      return 'command';
    default:
      return name;
  }
}

const FILE_TOOLS = ['Read', 'Edit', 'Write'];
const PATH_FIELDS = ['file_path', 'path', 'dir_path'];

/**
 * A call in canonical terms: tool name mapped, field names mapped, paths collected (all files of a patch).
 * @param tools native tool name → canonical
 */
export function toolCallOf(
  nativeTool: string,
  input: unknown,
  cwd: string,
  tools: Record<string, string>,
): ToolCall {
  const tool = ownField(tools, nativeTool);
  const wire = asObject(input) ?? (typeof input === 'string' ? inputOfText(input) : {});
  const fields: Wire = {};
  for (const name in wire) {
    const value = wire[name];
    const canonical = canonicalField(name);
    // A letter with its accent may be one character or two: macOS shows names of files as two.
    if (name === canonical || wire[canonical] === undefined)
      fields[canonical] = typeof value === 'string' ? value.normalize() : value;
  }
  if (FILE_TOOLS.includes(tool) && typeof fields['path'] === 'string' && fields['file_path'] === undefined) {
    fields['file_path'] = fields['path'];
    delete fields['path'];
  }
  if (Array.isArray(fields['command']) && fields['command'].every((word) => typeof word === 'string')) {
    fields['command'] = shellWords(fields['command']);
  }
  return { tool, nativeTool, input: fields, cwd, paths: pathsOf(tool, fields) };
}

/** An input that comes as text: JSON (Copilot's documentation), else a command or a patch. */
function inputOfText(text: string): Wire {
  try {
    return asObject(JSON.parse(text)) ?? { command: text };
  } catch {
    return { command: text };
  }
}

/** What a table says of a name; the name itself where it says nothing, also of what every object inherits. */
function ownField(table: Record<string, string>, name: string): string {
  const found = table[name];
  return typeof found === 'string' ? found : name;
}

function pathsOf(tool: string, fields: Wire): string[] {
  if (tool === 'Edit') {
    const patch = patchText(fields);
    if (patch !== null) return patchPaths(patch);
  }
  const path = textField(fields, ...PATH_FIELDS);
  return path === null ? [] : [path];
}

/** `['bash', '-lc', script]` is the script; any other list is its words, none of which a shell reads. */
function shellWords(words: string[]): string {
  if (words.length === 3 && /^(?:.*\/)?(?:ba|z|da)?sh$/.test(words[0]!) && /^-l?c$/.test(words[1]!)) {
    return words[2]!;
  }
  return words.map(shellWord).join(' ');
}

/** A tool's result as text, whatever its shape. */
export function outputText(value: unknown): string {
  if (typeof value === 'string') return value;
  const wire = asObject(value);
  if (wire === null) return value === undefined || value === null ? '' : JSON.stringify(value);
  const text = textField(
    wire,
    'text_result_for_llm',
    'textResultForLlm',
    'llmContent',
    'output',
    'stdout',
    'error',
  );
  return text ?? JSON.stringify(wire);
}

/** The last line but for other fields: what was printed before may hold such a line of its own. */
const EXIT_LINE =
  /(?:^Exit code:?|<shellId: \S+ completed with exit code) *(\d+)>?\s*(?:^(?:Signal|Background|Process|<\/untrusted)(?:.*\S)?\s*)*(?![\s\S])/im;

/** What a command printed, in the labelled block that Gemini CLI and Qwen Code put around it. */
const PRINTED = /^Output: (?:\(empty\))?([\s\S]*?)(?:\nError: \(none\))?\nExit Code: /m;

/** The text of a shell's result whose own words say that it failed; null for any other result. */
export function failedShellText({ tool }: ToolCall, output: string): string | null {
  if (tool !== 'Bash') return null;
  const code = EXIT_LINE.exec(output.slice(-4096))?.[1];
  return Number(code) > 0 ? `Exit code ${code}\n${PRINTED.exec(output)?.[1] ?? output}` : null;
}
