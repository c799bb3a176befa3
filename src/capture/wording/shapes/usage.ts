import { anyOf } from '../../../text/any-of.ts';
import { JQ_COLUMN, LATE_OPTION, LONG_PROCESS_NAME } from '../../../text/known-messages.ts';
import { wordAt } from '../../../triggers/named-words.ts';
import { unknownBehindFlag } from '../../../triggers/usage-arguments.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { misnamedSubcommand } from '../../failures/causes/miscall.ts';
import { lackedArguments, passed } from '../fixes/lacked.ts';
import { commandsOf } from '../fixes/usage-fix.ts';
import { code, listed } from '../prose.ts';
import { type Account, calleeOf, type Shape } from './shape.ts';
import { noSubcommand } from './subcommands.ts';

const notAccepted = (flag: string, account: Account) => `${calleeOf(account)} does not accept ${code(flag)}`;

function flagName(whole: string, word: string, { open }: Account): string {
  if (word.startsWith('-')) return word.replace(/[.:,]+$/, '');
  if (/option -- |shorthand/.test(whole) || word.length === 1) return `-${word}`;
  const flag = `--${word}`;
  return open.call.command.includes(flag) || open.call.command === '' ? flag : word;
}

/** The word of a `--jq` expression that a parser stopped at. */
function jqWord({ part }: Account, column: number): string | null {
  const at = part?.args.findIndex((arg) => /^(?:--jq|-q)$/.test(arg)) ?? -1;
  const text = part?.args[at + 1];
  return at < 0 || !text ? null : wordAt(text, column);
}

const knownCommands = (error: string): string => `It has ${commandsOf(error).map(code).join(', ')}.`;

/** The subcommand of a client of containers whose plugin is not there; empty where it is none. */
const unknownHere = ({ open, part }: Account): string =>
  part === null ? '' : unknownBehindFlag(open.error, part);

function pluginFix(program: string, word: string, worked: string): string {
  const alone = `${program.replaceAll('`', '')}-${word}`;
  return new RegExp(`(?:^|[\\s;&|(])${alone}\\s`).test(worked)
    ? `Call ${code(alone)}, which is there: ${program} has no plugin for ${code(word)} here.`
    : `Install the plugin of ${program} for ${code(word)}, or call ${code(alone)} where that is there.`;
}

/** An option with its value that is meant for the program which a script calls: `-p:Configuration=Release`. */
const givesValue = (name: string, { call }: OpenFailure): boolean =>
  new RegExp(`\\s-${name}:\\w`).test(call.command);

const STEM_CHARS = 5;

/** Of the fields that an error lists those that begin or end as the one does that there is none of. */
function nearFields(wrong: string, error: string): string {
  const stem = wrong.slice(0, STEM_CHARS).toLowerCase();
  const near = error
    .slice(error.search(/^Available fields:/m))
    .split('\n')
    .map((line) => line.trim())
    .filter((name) => /^\w+$/.test(name) && name.toLowerCase().includes(stem));
  return near.length === 0 ? '' : `It has ${near.map(code).join(', ')}.`;
}

