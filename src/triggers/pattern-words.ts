import { LANGUAGES } from '../inject/shell/code.ts';
import { anyOf } from '../text/any-of.ts';
import { escapeRegex } from './escape-regex.ts';
import type { CommandWords } from './synthesize.ts';

const TOKEN_MAX = 60;

/** No word goes on here: `sync` is not met in `file-sync`, nor `release` in `release-notes` or `release.yml`. */
export const WORD_START = '(?<![\\w.-])';
const WORD_END = '(?![\\w.-])';
/** A name of a command goes on over more: `run test` is another one than `run test:ci`. */
export const NAME_END = '(?![\\w:./-])';

const EDGES = [WORD_START, WORD_END, NAME_END];

/** True for a pattern with an exception, which the compiler takes out of it: not for one with whole words alone. */
export const hasExceptions = (source: string): boolean =>
  EDGES.reduce((rest, edge) => rest.replaceAll(edge, ''), source).includes('(?!');

/** Words of a command behind each other, such as a program and its subcommand, each of them whole. */
export const called = (...words: string[]): string => `${WORD_START}${namesOf(words)}`;

/** The same without what stands before them. */
export const namesOf = (words: readonly string[]): string =>
  `${words.map(escapeRegex).join('\\s+')}${NAME_END}`;

/** A word that begins and ends with a letter or digit, whole wherever it stands. */
export const whole = (word: string): string => `${WORD_START}${escapeRegex(word)}${WORD_END}`;

/** A word that may stand in a pattern: no data, no path of one machine, nothing that changes with every run. */
export function usable(word: string): boolean {
  return (
    word.length >= 2 &&
    word.length <= TOKEN_MAX &&
    /^[\w@%+:.,=~^*/\\-]+$/.test(word) &&
    !/^[\d.:,]+\w?$/.test(word) &&
    /[A-Za-z]{2}|^-\w$/.test(word) &&
    !/^[0-9a-f]{7,}$/i.test(word) &&
    !/(?:^|[/\\])(?:home|Users|tmp|private|var)[/\\]/.test(word) &&
    (word.match(/\//g)?.length ?? 0) <= 2
  );
}

/** The word with boundaries that hold on both sides of it, whatever it starts and ends with. */
export function bounded(word: string): string {
  const open = /^\w/.test(word) ? WORD_START : '(?:^|\\s)';
  const close = /\w$/.test(word) ? WORD_END : '';
  return `${open}${escapeRegex(word)}${close}`;
}

const INTERPRETERS = anyOf([LANGUAGES, /(?:ba|z)?sh/], { before: /^/, after: /$/ });

/** True where what it is given says what is done, not the program. */
export const isInterpreter = (program: string): boolean => INTERPRETERS.test(program);

/** What an interpreter runs: `-m pytest`, `tools/check.py`. */
function scriptOf({ program, args }: CommandWords): string {
  if (!isInterpreter(program)) return '';
  const [first = '', second = ''] = args;
  if (first === '-m' && /^[\w.]+$/.test(second)) return `\\s+-m\\s+${escapeRegex(second)}${WORD_END}`;
  const script = /(?:^|[/\\])([\w-]+\.\w{1,4})$/.exec(first)?.[1];
  return script === undefined ? '' : `.*${whole(script)}`;
}

/** Program, and subcommand or script where it has one: `git\s+gc`, or `git.*\sgc` where options stand between them; `unless` where it has to hold for all that follows. */
export function headOf(command: CommandWords, unless = ''): string {
  if (command.sub === '') return `${called(command.program)}${unless}${scriptOf(command)}`;
  const words = command.sub.split(' ');
  const direct = words.every((word, index) => command.args[index] === word);
  return `${direct ? called(command.program, ...words) : `${called(command.program)}.*\\s${namesOf(words)}`}${unless}`;
}

/** How a word of the error stands in the command: as it is, as a flag, as the name of `--flag=value`, or in a list. */
export function inCommand(word: string, args: string[]): string | null {
  const bare = word.replace(/^-+/, '').replace(/[=:,.]+$/, '');
  if (bare === '') return null;
  for (const arg of args) {
    if (arg === word || arg === bare) return arg;
    const name = arg.split('=')[0]!;
    if (arg.startsWith('-') && (name === word || name.replace(/^-+/, '') === bare)) return name;
    if (arg === `${name}=${word}` && name.startsWith('--')) return arg;
  }
  if (/^-\w$/.test(word)) return args.find((arg) => /^-\w{2,6}$/.test(arg) && arg.includes(word[1]!)) ?? null;
  return args.some((arg) => arg.split(/[,:]/).includes(bare)) ? bare : null;
}

/** The part of a glob that others of its kind share: `--include=*.go` becomes `--include=*`. */
export function globStem(word: string): string {
  const star = word.search(/[*?[]/);
  return star > 2 && word.startsWith('-') ? word.slice(0, star + 1) : word;
}

/** An option without its value; any other word as it is. */
export const flagName = (arg: string) => (arg.startsWith('-') ? arg.split('=')[0]! : arg);

/** The flag in a command, a short one also behind others: `-rf` has `-f`, `-race` no `-c`. */
export const flagIn = (flag: string): string =>
  /^-[A-Za-z]$/.test(flag)
    ? `\\s-(?:${flag[1]}|\\w{1,3}${flag[1]}\\b)`
    : `\\s${escapeRegex(flag)}(?:[\\s=]|$)`;

/** Words that only one of the two commands has; long flags first. */
export function onlyIn(one: CommandWords, other: CommandWords): string[] {
  const others = new Set(other.args.map(flagName));
  const rank = (word: string) =>
    word.startsWith('--') ? 0 : word.startsWith('-') ? 1 : /[/.]/.test(word) ? 3 : 2;
  const words = one.args
    .map(flagName)
    .filter((word) => !others.has(word) && usable(word) && !one.sub.split(' ').includes(word));
  return [...new Set(words)].sort((a, b) => rank(a) - rank(b));
}
