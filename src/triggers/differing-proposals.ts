import { endpointOf } from './cause-proposals.ts';
import { escapeRegex } from './escape-regex.ts';
import {
  bounded,
  called,
  flagIn,
  flagName,
  globStem,
  headOf,
  isInterpreter,
  namesOf,
  onlyIn,
  usable,
} from './pattern-words.ts';
import { viewedLine } from './shell-proposals.ts';
import type { CommandWords, SynthesisInput } from './synthesize.ts';

/** The word by itself, where the corrected one holds it: `web` and `@shop/web`. */
export const alone = (head: string, word: string): string => `${head}.*\\s${escapeRegex(word)}(?:\\s|$)`;

/** An interpreter that is given its script in the call: without such a script it is another job. */
function inlineOf({ program, args }: CommandWords): string {
  const inline = isInterpreter(program) ? args.find((arg) => /^-[ce]$/.test(arg)) : undefined;
  return inline === undefined ? '' : `.*\\s${inline}(?:\\s|$)`;
}

/** What the corrected command has, or has no more. */
export function* differing(input: SynthesisInput, corrected: CommandWords, head: string): Generator<string> {
  const first = input.failing[0]!;
  const sameHead = first.program === corrected.program && first.sub === corrected.sub;
  const added = onlyIn(corrected, first);
  const advised = added.filter((word) => word.startsWith('-') && tells(input.error, word));
  const gone = onlyIn(first, corrected);
  const isForced = OVERRIDES.test(advised[0] ?? '');
  if (sameHead && advised[0] && !isForced)
    yield headOf(first, `(?!.*${/^--/.test(advised[0]) ? escapeRegex(advised[0]) : flagIn(advised[0])})`);
  const verb = verbOf(first);
  if (sameHead && verb !== '' && verbOf(corrected) !== '' && verb !== verbOf(corrected))
    yield `${head}\\s+${namesOf([verb])}`;
  // Of several words that are gone, or of another program's call, no flag tells by itself what was wrong.
  const isTold = (word: string) =>
    !word.startsWith('-') || (sameHead && gone.length === 1) || tells(input.error, word);
  for (const word of gone.slice(0, 4)) {
    if ((word.startsWith('-') || !/[/.]/.test(word)) && isTold(word)) yield `${head}.*${bounded(word)}`;
  }
  const flags = added.filter((word) => word.startsWith('-'));
  if (sameHead && gone.length === 0 && flags[0] && (!advised[0] || isForced))
    yield* lacking(input, flags, head);
  if (!sameHead && first.sub !== '') {
    const given = first.args.map(flagName).filter((arg) => arg.startsWith('-') && usable(arg));
    const own = given.find((arg) => tells(input.error, arg));
    if (own !== undefined) yield `${head}.*${bounded(own)}`;
    else if (given.length === 0) yield head;
  }
  for (const word of gone.filter(isTold).slice(0, 4)) {
    yield `${head}.*${bounded(word)}`;
    if (/^\w/.test(word)) yield alone(head, word);
  }
  if (sameHead) yield* fileTypes(first, corrected, head);
}

/** Single files where the corrected command names a package or a folder: any of that type. */
function* fileTypes(first: CommandWords, corrected: CommandWords, head: string): Generator<string> {
  const types = (command: CommandWords) =>
    new Set(command.args.flatMap((arg) => /^[^-\s][^\s]*\w(\.[A-Za-z]\w{0,4})$/.exec(arg)?.[1] ?? []));
  const others = types(corrected);
  for (const type of types(first)) if (others.size === 0) yield `${head}.*\\w${escapeRegex(type)}(?:\\s|$)`;
}

/** Lets something through that was refused: no call lacks it. */
const OVERRIDES =
  /^(?:-f|--(?:force|legacy-peer-deps|no-verify|(?:skip|ignore|allow|break|no-check)-[\w-]+))$/;

