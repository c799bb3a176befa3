import type { ShellView, SimpleCommand } from '../types.ts';
import { alternatives } from './alternatives.ts';
import { addAlternatives, showWord, TEXT_CHARS_MAX } from './describe.ts';
import { inertness } from './inert.ts';
import { resolveWords } from './resolve.ts';
import { PIPE, readCmd, readPowerShell, type WindowsStage, type WindowsWord } from './windows-lexer.ts';
import { hasWord, wordList } from './word-list.ts';

export type WindowsDialect = 'powershell' | 'cmd';

const LEVELS_MAX = 5;
/** Words of a stage that are looked at. */
const WORDS_MAX = 2048;
const KEYWORDS = wordList(
  'if else elseif foreach for while do until switch try catch finally function filter param return begin process end throw in not exist defined errorlevel call',
);
/** Programs and cmdlets that print their arguments, or search for them. */
const TEXT_CMDLETS =
  /^(?:write-(?:host|output|verbose|warning|error|debug|information)|out-host|select-string|sls|findstr|title|echo\.?|get-help|get-command|gcm|where)$/i;

const STARTED = 'Start-Process';
/** Its parameters and those of `Invoke-Expression`, which are no part of the command. */
const SWITCH = /^-(?:command|filepath|argumentlist|args|wait|nonewwindow|passthru)$/i;
const WITH_VALUE = /^-(?:workingd|windows|verb|redirect)\w*$/i;

/** Reads a command line that a POSIX shell is given. */
type PosixReader = (text: string, via: string) => SimpleCommand[];

/**
 * What PowerShell or cmd would execute: enough to see programs, arguments and what is data. Never throws.
 * @param posix reads what is given to `bash -c`
 */
export function windowsView(text: string, dialect: WindowsDialect, posix: PosixReader): ShellView {
  const view = { commands: [] as SimpleCommand[], pipelines: [] as string[], lists: [] as string[] };
  collect(text, dialect, 'top', 0, view, posix);
  return view;
}

interface Collected {
  commands: SimpleCommand[];
  pipelines: string[];
  lists: string[];
}

function collect(
  text: string,
  dialect: WindowsDialect,
  via: string,
  level: number,
  view: Collected,
  posix: PosixReader,
): void {
  const stages = dialect === 'powershell' ? readPowerShell(text) : readCmd(text);
  // What `Start-Process` starts is handed the rest as it stands: only a shell goes on behind an operator.
  if (via === STARTED && windowsScript(text.split(' ')) === null) stages.splice(1);
  let pipeline: string[] = [];
  const joined: string[] = [];
  const { live, bodies } = byFunction(stages);
  const known = new Map<string, string>();
  for (let i = 0; i < live.length; i++) {
    const stage = live[i]!;
    const assignment = assignedBy(stage, live[i + 1]);
    if (assignment !== null) known.set(...assignment);
    if (stage.called) stage.words[0] = filled(stage.words[0]!, known);
    const words = commandWords(stage, dialect);
    if (words.length === 0) continue;
    if (known.size > 0) for (let at = 1; at < words.length; at++) words[at] = filled(words[at]!, known);
    const shown = show(words, via);
    const called = words[0]!.value.toLowerCase();
    live.push(...(bodies.get(called) ?? []));
    bodies.delete(called);
    view.commands.push(...shown);
    const line = shown[0]!.text;
    const isPiped = stage.joint === PIPE;
    if (!isPiped) {
      finish(pipeline, view);
      pipeline = [];
    }
    pipeline.push(line);
    joined.push(stage.joint, line);
    if (level >= LEVELS_MAX) continue;
    const piped = isPiped ? live[i - 1]?.words.map((word) => filled(word, known).value).join(' ') : '';
    for (const inner of innerLines(words, piped)) {
      if (inner.dialect === 'posix') view.commands.push(...posix(inner.text, inner.via));
      else collect(inner.text, inner.dialect, inner.via, level + 1, view, posix);
    }
  }
  finish(pipeline, view);
  if (joined.length > 2) view.lists.push(joined.slice(1, 400).join('').slice(0, TEXT_CHARS_MAX));
}

/**
 * The name and the value of `$f = 'x'`, `$env:F='x'` and `set F=x`.
 * @param next where a lone sign puts the value
 */
function assignedBy(stage: WindowsStage, next: WindowsStage | undefined): [string, string] | null {
  const text = stage.words.map((word) => word.value).join(' ');
  const found = /^(?:\$(?:env:)?|set )(\w{1,60})(?:=(.{0,200}))?$/i.exec(text.slice(0, 300));
  if (found === null) return null;
  const literal = next?.words.length === 1 && next.words[0]!.quoted ? next.words[0]!.value : undefined;
  const value = found[2] ?? literal;
  return value ? [found[1]!.toLowerCase(), value.slice(0, 200)] : null;
}

/** A word with the values of its variables. */
function filled(word: WindowsWord, known: ReadonlyMap<string, string>): WindowsWord {
  const value = word.value.replace(
    /\$(?:env:)?(\w{1,60})|%(\w{1,60})%/gi,
    (whole, name?: string, percent?: string) => known.get((name ?? percent)!.toLowerCase()) ?? whole,
  );
  return { ...word, value };
}

/** What is executed, and the bodies of functions, which are where they are called. */
function byFunction(stages: readonly WindowsStage[]): {
  live: WindowsStage[];
  bodies: Map<string, WindowsStage[]>;
} {
  const live: WindowsStage[] = [];
  const bodies = new Map<string, WindowsStage[]>();
  for (const stage of stages) {
    const list = stage.body === undefined ? live : (bodies.get(stage.body) ?? []);
    if (list.length === 0 && stage.body !== undefined) bodies.set(stage.body, list);
    list.push(stage);
  }
  return { live, bodies };
}

