import { list, object } from '../../transcripts/json.ts';
import { toolCallOf } from './hook-io-payload.ts';

const NAME_CHARS_MAX = 200;

/** A usable tool name: logs hold names with quotes, line breaks and whole sentences in them. */
export function cleanName(name: unknown): string {
  if (typeof name !== 'string') return 'unknown';
  const word = /[\w.:@/-]+/.exec(name);
  return word === null ? 'unknown' : word[0].slice(0, NAME_CHARS_MAX);
}

/** Tools whose input needs no mapping where it is written in the canonical fields. */
const CANONICAL = new Map([
  ['Bash', 'command'],
  ['Read', 'file_path'],
  ['Edit', 'file_path'],
  ['Write', 'file_path'],
  ['Grep', 'pattern'],
  ['Glob', 'pattern'],
]);

function isCanonicalInput(name: string, input: unknown): input is Record<string, unknown> {
  const fields = object(input);
  return fields !== null && typeof fields[CANONICAL.get(name)!] === 'string' && fields['edits'] === undefined;
}

/** Name and input of a call in canonical terms. */
export function canonicalCall(
  name: unknown,
  input: unknown,
  cwd: string | null,
  tools: Record<string, string>,
): { nativeTool: string; tool: string; input: Record<string, unknown> } {
  if (typeof name === 'string' && CANONICAL.has(name) && isCanonicalInput(name, input)) {
    return { nativeTool: name, tool: name, input };
  }
  const nativeTool = cleanName(name);
  const call = toolCallOf(nativeTool, input, cwd ?? '', tools);
  const tool = nativeTool === EDITOR ? editorTool(call.input['command']) : call.tool;
  if (tool === 'Edit') addEdits(call.input);
  return { nativeTool, tool, input: call.input };
}

/** One tool of several agents that reads, writes and edits: its first argument says which. */
export const EDITOR = 'str_replace_editor';

/** @param command the editor's: `view`, `create`, `str_replace`, `insert`, `undo_edit` */
export function editorTool(command: unknown): 'Read' | 'Write' | 'Edit' {
  if (command === 'view') return 'Read';
  return command === 'create' ? 'Write' : 'Edit';
}

/** `edits: [{old_string, new_string}]` as one old and one new text. */
function addEdits(input: Record<string, unknown>): void {
  if (input['old_string'] !== undefined || !Array.isArray(input['edits'])) return;
  const edits = list(input['edits']).map((edit) => object(edit));
  const join = (field: string) =>
    edits
      .map((edit) => edit?.[field])
      .filter((value) => typeof value === 'string')
      .join('\n');
  input['old_string'] = join('old_string');
  input['new_string'] = join('new_string');
}