/** Calls that lack what the corrected one has: of any argument only where the error speaks of it. */
function* lacking(input: SynthesisInput, added: string[], head: string): Generator<string> {
  const first = input.failing[0]!;
  const flag = added[0]!;
  const unless = headOf(first, `(?!.*${flagIn(flag)})`);
  const endpoint = first.args.map(endpointOf).find((end) => end !== '');
  if (endpoint !== undefined) yield `${unless}.*${endpoint}`;
  const inline = inlineOf(first);
  const isAny = inline !== '' || isNamedBy(flag, input);
  if (isAny) yield `${unless}${inline}`;
  const words = first.args.filter((arg) => !arg.startsWith('-') && !first.sub.split(' ').includes(arg));
  for (const pattern of specific(input, head, words)) yield `${unless}${pattern.slice(head.length)}`;
  if (!isAny && head !== called(first.program) && added.length === 1 && !OVERRIDES.test(flag)) yield unless;
}

/** True where the error holds the flag as a word of its own. */
export const tells = (error: string, flag: string): boolean =>
  new RegExp(`(?<![\\w-])${escapeRegex(flag)}(?![\\w-])`).test(error);

/** The program asks: `remove a.txt? `. */
const ASKS = /\?\s*(?:[([]y\/n.*)?$/i;

const MUST_SPECIFY = /\bmust (?:be specified|specify)\b/i;

/** The error speaks of what the flag sets, `--region` where a region is to be specified, or asks where nobody can answer. */
function isNamedBy(flag: string, { error, salient }: SynthesisInput): boolean {
  if (ASKS.test(salient)) return true;
  if (OVERRIDES.test(flag)) return false;
  if (MUST_SPECIFY.test(salient)) return true;
  const said = error.toLowerCase();
  return flag
    .split(/[-_]+|(?<=[a-z])(?=[A-Z])/)
    .some((part) => part.length >= 4 && said.includes(part.toLowerCase()));
}

/** The plain word right behind the subcommand: `dev` of `migrate dev`. */
function verbOf({ sub, args }: CommandWords): string {
  const at = sub === '' ? -1 : args.indexOf(sub.split(' ').at(-1)!);
  const next = at < 0 ? '' : (args[at + 1] ?? '');
  return /^[a-z][a-z:-]{1,30}$/.test(next) && usable(next) ? next : '';
}

/** A file of one day's work: it says what the call was on, not what was wrong with it. */
const FILE = /[\w-]\.[A-Za-z]\w{0,4}$/;

/**
 * One, two, then up to four of the command's own words, in their order: for commands that no one word tells apart.
 * Data, such as a test's name, is no such word: the hook does not see it.
 */
export function* specific(input: SynthesisInput, head: string, rest: string[]): Generator<string> {
  const { commands } = viewedLine(input.failingLine);
  const isSeen = (word: string) => commands.some(({ text }) => text.includes(word));
  const words = [...new Set(rest.map(flagName).map(globStem).map(pathEnd))].filter(
    (word) => usable(word) && word.length >= 3 && !FILE.test(word) && isSeen(word),
  );
  const telling = [...words].sort((a, b) => weight(b) - weight(a));
  for (const count of [1, 2, 4]) {
    const chosen = new Set(telling.slice(0, count));
    if (chosen.size < count && count > 1 && chosen.size < words.length) continue;
    const inOrder = words.filter((word) => chosen.has(word));
    if (inOrder.length > 0) yield `${head}${inOrder.map((word) => `.*${bounded(word)}`).join('')}`;
  }
}

/** The last two parts of a deep path in the project: enough to know it again from another folder. */
function pathEnd(word: string): string {
  const parts = /^(?:\.\/)?\w[\w.-]*(?:\/[\w.-]+){2,}$/.test(word) ? word.split('/') : [];
  return parts.length > 3 ? parts.slice(-2).join('/') : word;
}

/** How much a word tells: long flags and paths more than short words. */
function weight(word: string): number {
  return Math.min(word.length, 24) + (word.startsWith('--') ? 8 : 0) + (/[/.]/.test(word) ? 4 : 0);
}