function finish(pipeline: readonly string[], view: Collected): void {
  if (pipeline.length > 1) view.pipelines.push(pipeline.slice(0, 200).join(' | ').slice(0, TEXT_CHARS_MAX));
}

/** The words from the program on: keywords, assignments and conditions before it are passed. */
function commandWords(stage: WindowsStage, dialect: WindowsDialect): WindowsWord[] {
  let i = 0;
  const { words } = stage;
  while (i < words.length) {
    const { value, quoted } = words[i]!;
    const lower = value.toLowerCase();
    if (!quoted && KEYWORDS.has(lower)) i++;
    else if (!quoted && lower === 'start' && i + 1 < words.length) i += words[i + 1]!.quoted ? 2 : 1;
    else if (i > 0 && /^(?:exist|defined|errorlevel)$/i.test(words[i - 1]!.value)) i++;
    else if (i > 0 && dialect === 'cmd' && /^\/(?:b|i|d|wait|min|max)$/i.test(value)) i++;
    else if (i > 0 && value.includes('==')) i++;
    else break;
  }
  const program = words[i];
  // A variable, a literal or an operator is an expression, which runs nothing.
  if (program === undefined || /^[$@[\d\-!%+,.=<>]*$|^[$@[]/.test(program.value)) return [];
  if (program.quoted) {
    const text = dialect === 'powershell' ? stage.called !== true : i + 1 === words.length;
    if (text || program.value.trim() === '') return [];
  }
  return words.slice(i, i + WORDS_MAX);
}

function show(words: readonly WindowsWord[], via: string): SimpleCommand[] {
  const values = words.map((word) => word.value);
  const { roles, links } = resolveWords(words, via);
  if (TEXT_CMDLETS.test(links[0]!.program)) {
    for (let i = 1; i < roles.length; i++) if (!/^-\w+$/.test(values[i]!)) roles[i] = { from: 0 };
  }
  const shown = values.map((value, index) => showWord(value, roles[index]!));
  const inert = values.some((value) => /^-whatif$/i.test(value))
    ? 'dry-run'
    : inertness(values, links.at(-1)!.at);
  return links.map((link) => {
    const texts = [link.program, ...shown.slice(link.at + 1, link.to)];
    const command: SimpleCommand = {
      program: link.program,
      text: texts.join(' ').slice(0, TEXT_CHARS_MAX),
      args: values.slice(link.at + 1, link.to),
      via: link.via,
    };
    addAlternatives(command, alternatives(texts));
    if (inert !== null) command.inert = inert;
    return command;
  });
}

interface InnerLine {
  text: string;
  dialect: WindowsDialect | 'posix';
  via: string;
}

/**
 * Command lines among the arguments: `powershell -Command`, `cmd /c`, `iex`, `bash -c`, `Start-Process`.
 * @param piped what stands in the stage before
 */
function innerLines(words: readonly WindowsWord[], piped = ''): InnerLine[] {
  const values = words.map((word) => word.value);
  const line = windowsScript(values);
  if (line !== null) return [line];
  const program = values[0]!.toLowerCase();
  const text = values
    .slice(1)
    .filter((value, i) => !SWITCH.test(value) && ![value, values[i]!].some((each) => WITH_VALUE.test(each)))
    .join(' ');
  if (hasWord('invoke-expression iex', program))
    return [{ text: text || piped, dialect: 'powershell', via: 'iex' }];
  if (hasWord('start-process saps', program))
    return [{ text: text.replace(/,\s*/g, ' '), dialect: 'powershell', via: STARTED }];
  const { scripts } = resolveWords(words, 'top');
  return scripts.map(({ from, to, via, offset }) => ({
    text: values.slice(from, to).join(' ').slice(offset),
    dialect: 'posix',
    via,
  }));
}

/** The command line that `powershell -Command` or `cmd /c` is given among these words, or null. */
export function windowsScript(values: readonly string[]): (InnerLine & { dialect: WindowsDialect }) | null {
  const first = (values[0] ?? '').toLowerCase();
  // Most programs are neither; a search costs less than an expression does.
  if (!first.includes('w') && !first.includes('cmd')) return null;
  const program = first.replace(/^.*[\\/]|\.exe$/g, '');
  const cmd = program === 'cmd';
  if (!cmd && !hasWord('powershell pwsh', program)) return null;
  const coded = cmd ? 0 : values.findIndex((value) => /^[-/]e(?:c|n\w*)?$/i.test(value)) + 1;
  if (coded > 0)
    return {
      text: Buffer.from(values[coded] ?? '', 'base64').toString('utf16le'),
      dialect: 'powershell',
      via: program,
    };
  const isOption = cmd ? /^\/\/?[ck]$/i : /^[-/]c[oman]*d?$/i;
  let from = values.findIndex((value) => isOption.test(value)) + 1;
  // Without the option, what has a blank is a command line to PowerShell, unless it is given to a script.
  if (from === 0 && !cmd && !values.some((value) => /^[-/]f|\.ps1$/i.test(value)))
    from = values.findIndex((value) => value.includes(' '));
  if (from <= 0) return null;
  // What is quoted for cmd stays so; PowerShell joins its words.
  const words = values
    .slice(from)
    .map((value, i) => (cmd && i > 0 && value.includes(' ') ? `"${value}"` : value));
  return { text: words.join(' '), dialect: cmd ? 'cmd' : 'powershell', via: program };
}
