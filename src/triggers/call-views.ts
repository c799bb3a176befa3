import type { ShellView, SimpleCommand } from '../inject/types.ts';
import type { ToolCall } from '../model/tool-call.ts';

/** Name of these encoding rules; a change makes the call index compute its views anew. */
export const CALL_VIEW_VERSION = '4';

/**
 * A packed view is lines in pairs: what the text is, then the text. Texts stand whole on a line of their own, so
 * that a pattern without lookaround that matches one of them also matches the packed view in multi-line mode.
 */
const LINE = '\n';
/** Stands for a line break inside a text: white space, and not matched by a dot, as the break itself. */
const BREAK = '\u2028';

const KIND = { command: 'c', help: 'h', dryRun: 'd', alt: 'a', pipeline: 'p', list: 'l' } as const;

/** What of a shell view patterns are run on; null where that is the command as it stands. */
export function packView(view: ShellView, command: string): string | null {
  const lines: string[] = [];
  const put = (kind: string, text: string): void => {
    lines.push(kind, text.replaceAll(LINE, BREAK));
  };
  for (const each of view.commands) {
    put(each.inert === 'help' ? KIND.help : each.inert === 'dry-run' ? KIND.dryRun : KIND.command, each.text);
    for (const alt of each.alt ?? []) put(KIND.alt, alt);
  }
  for (const text of view.pipelines ?? []) put(KIND.pipeline, text);
  for (const text of view.lists ?? []) put(KIND.list, text);
  if (lines.length === 2 && lines[0] === KIND.command && lines[1] === command) return null;
  return lines.length === 0 ? LINE : lines.join(LINE);
}

/** The view as far as matching needs it; `packed` as `packView` made it. */
export function unpackView(packed: string | null, command: string): ShellView {
  if (packed === null) return { commands: [simple(command)] };
  const view = {
    commands: [] as SimpleCommand[],
    pipelines: [] as string[],
    lists: [] as string[],
  };
  const lines = packed.split(LINE);
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const text = (lines[at + 1] as string).replaceAll(BREAK, LINE);
    const last = view.commands.at(-1);
    if (lines[at] === KIND.pipeline) view.pipelines.push(text);
    else if (lines[at] === KIND.list) view.lists.push(text);
    else if (lines[at] === KIND.alt && last) last.alt = [...(last.alt ?? []), text];
    else if (lines[at] !== '') view.commands.push(unpackCommand(lines[at] as string, text));
  }
  return view;
}

/**
 * Whether what was found at this place of a packed view lies in the line of a command that really runs. Marks are
 * lines of one character; a line with another kind of break in it is left open, since `^` and `$` hold there too.
 */
export function holdsCommand(packed: string, at: number, found: string): boolean {
  const start = packed.lastIndexOf(LINE, at - 1) + 1;
  const next = packed.indexOf(LINE, at);
  const end = next < 0 ? packed.length : next;
  if (at === 0 || end - start < 2 || at + found.length > end) return false;
  if (packed[start - 2] !== KIND.command) return false;
  return !/[\r\u2028\u2029]/.test(packed.slice(start, end));
}

function unpackCommand(kind: string, text: string): SimpleCommand {
  const command = simple(text);
  if (kind === KIND.help) command.inert = 'help';
  if (kind === KIND.dryRun) command.inert = 'dry-run';
  return command;
}

function simple(text: string): SimpleCommand {
  return { program: '', text, args: [], via: '' };
}

/** Tools whose text is a shell command. */
export function isShellTool(tool: string): boolean {
  return tool === 'Bash';
}

const PATTERN_FIELDS = new Map([
  ['WebFetch', 'url'],
  ['WebSearch', 'query'],
]);

/**
 * A past call as the matcher takes it. Only its command or path was kept, not what it wrote; the working folder
 * is unknown, so a path is compared in its forms relative to every folder above it. Of a search that is where it looked,
 * or, where it named no place, what it sought: that is seldom written like a path.
 */
export function pastCall(tool: string, text: string): ToolCall {
  if (isShellTool(tool)) return { tool, nativeTool: tool, input: { command: text }, cwd: '', paths: [] };
  const field = PATTERN_FIELDS.get(tool);
  if (field !== undefined) return { tool, nativeTool: tool, input: { [field]: text }, cwd: '', paths: [] };
  const paths = text.split('\n').filter((each) => each !== '');
  const cwd = paths[0]?.replace(/[\\/][^\\/]*$/, '') ?? '';
  return { tool, nativeTool: tool, input: { file_path: paths[0] ?? '' }, cwd, paths };
}