/** Flags that a program does not have, and what it is not given. */
export const USAGE: readonly Shape[] = [
  // A flag that a program took for a file, because it stood behind `--`.
  {
    pattern: /No files matching (?:the pattern )?[`'"](--?[a-z][\w-]*)[`'"]/,
    say: (m, { who }) => `${who} passes ${code(m[1]!)} behind \`--\`, where it is taken for a file`,
    remedy: (m, { part }) =>
      `Leave the second \`--\` out${part ? ` (${code(`${part.program} ${part.sub} ${m[1]}`)})` : ''}, or call the linter itself with ${code(m[1]!)}.`,
  },
  {
    pattern: /^(?:Error: )?unknown (?:shorthand )?flag: /,
    kind: 'usage',
    say: (m, a) => {
      const word = unknownHere(a) || misnamedSubcommand(a.open.call.command, a.open.error);
      const flag = a.open.error.slice(a.open.error.indexOf(m[0]) + m[0].length).split(/\s/)[0]!;
      return word === '' ? notAccepted(flag, a) : noSubcommand(word, a);
    },
    remedy: (_m, account) => {
      const { open, program } = account;
      const word = unknownHere(account);
      if (word !== '') return pluginFix(program, word, open.correction?.command ?? '');
      return misnamedSubcommand(open.call.command, open.error) === '' ? '' : knownCommands(open.error);
    },
  },
  {
    pattern:
      /invalid (?:argument|value) [`'"]([^`'"]{1,40})[`'"] for [`'"](?:-\w, )?(--?[\w-]+)|argument (?:-\w\/)?(--?[\w-]+): invalid (?:choice|\w+ value): [`'"]?([^`'"\s]{1,40})/i,
    say: (m, { who }) => `${who}: ${code((m[2] ?? m[3])!)} does not take ${code((m[1] ?? m[4])!)}`,
  },
  {
    pattern: JQ_COLUMN,
    say: (m, a) => {
      if (a.open.error.includes('\\!='))
        return `${a.who}: the jq expression holds ${code('\\!=')} for ${code('!=')}`;
      const word = jqWord(a, Number(m[1]));
      return word
        ? `${a.who}: the jq expression cannot be parsed at ${code(word)}`
        : `${a.who}: the jq expression cannot be parsed (column ${m[1]})`;
    },
    hint: (_m, { open }) =>
      open.error.includes('\\!=') ? 'Write it without `!`: `(a == b | not)`, `length > 0`.' : '',
  },
  {
    pattern: /^(?:\W* ?\[ERROR\] )?Unknown arguments?: ([\w-]+)/,
    say: (m, a) => notAccepted(flagName(m[0], m[1]!, a), a),
    named: true,
  },
  {
    pattern: LATE_OPTION,
    say: (m, { who }) => `${who} takes ${code(m[1]!)} before its other arguments alone`,
    hint: (m) => `Put ${code(m[1]!)} before the pattern and the paths.`,
    named: true,
  },
  {
    pattern: /too many positional arguments/i,
    say: (_m, { part, who }) => {
      const words = part?.args ?? [];
      const first = words.findIndex((word) => /^(?!-).*[/:$.]/.test(word) && !word.startsWith('./'));
      const flag = first < 0 ? undefined : words.slice(first).find((word) => /^--?[a-z]/.test(word));
      return flag
        ? `${who}: too many positional arguments, with ${code(flag)} behind them`
        : `${who}: too many positional arguments`;
    },
  },
  {
    pattern:
      /^(?:rg|e?grep|ag|ack):.*(?:unrecogni[sz]ed|unknown|invalid) (?:flag|option)s?:? *[`'"]?(?:---|--?[\w-]*[|\\.*()[\]])/,
    say: (_m, { who }) => `${who} takes a pattern that begins with dashes for a flag: it needs ${code('-e')}`,
    remedy: (_m, { who }) => `Give the pattern of ${who} behind \`-e\`, or put \`--\` before it.`,
  },
  {
    pattern:
      /(?:unknown|unrecogni[sz]ed|invalid|illegal|bad|unexpected) (?:shorthand |command-line )?(?:flag|option|switch)s?:?\s*(?:--\s+)?(?!in substitute)[`'"‘]?(-{0,2}[\w.=-]+)/i,
    say: (m, a) => notAccepted(flagName(m[0], m[1]!, a), a),
    named: true,
  },
  {
    pattern:
      /(?:option|flag) [`'"]?(-{1,2}[\w-]+)[`'"]?:? (?:is unknown|does not exist|is not (?:recognized|supported|valid))/i,
    say: (m, a) => notAccepted(m[1]!, a),
    named: true,
  },
  {
    pattern:
      /ambiguous option:? [`'"]?(--?[\w-]+)[`'"]?:? (?:could match|matches|\(could be) ([-\w, ]{3,80})/i,
    say: (m, a) => `${calleeOf(a)}: ${code(m[1]!)} is the beginning of several options`,
    hint: (m, { open }) => (open.correction === null ? `Write the option out: ${m[2]!.trim()}.` : ''),
    named: true,
  },
  {
    pattern: /option [`'"](-{0,2}[\w-]+)[`'"] was replaced by [`'"](-{0,2}[\w-]+)/i,
    say: (m, { who }) => `${who}: ${code(m[1]!)} was replaced by ${code(m[2]!)}`,
    named: true,
  },
  {
    pattern: /unexpected argument [`'"]?(-\S*?)[`'"]? found/i,
    say: (m, { who }) => `${who} does not accept the argument ${code(m[1]!)}`,
    named: true,
  },
  {
    pattern:
      /(?:unrecogni[sz]ed|unexpected|unknown|invalid|illegal|bad) arguments?:? [`'"]?(-{1,2}[A-Za-z][\w-]*)/i,
    say: (m, a) => notAccepted(m[1]!, a),
    named: true,
  },
  {
    pattern: /flag provided but not defined: (\S+)/i,
    say: (m, a) => notAccepted(m[1]!, a),
    named: true,
  },
  {
    pattern: /^\w[\w.-]{0,20}: [`'"‘]?(--?[A-Za-z][\w-]*)(?:=\S{0,80})?['"’]?: No such file or directory\b/,
    say: (m, { who }) => `${who} takes ${code(m[1]!)} for a file: it stands behind the operands or \`--\``,
    hint: (m) => `Put ${code(m[1]!)} before the operands, and before \`--\`.`,
  },
  {
    pattern: LONG_PROCESS_NAME,
    anyLine: true,
    say: (m) => `${code(m[1]!)} compares names of 15 characters: a longer one meets no process`,
    hint: (m) => `Compare the whole command line: ${code(`${m[1]} -f NAME`)}.`,
  },
  {
    pattern: /A parameter cannot be found that matches parameter name [`'"](\w+)/,
    say: (m, { open, program }) => {
      const cmdlet = /([A-Z]\w+-\w+)\s*:\s*A parameter cannot/.exec(open.error)?.[1];
      return `${cmdlet ? code(cmdlet) : program} has no parameter ${code(`-${m[1]}`)}`;
    },
    named: true,
  },
  {
    pattern: /because the parameter name [`'"](\w+)[`'"] is ambiguous\. Possible matches include: ([\w -]+)/,
    anyLine: true,
    say: (m, { open, program }) => {
      if (givesValue(m[1]!, open))
        return `PowerShell takes ${code(`-${m[1]}:…`)} for a parameter of ${program}`;
      const cmdlet = /([A-Z]\w+-\w+)\s*:\s*Parameter cannot/.exec(open.error)?.[1];
      return `${program}${cmdlet ? ` is ${code(cmdlet)} here, which` : ''} knows no single ${code(`-${m[1]}`)}: several begin so`;
    },
    remedy: (m, { open }) =>
      givesValue(m[1]!, open)
        ? `Put ${code(`-${m[1]}:…`)} into quotes, or hand the arguments on as an array (\`@list\`).`
        : '',
    hint: (m, { open }) =>
      open.correction === null ? `Write the parameter out (${m[2]!.trim()}), or leave it out.` : '',
  },
  {
    pattern: /unknown JSON field:? [`'"]?(\w+)/i,
    say: (m, { who }) => `${who} --json has no field ${code(m[1]!)}`,
    hint: (m, { open }) => (open.correction === null ? nearFields(m[1]!, open.error) : ''),
  },
  {
    pattern: anyOf(
      [
        /the following (?:required )?arguments (?:are required|were not provided)/,
        /required (?:flag|option)\(?s?\)?(?: not (?:set|specified))?|must provide/,
        /missing required (?:flag|option|argument)s?/,
      ],
      {
        after: /:? (?!(?:an?|the|at|one|either|your|some|any) )[`'"]?(-{0,2}[A-Za-z][\w-]*)/,
        flags: 'i',
      },
    ),
    say: (m, a) => `${calleeOf(a)} is called without ${listed(lackedArguments(m), 2)}`,
    hint: passed,
  },
  {
    pattern: /^(?:\w+: )?(?:error: )?(?:you )?must specify (an? [\w-]+(?: [\w-]+)?)/i,
    say: (m, { who }) => `${who} is called without ${m[1]}`,
  },
  {
    pattern:
      /could not (?:locate|find|load) (?:an? |the )?([\w ]{3,30})\. .{0,60}\boption\b.{0,12}[`'"]([A-Z][A-Z\d_]{3,})[`'"] environment variable/i,
    say: (m, a) => `${calleeOf(a)} is not told where the ${m[1]!.toLowerCase()} is`,
    hint: (m, { open }) =>
      open.correction === null ? `Set ${code(m[2]!)} before the command, or name it by the option.` : '',
  },
  {
    pattern: /\b(an? [\w -]{3,30}) must be specified\b/i,
    say: (m, { who }) => `${who} is called without ${m[1]!.replace(/^A/, 'a')}`,
  },
  {
    pattern: /MSB1009: Project file does not exist/,
    say: (_m, { who, open }) => {
      const name = /^Switch: (\S{1,60})$/m.exec(open.error)?.[1];
      return `${who} finds no project or solution${name ? ` ${code(name)}` : ''} in this folder`;
    },
  },
  {
    pattern: /^Pattern: (\S+) - 0 matches/,
    anyLine: true,
    kind: 'usage',
    say: (m, { who }) => `${who}: no test file matches ${code(m[1]!)}`,
  },
  {
    pattern:
      /Error while loading rule [`'"]([^`'"]+)[`'"]: (You have used a rule which requires type information)?/,
    say: (m, { who }) =>
      m[2]
        ? `${who}: the rule ${code(m[1]!)} needs type information`
        : `${who} cannot load the rule ${code(m[1]!)}`,
  },
];
