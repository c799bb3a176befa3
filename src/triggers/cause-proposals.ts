import {
  CMD_BANNER,
  JQ_COLUMN,
  LATE_OPTION,
  NO_SCHEME,
  OPTION_AS_DRIVE,
  WORD_AS_PATH,
} from '../text/known-messages.ts';
import { escapeRegex } from './escape-regex.ts';
import { wordAt } from './named-words.ts';
import {
  bounded,
  called,
  flagIn,
  flagName,
  headOf,
  namesOf,
  onlyIn,
  usable,
  WORD_START,
  whole,
} from './pattern-words.ts';
import { COMMAND_START } from './run-names.ts';
import type { CommandWords, SynthesisInput } from './synthesize.ts';
import { unreadInputPattern } from './unread-input.ts';

/** Where the error tells the form of what is wrong and quotes no word of the command: that form, whatever the words. */
export function* causeProposals(input: SynthesisInput, head: string): Generator<string> {
  yield* fileForms(input, head);
  yield* jqExpressions(input, head);
  yield* flagsBehind(input, head);
  yield* halfConflicts(input, head);
  yield* splitLines(input);
  yield* longScripts(input);
  yield* windowsForms(input, head);
  yield* foreignSchemes(input, head);
  yield* stringFields(input, head);
  yield* takenBranches(input, head);
  yield* ignoredPaths(input);
  const unread = input.salient === '' ? unreadInputPattern(input.failingLine) : null;
  if (unread !== null) yield unread;
  if (/^head: illegal (?:line|byte) count -- -/.test(input.salient)) yield `${head}.*\\s-[nc]?\\s*-\\d`;
  if (NO_END_OF_EXEC.test(input.salient)) yield `raw:${head}.*\\s-exec(?:dir)?\\s.*\\{\\}\\s*;`;
  if (NO_PASSWORD.test(input.salient)) yield `raw:${COMMAND_START}${namesOf(['sudo'])}\\s+(?!-n\\s)`;
}

/** What git will not add, one path a line. */
const IGNORED = /paths are ignored by one of your \.gitignore files:\n((?:(?!hint:)[^\s:]+(?:\n|$))+)/;

function* ignoredPaths({ error, failing }: SynthesisInput): Generator<string> {
  for (const path of (IGNORED.exec(error)?.[1] ?? '').split('\n').filter(usable))
    yield `${headOf(failing[0]!, `(?!.*${flagIn('-f')})`)}.*\\s(?:\\.\\/)?${escapeRegex(path)}(?:\\/|\\s|$)`;
}

/** `sudo` has nobody to ask, whatever it is to run. */
const NO_PASSWORD = /^sudo: a (?:terminal|password) is required/;

/** The shell took the `;` behind `find -exec` for its own. */
const NO_END_OF_EXEC = /^find: (?:-exec(?:dir)?: no terminating|missing argument to \S?-exec)/;

