import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { positionals } from '../../../triggers/usage-arguments.ts';
import { correctedPart } from '../../failures/correction/working-part.ts';
import { code, cut, placeName } from '../prose.ts';
import { type Account, calleeOf, type Shape } from './shape.ts';
import { misfitOf } from './synopsis.ts';

const LISTED_MAX = 8;
const WORD_CHARS_MAX = 40;

/** What the program takes besides options, by its own usage. */
const taken = ({ open, part }: Account): string[] | null =>
  part === null ? null : positionals(open.error, [part.program, ...part.sub.split(' ')]);

/** The program, and its subcommand where that is not the refused word itself. */
function calledWith(word: string, account: Account): string {
  const { part } = account;
  const subs = part?.sub.split(' ') ?? [];
  return part && subs.includes(word)
    ? code([part.program, ...subs.slice(0, subs.indexOf(word))].join(' '))
    : calleeOf(account);
}

function surplus(word: string, account: Account): string {
  const who = calledWith(word, account);
  // Some name an option without its dashes.
  if (account.open.call.command.includes(`--${word}`)) return `${who} does not accept ${code(`--${word}`)}`;
  const names = taken(account);
  if (names?.length === 1) {
    const said = `${who} takes one ${code(names[0]!)}: ${code(word)} is one too many`;
    return said.length <= SUMMARY_CHARS_MAX ? said : `${who} takes one ${code(names[0]!)}, and is given more`;
  }
  const given = code(cut(placeName(word.replace(/\/+$/, ''), account.open.call.cwd), WORD_CHARS_MAX));
  return names?.length === 0
    ? `${who} takes no argument, and is given ${given}`
    : `${who} does not accept the argument ${given}`;
}

function withoutSurplus(word: string, account: Account): string {
  const { call, correction } = account.open;
  // What worked shows how it is given.
  if (call.command.includes(`--${word}`) || correction?.command.includes(word)) return '';
  const names = taken(account);
  if (names?.length === 1) return `Give it one ${code(names[0]!)}: call it once for each.`;
  return names?.length === 0 ? `Leave ${code(cut(word, WORD_CHARS_MAX))} out: it takes no argument.` : '';
}

/** Names in quotes, or behind commas and bars. */
const choices = (text: string): string[] =>
  text
    .split(/\s*[,|]\s*|\s+or\s+/)
    .map((name) => name.replace(/^[\s'"`([]+|[\s'"`)\].]+$/g, ''))
    .filter((name) => /^[\w@./:-][\w@./: -]{0,30}$/.test(name))
    .slice(0, LISTED_MAX);

function offer(text: string): string {
  const names = choices(text);
  return names.length > 1 ? `It takes ${names.map(code).join(', ')}.` : '';
}

/** More words than the usage, which is all that was printed, has arguments. */
function isOverfed(account: Account): boolean {
  const words = account.part?.args.filter((arg) => !arg.startsWith('-')) ?? [];
  return words.length > 1 && taken(account)?.length === 1;
}

/** Arguments that a program does not take, and values that it does not know. */
/** The one option that every try had and what worked has not: the command does not know it, and counts it. */
function countedOption({ open, part }: Account): string | null {
  const worked = correctedPart(open);
  if (part === null || worked?.program !== part.program || worked.sub !== part.sub) return null;
  const optionsOf = (args: readonly string[]) =>
    args.filter((arg) => /^--?[a-z]/i.test(arg)).map((arg) => arg.split('=')[0]!);
  const kept = optionsOf(worked.args);
  const [option = '', ...more] = optionsOf(part.args).filter((each) => !kept.includes(each));
  return option !== '' && more.length === 0 && open.variants.every((each) => each.includes(option))
    ? option
    : null;
}

export const ARGUMENTS: readonly Shape[] = [
  {
    pattern: /\bNo such option:? [`'"]?(--?[\w-]+)/,
    say: (m, a) => `${calleeOf(a)} does not accept ${code(m[1]!)}`,
    hint: (_m, { open }) => {
      const others = /\(Possible options: ([^)\n]{3,120})\)/.exec(open.error)?.[1];
      return others && open.correction === null ? `It has ${others.split(', ').map(code).join(', ')}.` : '';
    },
    named: true,
  },
  {
    pattern: /^usage: git diff --no-index /,
    say: () => '`git diff` runs outside of a git repository',
    remedy: () =>
      'Run it in the repository; for two paths outside of any there is `git diff --no-index A B`.',
  },
  {
    pattern: /^usage:? (\S+) /i,
    kind: 'usage',
    say: (m, a) =>
      isOverfed(a)
        ? `${calleeOf(a)} takes one ${code(taken(a)![0]!)}, and is given more`
        : (misfitOf(a)?.say ?? `${calleeOf(a)}: ${m.input.trim()}`),
    hint: (_m, a) =>
      isOverfed(a) ? `Give it one ${code(taken(a)![0]!)}: call it once for each.` : (misfitOf(a)?.hint ?? ''),
  },
  {
    pattern: /unexpected argument [`'"]?([^-`'"\s]\S*?)[`'"]? found/i,
    say: (m, a) => surplus(m[1]!, a),
    hint: (m, a) => withoutSurplus(m[1]!, a),
    named: true,
  },
  {
    pattern:
      /(?:unrecognized|unexpected|unknown|too many|unexpected extra) arguments?\b:? ?\(?(?!(?:in|to|for|of|on|at)\b)([\w@./][^\s()]*)/i,
    say: (m, a) => surplus(m[1]!, a),
    hint: (m, a) => withoutSurplus(m[1]!, a),
    named: true,
  },
  {
    pattern: /\baccepts? (?:at most|only|exactly|no more than) (?:\d+|an?|one|two|three|a single) [a-z]+/i,
    kind: 'usage',
    say: (_m, a) => {
      const option = countedOption(a);
      return option === null ? '' : `${a.who} has no ${code(option)}, and counts it among its arguments`;
    },
  },
  {
    pattern:
      /(?:unknown|invalid|unsupported|unrecogni[sz]ed|no such) ([a-z][\w-]*(?: [a-z][\w-]*){0,2})[:,]? [`'"]([^`'"]{1,40})[`'"][\s.,;:([-]{1,4}(?:valid|allowed|available|known|possible|supported|choose|expected|must be|options)\b[^:]{0,30}: *(.{3,200})/i,
    say: (m, a) => `${calleeOf(a)} knows no ${m[1]!.toLowerCase()} ${code(m[2]!)}`,
    hint: (m) => offer(m[3]!),
  },
  {
    pattern:
      /[`'"]?(\w[\w.-]*)[`'"]?(?: is invalid)?: *Invalid (?:option: expected one of|enum value\. Expected) ((?:["'][^"']{1,40}["'] ?\| ?)+["'][^"']{1,40}["'])/,
    say: (m, a) => `${calleeOf(a)} does not take the value that ${code(m[1]!)} is given`,
    hint: (m) => offer(m[2]!),
  },
];
