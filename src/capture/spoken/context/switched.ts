import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { remembered, rememberedOf } from '../../../text/remembered.ts';
import { SCRIPT_MANAGERS } from '../../shell/programs.ts';
import { withCarriers } from '../../shell/remote.ts';
import { isScaffold, type ShellPart, shellParts } from '../../shell/shell.ts';
import type { OpenObjection } from '../open-objection.ts';

/**
 * What was done before a human's words and after them: where the words name what a command held and what the next one
 * holds instead, they correct it, in whichever language they are.
 */

/** A command that the words made the agent give up, and what it ran instead. */
export interface Switch {
  from: ShellPart;
  to: ShellPart;
  /** What the words name of both: the programs, an argument of the same program, or the whole new command. */
  by: 'program' | 'argument' | 'command';
  /** What was given up, as the words name it; empty where they name the whole new command. */
  word: string;
  /** The words also deny one of the two. */
  denies: boolean;
}

const WORDS_CHARS_MAX = 500;
const COMMANDS_BEFORE = 4;
/** A shorter command may stand in any sentence. */
const TOLD_CHARS_MIN = 6;

/** Says no to one thing, or yes to nothing but another: one particle, or one ending, of many languages. */
const DENIES = anyOf(
  [
    /(?<!\p{L})(?:not|never|no|nope|don'?t|doesn'?t|isn'?t|instead|rather|stop|only|always|without|wrong|deprecated|outdated|obsolet\p{L}*|veraltet|устарел\p{L}*|nicht|kein\p{L}*|statt|nie|niemals|immer|nur|pas|plus|jamais|toujours|nunca|siempre|sempre|não|nao|non|mai|invece|niet|geen|nooit|altijd|inte|ikke|alltid|aldrig|zawsze|nigdy|zamiast|değil|yerine|asla|her zaman|\p{L}+m[ıiuü]yor\p{L}*|не|нет|вместо|всегда|замість|завжди|không|đừng|luôn|bukan|jangan|selalu|nem|není|vždy)(?!\p{L})/u,
    /じゃな|ではな|ない|必ず|常に|不|别|應該|应该|말고|아니|항상|하지 ?마/u,
    /(?<!\p{L})(?:لا|ليس|دائما|मत|नहीं|हमेशा|אל|לא)(?!\p{L})/u,
  ],
  { flags: 'iu' },
);

/** Asks for the one besides the other. */
const BESIDES =
  /(?<!\p{L})(?:also|too|as well|not (?:just|only)|both|and then|auch|aussi|también|também|anche|ook|också|також|также|тоже|też|ayrıca|都|也|도|も)(?!\p{L})/iu;

/** A program or a plain word of a command that a sentence may name. */
const NAME = /^[\p{L}\d][\p{L}\d.:_+-]*$/u;
const NAMED = /[A-Za-z\d][\w.:+-]*[\w+]|[A-Za-z\d]/g;

const bareName = (word: string): string => baseName(word).toLowerCase();

const namesOf = rememberedOf((part: ShellPart): Set<string> => {
  const words = part.args.filter((arg) => !arg.startsWith('-') && !/[/\\]/.test(arg)).map(bareName);
  return new Set([bareName(part.program), ...words].filter((word) => word.length > 1 && NAME.test(word)));
});

const workOf = (line: string): ShellPart[] =>
  shellParts(line)
    .flatMap(withCarriers)
    .filter((part) => part.program !== '' && !isScaffold(part));

const runs = (lines: readonly string[], program: string): boolean =>
  lines.flatMap(workOf).some((part) => bareName(part.program) === program);

function switchBetween(
  from: ShellPart,
  to: ShellPart,
  named: ReadonlySet<string>,
): Pick<Switch, 'by' | 'word'> | null {
  const [before, after] = [namesOf(from), namesOf(to)];
  const isGone = (word: string) => named.has(word) && !after.has(word);
  const isNew = (word: string) => named.has(word) && !before.has(word);
  const [left, taken] = [bareName(from.program), bareName(to.program)];
  const isLeftFor = SCRIPT_MANAGERS.test(left) && SCRIPT_MANAGERS.test(taken);
  if ((isGone(left) || (isLeftFor && !after.has(left))) && isNew(taken)) return { by: 'program', word: left };
  const word = left === taken && [...after].some(isNew) ? [...before].find(isGone) : undefined;
  return word === undefined ? null : { by: 'argument', word };
}

/**
 * @param said the human's words
 * @param before command lines before them, newest last
 * @param after command lines after them, oldest first
 */
export function switchOf(said: string, before: readonly string[], after: readonly string[]): Switch | null {
  const words = said.slice(0, WORDS_CHARS_MAX);
  if (said.length > WORDS_CHARS_MAX || before.length === 0 || after.length === 0) return null;
  const named = namedIn(words);
  // Most words name nothing that is run next: the commands before them need not be read then.
  const next = linesWith(named, after)
    .flatMap(workOf)
    .filter((part) => [...namesOf(part)].some((word) => named.has(word)) || isTold(words, part));
  if (next.length === 0) return null;
  const old = before.slice(-COMMANDS_BEFORE).reverse().flatMap(workOf);
  const known = new Set(old.map((part) => part.text));
  for (const to of next) {
    if (known.has(to.text)) continue;
    for (const from of old) {
      const change = switchBetween(from, to, named);
      const isGoneFor =
        change?.by !== 'program' || (!runs(before, bareName(to.program)) && !runs(after, change.word));
      if (change !== null && isGoneFor) return { from, to, ...change, denies: isDenied(words, change) };
    }
    const last = old[0];
    if (last && isTold(words, to) && sharesWork(last, to))
      return { from: last, to, by: 'command', word: '', denies: DENIES.test(words) };
  }
  return null;
}

/** The words hold the command, with or without its last options. */
function isTold(words: string, { text }: ShellPart): boolean {
  const short = text.replace(/(?: -[\w-]+)+$/, '');
  return short.length >= TOLD_CHARS_MIN && short.includes(' ') && words.includes(short);
}

const TEXTS_REMEMBERED = 128;

const namedIn = remembered(
  TEXTS_REMEMBERED,
  (words): ReadonlySet<string> => new Set((words.match(NAMED) ?? []).map((word) => word.toLowerCase())),
);

/** The lines that hold a word of these: the others need not be read as a shell does. */
const linesWith = (named: ReadonlySet<string>, lines: readonly string[]): string[] =>
  lines.filter((line) => [...named].some((word) => namedIn(line).has(word)));

/** The command after a human's words whose program they name and the refused one does not run; null where none is. */
export function namedNext(said: string, refused: string, after: readonly string[]): ShellPart | null {
  if (said.length > WORDS_CHARS_MAX) return null;
  const named = namedIn(said);
  const next = linesWith(named, after)
    .flatMap(workOf)
    .find(({ program }) => bareName(program).length > 2 && named.has(bareName(program)));
  return next && !runs([refused], bareName(next.program)) ? next : null;
}

/** One word of a command is denied by name; where a program takes the place of another, any denial is enough. */
function isDenied(words: string, { by, word }: Pick<Switch, 'by' | 'word'>): boolean {
  if (BESIDES.test(words)) return false;
  return by === 'argument' ? deniedWords(words).includes(word) : DENIES.test(words);
}

const DENIED =
  /(?<!\p{L})(?:not|never|nicht|pas|plus|no|não|non|mai|niet|inte|ikke|nie|не|değil)\s+(?:(?:to|in|on|from|with|the|a|auf|nach|sur|dans|à|en|em|na|op|på|на|в)\s+)?[`"']?([\w.:@+-]{2,40})/giu;

/** The words right behind a denial: "develop, not main". */
export const deniedWords = (said: string): string[] =>
  [...said.slice(0, WORDS_CHARS_MAX).matchAll(DENIED)].map((match) =>
    match[1]!.replace(/[.:]+$/, '').toLowerCase(),
  );

/** True where one of the commands right after the words runs a program that they name and that was not run before. */
export function obeysNow(said: string, before: readonly string[], after: readonly string[]): boolean {
  if (said.length > WORDS_CHARS_MAX) return false;
  const named = namedIn(said);
  const run = linesWith(named, after)
    .flatMap(workOf)
    .map(({ program }) => bareName(program))
    .filter((name) => name.length > 2 && named.has(name));
  if (run.length === 0) return false;
  const known = new Set(before.flatMap(workOf).map((part) => bareName(part.program)));
  return run.some((name) => !known.has(name));
}

/** True where the words name the file that was written and the one that is written instead. */
export function isOtherFile({ text, last, correction }: OpenObjection): boolean {
  if (!last?.target || !correction?.target || text.length > WORDS_CHARS_MAX) return false;
  const [left, taken] = [baseName(last.target).toLowerCase(), baseName(correction.target).toLowerCase()];
  const words = text.toLowerCase();
  return left !== taken && left.includes('.') && words.includes(left) && words.includes(taken);
}

/**
 * The first file edited afterwards is one that the agent had written. After much reading that says something of what had
 * just been handed over alone: in a talk, any file may be next.
 */
export const isReworked = ({ reworked, editedLate, given }: OpenObjection): boolean =>
  reworked === true && (editedLate !== true || given === true);

/** The command that a human's words made the agent give up, of those before them or of the one that they refuse. */
export const switchedBy = ({ text, rejected, commands, after }: OpenObjection): Switch | null =>
  switchOf(text, rejected?.command ? [rejected.command] : commands, after ?? []);

/** The new command names the program, the subcommand or the task of the old one. */
export function sharesWork(from: ShellPart, to: ShellPart): boolean {
  const after = namesOf(to);
  return [bareName(from.program), ...from.sub.split(' '), from.args[0] ?? ''].some((word) => after.has(word));
}

/** Takes back what was done: files and commits as they were, a release as it was before. */
const UNDOES =
  /^(?:git (?:checkout (?:-- |\S+\.\w+)|restore |revert |reset |commit .*--amend|rebase --onto|branch -[mM] )|(?:git )?(?:rm|mv) |.* (?:undo|rollback|uninstall)\b)/;
const MAY_UNDO = /\b(?:checkout|restore|revert|reset|amend|rm|mv|rebase|branch|undo|rollback|uninstall)\b/;
const COMMITS = /\bgit (?:commit|merge|push|cherry-pick|rebase|checkout -b|switch -c|branch)\b/;

/**
 * True where a command undoes work of the agent's: a file that it wrote, or what it committed just before.
 * @param written ends of the paths that the agent wrote
 */
export function undoesWork(line: string, written: readonly string[], before: readonly string[]): boolean {
  if (!MAY_UNDO.test(line)) return false;
  return workOf(line).some((part) => {
    if (!UNDOES.test(part.text)) return false;
    if (/^git (?:reset|revert|commit|rebase|branch)/.test(part.text))
      return before.slice(-COMMANDS_BEFORE).some((command) => COMMITS.test(command));
    if (!/^(?:git|rm|mv) /.test(part.text)) return true;
    return part.args.some((arg) => arg.length > 3 && written.some((path) => path.endsWith(arg)));
  });
}