/** A switch of cmd.exe that was taken for a path. */
const SWITCH_AS_PATH = /^dir: cannot access '[^'\n]*\/[a-z]'/im;
/** Starts the command line of Windows by its option, with one slash. */
export const CALLS_CMD = /(?:^|[\s;&|(])cmd(?:\.exe)?["']?\s+\/[ck]\s/i;
/** A path of Git Bash, as a program of Windows looked for it. */
const TMP_OF_DRIVE = /['"][A-Z]:\\tmp\\/;

/** What bash passes on, and a program of Windows reads otherwise; and the other way round. */
function* windowsForms({ error, failing, failingLine }: SynthesisInput, head: string): Generator<string> {
  if (failing[0]!.program === 'dir' && SWITCH_AS_PATH.test(error)) yield '^dir\\s.*\\s\\/[a-zA-Z](?:\\s|$)';
  if (CMD_BANNER.test(error) && CALLS_CMD.test(failingLine))
    yield `raw:${COMMAND_START}cmd(?:\\.exe)?\\s+\\/[cCkK]\\s`;
  const option = WORD_AS_PATH.exec(error)?.[1] ?? `/${OPTION_AS_DRIVE.exec(error)?.[1]}`;
  if (/^\/[A-Za-z]\w*$/.test(option) && failing[0]!.args.includes(option))
    yield `${head}.*\\s\\/[A-Za-z?]\\w*(?:[\\s:]|$)`;
  if (TMP_OF_DRIVE.test(error) && /['"(]\/tmp\//.test(failingLine)) yield `raw:${head}.*['"]\\/tmp\\/`;
}

/** `*_test.go` in `cannot run *_test.go files`. */
const FILE_FORM = /(?<![\w/.])\*([\w.-]*\.\w{1,5})(?![\w*])/;
/** A name that stands in another file of the package, for single files were given. */
const NAME_ELSEWHERE = /^\S+(\.\w{1,5}):\d+:\d+: undefined: /;

/** Single files and a package at once. */
const FILES_ALONE = /\bnamed files must (?:all )?be (\.\w{1,5}) files: (\S+)/;

function* fileForms({ salient, failing }: SynthesisInput, head: string): Generator<string> {
  const [, type = '', folder = ''] = FILES_ALONE.exec(salient) ?? [];
  const { args } = failing[0]!;
  const file = args.findIndex((arg) => type !== '' && arg.endsWith(type));
  if (file >= 0 && args.includes(folder)) {
    const forms = [
      `\\w${escapeRegex(type)}(?:\\s|$)`,
      folder.endsWith('...') ? '\\.\\.\\.' : escapeRegex(folder),
    ];
    yield `${head}.*${(file < args.indexOf(folder) ? forms : forms.reverse()).join('.*')}`;
  }
  for (const form of [FILE_FORM, NAME_ELSEWHERE]) {
    const end = form.exec(salient)?.[1];
    if (end !== undefined && args.some((arg) => /^[\w./~]/.test(arg) && arg.endsWith(end)))
      yield `${head}.*\\w${escapeRegex(end)}(?:\\s|$)`;
  }
}

/** The place of a jq expression that cannot be parsed, its numbers left open. */
function* jqExpressions({ salient, failing }: SynthesisInput, head: string): Generator<string> {
  const column = JQ_COLUMN.exec(salient)?.[1];
  if (column === undefined) return;
  const { args } = failing[0]!;
  const at = args.findIndex((arg) => /^(?:--jq|-q)$/.test(arg));
  const word = at < 0 ? null : wordAt(args[at + 1] ?? '', Number(column));
  if (word === null || !/^[A-Za-z]\w+\W/.test(word)) return;
  yield `raw:${head}.*[^\\w.]${escapeRegex(word).replace(/\d+/g, '\\d+')}`;
}

/** Flags behind the addresses of a program that takes them before these alone. */
function* flagsBehind({ salient, failing }: SynthesisInput, head: string): Generator<string> {
  const { args, sub } = failing[0]!;
  const late = LATE_OPTION.exec(salient)?.[1];
  const first = args.findIndex((arg) => !arg.startsWith('-') && !sub.split(' ').includes(arg));
  if (late !== undefined && first >= 0 && args.indexOf(late) > first)
    yield `raw:${head}(?:\\s+-\\w+)?\\s+[^-\\s].*\\s${escapeRegex(late)}(?:\\s|$)`;
  if (!/too many positional arguments/i.test(salient)) return;
  const at = args.findIndex((arg) => arg.includes('://'));
  const flag = at < 0 ? undefined : args.slice(at).find((arg) => /^--?[a-z][\w-]*$/.test(arg));
  if (flag !== undefined) yield `raw:${head}.*:\\/\\/\\S*\\s+${escapeRegex(flag)}(?:\\s|$)`;
}

/** A branch that another worktree has, and a field that a listing has not: not the word wherever else it stands. */
function* takenBranches({ salient, failing }: SynthesisInput, head: string): Generator<string> {
  const { args } = failing[0]!;
  const branch = /'([^'\s]+)' is already (?:used by worktree|checked out)/.exec(salient)?.[1];
  if (branch !== undefined && args.at(-1) === branch && /^(?:checkout|switch)$/.test(args.at(-2) ?? ''))
    yield `${head}\\s+${escapeRegex(branch)}\\s*(?:$|[;&|])`;
  const field = /^Unknown JSON field: "(\w+)"/.exec(salient)?.[1];
  if (field !== undefined) yield `${head}.*\\s--json[\\s=]\\S*${whole(field)}`;
}

/** An address of a protocol that the program does not speak. */
function* foreignSchemes({ salient, failing, failingLine }: SynthesisInput, head: string): Generator<string> {
  const scheme = NO_SCHEME.exec(salient)?.[1];
  if (scheme === undefined || !failingLine.includes(`${scheme}://`)) return;
  const { sub, args } = failing[0]!;
  const run = sub === 'run' ? args.find((arg) => arg.includes('/') && usable(arg)) : undefined;
  yield `${head}${run === undefined ? '' : `.*${bounded(run)}`}.*\\b${escapeRegex(scheme)}:\\/\\/`;
}

/** A field that `gh api` sends as a string, wherever in the call it stands: its value is data to the shell view. */
function* stringFields({ error, failing }: SynthesisInput, head: string): Generator<string> {
  const field = /For 'properties\/(\w+)', .{1,90} is not an? \w+/.exec(error)?.[1];
  if (field !== undefined && failing[0]!.program === 'gh')
    yield `raw:${head}[\\s\\S]*\\s(?:-f|--raw-field)[\\s=]+["']?${field}=`;
}

const COMBINED = /\bcannot be (?:combined|used together)\b/i;

/** Two options that exclude each other, of which the message names one in its own words and the correction gives up the other. */
function* halfConflicts({ salient, failing, corrected }: SynthesisInput, head: string): Generator<string> {
  if (!corrected || !COMBINED.test(salient)) return;
  const flags = failing[0]!.args.map(flagName).filter((arg) => /^--[a-z]/.test(arg));
  const gone = onlyIn(failing[0]!, corrected).find((word) => flags.includes(word));
  const kept = flags.find(
    (flag) => flag !== gone && new RegExp(`\\b${escapeRegex(flag.slice(2))}\\b`, 'i').test(salient),
  );
  if (gone === undefined || kept === undefined) return;
  const inOrder = flags.indexOf(gone) < flags.indexOf(kept) ? [gone, kept] : [kept, gone];
  yield `${head}${inOrder.map((flag) => `.*${bounded(flag)}`).join('')}`;
}

/** A line that begins with an option, behind one that calls a program and does not end in a backslash. */
function* splitLines({ salient, failingLine }: SynthesisInput): Generator<string> {
  const option = /command not found: (-{1,2}[\w-]+)/.exec(salient)?.[1];
  if (option === undefined) return;
  const at = failingLine.search(new RegExp(`\\n\\s*${escapeRegex(option)}(?![\\w-])`));
  const line = at < 0 ? '' : failingLine.slice(failingLine.lastIndexOf('\n', at - 1) + 1, at);
  const program = /^\s*(?:\S*\/)?([\w.-]+)/.exec(line.split(/[|;&]/).at(-1) ?? '')?.[1];
  if (program !== undefined) yield `raw:${called(program)}[^\\n\\\\]*\\n\\s*-{1,2}\\w`;
}

/** A script on the command line of `xargs -I`, which BSD limits to 255 bytes. */
function* longScripts({ salient, failingLine }: SynthesisInput): Generator<string> {
  if (!/^xargs: command (?:line cannot be assembled, )?too long/.test(salient)) return;
  const quote = /\bxargs\s+-I[^|;&]*\s-c\s+(["'])/.exec(failingLine)?.[1];
  if (quote !== undefined) yield `raw:${called('xargs')}\\s+-I[^|;&]*\\s-c\\s+${quote}[^${quote}]{200}`;
}

/** The name of the folder that a line goes into before it runs a command; empty where that is not told. */
function folderGoneTo(line: string): string {
  const folder = /(?:^|[;&\n])[^\S\n]*cd\s+["']?([^\s"';&|]+?)\/?["']?\s*&&\s/.exec(line)?.[1];
  const name = folder?.split('/').at(-1) ?? '';
  return usable(name) ? name : '';
}

const goingTo = (name: string): string =>
  `raw:${called('cd')}\\s+\\S*${/^\w/.test(name) ? WORD_START : ''}${escapeRegex(name)}\\/?["']?\\s*&&.*`;

/** What one clone has, and another has not. */
const OF_CLONE =
  /'([\w./-]+)' does not appear to be a git repository|^error: No such remote:? '?([\w./-]+)|couldn't find remote ref (\S+)/;

/** A remote or a branch that one clone lacks, where the line goes into that clone first: there alone. Null for others. */
export function cloneProposal({ salient, failing, failingLine }: SynthesisInput): string | null {
  const word = OF_CLONE.exec(salient)?.slice(1).find(Boolean);
  const { program, sub, args } = failing[0]!;
  if (word === undefined || program !== 'git' || !args.includes(word)) return null;
  const at = args.indexOf('-C');
  const given = at < 0 ? '' : (args[at + 1]!.split('/').findLast((part) => part !== '') ?? '');
  if (usable(given))
    return `${called('git')}.*${bounded(given)}.*\\s${namesOf(sub.split(' '))}.*${bounded(word)}`;
  const name = folderGoneTo(failingLine);
  return name === '' ? null : `${goingTo(name)}${callOf(failing[0]!)}.*${bounded(word)}`;
}

/** Where the command first goes into a folder, and the error names that folder: there the program does not do this. */
export function* folderProposals({ salient, failing, failingLine }: SynthesisInput): Generator<string> {
  const name = folderGoneTo(failingLine);
  if (name === '' || !new RegExp(`[\\s/]${escapeRegex(name)}/?(?![\\w/-])`).test(salient)) return;
  yield `${goingTo(name)}${callOf(failing[0]!)}`;
}

const callOf = ({ program, sub }: CommandWords): string => {
  const [word = ''] = sub.split(' ');
  return called(program, ...(word === '' ? [] : [word]));
};

/** Where a request was refused: the end of its address, its numbers left open. */
export function* endpointProposals(input: SynthesisInput, head: string): Generator<string> {
  if (!/\bHTTP [45]\d\d\b|\bNot Found\b/i.test(input.salient)) return;
  for (const arg of input.failing[0]!.args) {
    const end = endpointOf(arg);
    if (end !== '') yield `${head}.*${end}`;
  }
}

/** The end of the address of one thing, `repos/acme/shop/pulls/12`, with its numbers left open; empty for other words. */
export function endpointOf(arg: string): string {
  if (!/^\/?[\w.-]+(?:\/[\w.{}-]+){2,}$/.test(arg) || !/\/\d+(?:\/|$)/.test(arg)) return '';
  const parts = arg.split('/').slice(-4);
  const end = parts.map((part) => (/^\d+$/.test(part) ? '\\d+' : escapeRegex(part))).join('\\/');
  return `\\b${end}(?:\\s|$)`;
}
