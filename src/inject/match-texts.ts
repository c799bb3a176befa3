import { PATTERN_TEXT_BYTES_MAX } from '../model/constants.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { editUnits } from './edit-units.ts';
import { pathForms } from './paths.ts';
import type { ShellView, SimpleCommand } from './types.ts';

/** Text of all commands of one call that patterns are run on, and what is left of each where it is more. */
const TOTAL_CHARS_MAX = 65_536;
const CROWDED_CHARS_MAX = 1024;
const PATHS_MAX = 200;
const SHORT_CHARS = 2000;
const CONTENT_WINDOWS_MAX = 8;

/** Everything of one call that a pattern can be run on, prepared once. */
export interface CallTexts {
  commands: CommandTexts[];
  pipelines: string[];
  lists: string[];
  raw: string | null;
  /** Forms of each path: absolute, and relative to the working directory and what is above it. */
  paths: string[][];
  edits: { forms: string[]; windows: string[] }[];
}

/** One command, and the forms of its text: as it stands, then its other spellings. */
export interface CommandTexts {
  command: SimpleCommand;
  first: string;
  /** All of them. Made when they are asked for: where the first decides, the others are not needed. */
  readonly texts: string[];
}

/** Prepares a call. `view` is null where the tool runs no shell command. */
export function callTexts(call: ToolCall, view: ShellView | null): CallTexts {
  const command = call.input['command'];
  const texts: CallTexts = {
    commands: view === null ? [] : commandTexts(view.commands, isInBackground(call)),
    pipelines: cutAll(view?.pipelines),
    lists: cutAll(view?.lists),
    raw: view !== null && typeof command === 'string' ? cut(withScript(command)) : null,
    paths: [],
    edits: [],
  };
  for (const path of call.paths.slice(0, PATHS_MAX)) texts.paths.push(pathForms(path, call.cwd));
  // A shell's call edits nothing, unless it carries a patch.
  const edits = texts.raw === null || texts.raw.includes('***') ? editUnits(call) : [];
  for (const unit of edits) {
    const parts = unit.contents.flatMap(windows).slice(0, CONTENT_WINDOWS_MAX);
    texts.edits.push({ forms: pathForms(unit.path, call.cwd), windows: parts });
  }
  return texts;
}

// In a function of its own: it would be made where the other is first called.
const handedOn = (): RegExp => /^\S*sh -l?c (['"])(.*)\1\s*$/s;

/** What `bash -lc '…'` is handed stands behind it as a line of its own: a pattern may name where a line begins. */
function withScript(command: string): string {
  if (!command.includes('sh -c ') && !command.includes('sh -lc ')) return command;
  return command.replace(handedOn(), '$&\n;$2');
}

// Loops instead of `map` and its like: the first use of each of those takes 30 to 100 µs of a hook.
function cutAll(texts: readonly string[] | undefined): string[] {
  const out: string[] = [];
  for (const text of texts ?? []) out.push(cut(text));
  return out;
}

/** Nobody waits for it, as with `&`: the agent's tool says so, or is one for that. */
function isInBackground({ input, nativeTool }: ToolCall): boolean {
  return (
    input['run_in_background'] === true ||
    input['is_background'] === true ||
    nativeTool.toLowerCase() === 'monitor'
  );
}

/** Many long commands are each looked at where they begin, so that the last is seen as well as the first. */
function commandTexts(seen: readonly SimpleCommand[], background: boolean): CallTexts['commands'] {
  let chars = 0;
  for (const each of seen) chars += each.text.length;
  const max = chars > TOTAL_CHARS_MAX ? CROWDED_CHARS_MAX : PATTERN_TEXT_BYTES_MAX;
  const texts: CallTexts['commands'] = [];
  let total = 0;
  for (const command of seen) {
    const each = formsOf(command, max, background);
    // Of a short command, no number of spellings comes near the limit.
    if (seen.length > 2 || command.text.length > SHORT_CHARS) {
      for (const form of each.texts) total += form.length;
      if (total > 2 * TOTAL_CHARS_MAX) break;
    }
    texts.push(each);
  }
  return texts;
}

function formsOf(command: SimpleCommand, max: number, background: boolean): CommandTexts {
  const first = command.text.slice(0, max);
  let forms: string[] | null = null;
  return {
    command,
    first,
    get texts(): string[] {
      if (forms !== null) return forms;
      forms = background ? [first, `${first} &`] : [first];
      for (const text of command.alt ?? []) forms.push(text.slice(0, max));
      return forms;
    },
  };
}

/** The very texts that patterns are run on, for the look-up in the token index. */
export function tokenTexts(texts: CallTexts): string[] {
  const out: string[] = [];
  for (const { texts: forms } of texts.commands) out.push(...forms);
  out.push(...texts.pipelines, ...texts.lists);
  if (texts.raw !== null) out.push(texts.raw);
  for (const forms of texts.paths) out.push(...forms);
  for (const edit of texts.edits) out.push(...edit.forms, ...edit.windows);
  return out;
}

/** At most the 8 KB that a pattern's timed attack was made with. */
export function cut(text: string): string {
  return text.slice(0, PATTERN_TEXT_BYTES_MAX);
}

/** A long text in windows of at most 8 KB, broken at line ends where there are any. */
function windows(text: string): string[] {
  const out: string[] = [];
  let at = 0;
  while (at < text.length && out.length < CONTENT_WINDOWS_MAX) {
    let end = at + PATTERN_TEXT_BYTES_MAX;
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end);
      if (line > at) end = line + 1;
    }
    out.push(text.slice(at, end));
    at = end;
  }
  return out;
}
