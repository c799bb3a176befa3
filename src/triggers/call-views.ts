import type { ShellView, SimpleCommand } from '../inject/types.ts';
import type { ToolCall } from '../model/tool-call.ts';

/** Name of these encoding rules and of the shell view's; a change to either makes the call index compute its views anew. */
export const CALL_VIEW_VERSION = '1';

type PackedCommand = string | [text: string, alt: string[], inert: string];
type PackedView = [commands: PackedCommand[], pipelines?: string[], lists?: string[]];

/** What of a shell view patterns are run on, as short JSON; null where that is the command as it stands. */
export function packView(view: ShellView, command: string): string | null {
  const commands = view.commands.map(
    (each): PackedCommand =>
      each.alt === undefined && each.inert === undefined
        ? each.text
        : [each.text, each.alt ?? [], each.inert ?? ''],
  );
  const pipelines = view.pipelines ?? [];
  const lists = view.lists ?? [];
  if (commands.length === 1 && commands[0] === command && pipelines.length + lists.length === 0) return null;
  const packed: PackedView = [commands];
  if (pipelines.length + lists.length > 0) packed.push(pipelines);
  if (lists.length > 0) packed.push(lists);
  return JSON.stringify(packed);
}

/** The view as far as matching needs it; `packed` as `packView` made it. */
export function unpackView(packed: string | null, command: string): ShellView {
  if (packed === null) return { commands: [simple(command)], masked: '' };
  const [commands, pipelines = [], lists = []] = JSON.parse(packed) as PackedView;
  return { commands: commands.map(unpackCommand), masked: '', pipelines, lists };
}

function unpackCommand(packed: PackedCommand): SimpleCommand {
  if (typeof packed === 'string') return simple(packed);
  const [text, alt, inert] = packed;
  const command = simple(text);
  if (alt.length > 0) command.alt = alt;
  if (inert === 'help' || inert === 'dry-run') command.inert = inert;
  return command;
}

function simple(text: string): SimpleCommand {
  return { program: '', text, args: [], start: 0, via: '' };
}

/** Tools whose text is a shell command. */
export function isShellTool(tool: string): boolean {
  return tool === 'Bash';
}

const PATTERN_FIELDS: Record<string, string> = { Grep: 'pattern', WebFetch: 'url', WebSearch: 'query' };

/**
 * A past call as the matcher takes it. Only its command or path was kept, not what it wrote; the working folder
 * is unknown, so a path is compared in its forms relative to every folder above it.
 */
export function pastCall(tool: string, text: string): ToolCall {
  if (isShellTool(tool)) return { tool, nativeTool: tool, input: { command: text }, cwd: '', paths: [] };
  const field = PATTERN_FIELDS[tool];
  if (field !== undefined) return { tool, nativeTool: tool, input: { [field]: text }, cwd: '', paths: [] };
  const paths = text.split('\n').filter((each) => each !== '');
  const cwd = paths[0]?.replace(/[\\/][^\\/]*$/, '') ?? '';
  return { tool, nativeTool: tool, input: { file_path: paths[0] ?? '' }, cwd, paths };
}
