import { baseName } from '../../inject/paths.ts';
import { remembered } from '../../text/remembered.ts';
import { handedOn } from './handed-on.ts';
import { namesIn } from './programs.ts';
import { subcommand } from './shell-subcommand.ts';
import { tokenise, type Word } from './shell-words.ts';
import { stripWrappers } from './strip-wrappers.ts';

/**
 * A cheap split of a command line for the detector, which sees every call of every transcript.
 * The exact view that triggers are matched on is `inject/shell-view.ts`; this one only has to name
 * programs, subcommands and flags, in one pass, without failing on anything.
 */

/** A simple command of a line. */
export interface ShellPart {
  /** Program without its folder; empty for a bare assignment. */
  program: string;
  /** First plain word after the program for programs that have subcommands, else empty. */
  sub: string;
  /** Words after the program, quotes taken off; here-documents are left out. */
  args: string[];
  /** Operator before it: empty for the first, else `;`, `&&`, `||`, `|` or `&`. */
  op: string;
  /** What starts it and was removed, with blanks between: `sudo env`, `npx`, `bash`; empty where nothing does. */
  via: string;
  /** Files that it writes its output into. */
  into: string[];
  /** Program and arguments after wrappers, single-spaced. */
  text: string;
  /** What carries it to another machine, into another system of this one, a pod or a container: `ssh box 'make'`. */
  by?: ShellPart | undefined;
}

const TEXT_MAX = 8192;
const PARTS_MAX = 40;
/** How deep what is handed on is read: wrappers, shells within shells, other machines. */
const DEPTH_MAX = 6;

const REDIRECT = /^\d*(?:>>?|<)&?\d*-?$|^&>>?$/;
const REDIRECT_WITH_TARGET = /^(?:\d*(?:>>?|<)|&>>?)&?[^&\s]/;

/** A program without the version that a runner is told: `ruff@0.6.9`. */
export const unversioned = (program: string): string => program.replace(/(?<=\w)@[\w.^~-]+$/, '');

/** `$found = Get-Item x`, as PowerShell keeps what a command gives. */
const isAssigned = ([name, sign, command]: Word[]): boolean =>
  sign?.text === '=' &&
  /^\$[A-Za-z_]\w*$/.test(name!.text) &&
  /^[A-Za-z]\w*(?:-\w+)?$/.test(command?.text ?? '');

/** What stands before a simple command. */
type Lead = Pick<ShellPart, 'op' | 'via'>;

/** The simple commands of what a program hands to a shell, a container or another machine. */
function handedParts(words: Word[], program: string, lead: Lead, depth: number): ShellPart[] {
  const handed = depth < DEPTH_MAX ? handedOn(words, program) : null;
  if (handed === null) return [];
  const parts =
    'line' in handed ? split(handed.line, depth + 1) : toPart(words.slice(handed.from), lead.op, depth + 1);
  const by = handed.elsewhere ? partOf(words, program, lead) : null;
  return parts.map((part, index) => ({
    ...(by === null ? part : carried(part, by)),
    ...(index === 0 && {
      op: lead.op,
      ...(by === null && { via: [lead.via, program, part.via].join(' ').trim() }),
    }),
  }));
}

const carried = (part: ShellPart, by: ShellPart): ShellPart => ({
  ...part,
  by: part.by ? carried(part.by, by) : by,
});

function toPart(words: Word[], op: string, depth: number): ShellPart[] {
  if (/^(?:for|case|select|function)$/.test(words[0]?.text ?? '')) return [];
  const { words: rest, via } = stripWrappers(isAssigned(words) ? words.slice(2) : words);
  if (rest.length === 0) return [];
  const program = baseName(rest[0]!.text).replace(/\.exe$/i, '');
  const handed = handedParts(rest, program, { op, via }, depth);
  return handed.length > 0 ? handed : [partOf(rest, program, { op, via })];
}

function partOf(rest: Word[], program: string, { op, via }: Lead): ShellPart {
  const name = baseName(rest[0]!.text);
  const args: string[] = [];
  const into: string[] = [];
  let plain = 0;
  for (let index = 1; index < rest.length; index++) {
    const word = rest[index]!;
    if (!word.quoted && plain === args.length) plain += 1;
    if (!word.quoted && REDIRECT.test(word.text)) {
      if (/[<>]$/.test(word.text)) index++;
      if (word.text.endsWith('>') && rest[index]) into.push(rest[index]!.text);
    } else if (word.quoted || !REDIRECT_WITH_TARGET.test(word.text)) args.push(word.text);
    else if (word.text.includes('>')) into.push(word.text.replace(/^[\d&]*>*/, ''));
  }
  return {
    program,
    sub: subcommand(unversioned(program), args, plain),
    args,
    op,
    via,
    into,
    text: [name, ...args].join(' '),
  };
}

function split(command: string, depth: number): ShellPart[] {
  const parts: ShellPart[] = [];
  let words: Word[] = [];
  let op = '';
  for (const token of [...tokenise(command.slice(0, TEXT_MAX)), ';']) {
    if (typeof token !== 'string') words.push(token);
    else {
      if (words.length > 0) parts.push(...toPart(words, op, depth));
      if (words.length > 0 || token !== ';') op = token;
      words = [];
      if (parts.length >= PARTS_MAX) break;
    }
  }
  return parts;
}

const COMMANDS_REMEMBERED = 512;

/** The simple commands of a command line, in order; at most 40, over the first 8 KB. Never throws. */
export const shellParts = remembered(COMMANDS_REMEMBERED, (command) => split(command, 0));

/** Programs that only move about, set things up or print a word; the real work is elsewhere in the line. */
const SCAFFOLD = namesIn(
  `cd echo printf export set source . true : pwd date whoami hostname sleep Write-Host Write-Output
  Set-Location Push-Location Pop-Location Get-Location pushd popd unset wait tee local shopt setopt trap
  exit return test [`,
);
/** Programs that shape another's output at the end of a pipe. */
const FILTERS = namesIn(
  `head tail grep egrep rg sed awk sort uniq wc cut tr jq less more cat column tee xargs python3 python
  fold nl rev tac`,
);

/** The part that the line is about: the first that is neither scaffolding nor a filter behind a pipe. */
export function mainPart(parts: ShellPart[]): ShellPart | null {
  const work = parts.filter((part) => !SCAFFOLD.has(part.program));
  return work.find((part) => !isFilter(part)) ?? work[0] ?? parts[0] ?? null;
}

/** True for a part that only moves about or sets things up. */
export const isScaffold = (part: ShellPart): boolean => SCAFFOLD.has(part.program);

/** What PowerShell passes objects through. */
const CMDLET_FILTERS =
  /^(?:(?:Select|Where|ForEach|Sort|Group|Measure)-Object|Select-String|Format-\w+|Out-(?:String|Null|Host)|ConvertTo-\w+)$/i;

const filters = (program: string): boolean =>
  FILTERS.has(program) || (program.includes('-') && CMDLET_FILTERS.test(program));

/** True for a part that only shapes what is piped to it. */
export function isFilter(part: ShellPart): boolean {
  return part.op === '|' && filters(part.program);
}
