import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { IS_NO_SUBCOMMAND, NO_SUBCOMMAND } from '../../../text/known-messages.ts';
import { namedWords } from '../../../triggers/named-words.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { programOf } from '../../failures/blame.ts';
import { isSlipOf } from '../../failures/correction/likeness.ts';
import { asShown, wordsOf } from '../../shell/raw-command.ts';
import { type ShellPart, shellParts } from '../../shell/shell.ts';
import { messageOf } from '../message/message.ts';
import { code, cut, fenced } from '../prose.ts';

const LISTED_MAX = 8;
/** Commands after a refused one that may be run in its place. */
const SOON = 3;
/** How compiled programs, made with Cobra or clap, refuse a subcommand. */
const COMPILED = /unknown command "[^"\n]+" for "|unrecognized subcommand '/;
const BUILT = /^(?:\.{1,2}\/|(?:build|bin|dist|out|target)\/)/;
const ITEM = /^[a-z][\w:-]*$/i;

/** A line of usage says something where it names what has to be given. */
const INFORMATIVE = /<[^>\n]+>|\[[a-z][\w-]+\]|\{[^}\n]+\}|\b[A-Z]{3,}\b/;

function usageLine(open: OpenFailure): string {
  const at = open.error.search(/^\s*usage:/im);
  if (at < 0) return '';
  const lines = open.error
    .slice(at)
    .replace(/^\s*usage:\s*/i, '')
    .split('\n')
    .map((line) => line.trim())
    .slice(0, 12);
  const words = open.culprit ? [open.culprit.program, ...open.culprit.args] : wordsOf(open.call.command);
  const fits = lines.filter(
    (line) =>
      INFORMATIVE.test(line.replace(/<(?:sub)?commands?>|<options?>/g, '')) &&
      /^[\w./-]+ /.test(line) &&
      words.some((word) => word === line.split(' ')[1]),
  );
  return cut(fits[0] ?? '', 160);
}

/** Flags that the usage in an error lists. */
function flagsOf(error: string): string[] {
  const flags = [...error.matchAll(/^\s+(?:-\w,? +)?(--(?:\[no-\])?[a-z][\w-]*)/gm)].map((match) =>
    match[1]!.replace('[no-]', ''),
  );
  return [...new Set(flags)].filter((flag) => flag !== '--help' && flag !== '--version').slice(0, LISTED_MAX);
}

/** Subcommands that the usage in an error lists. */
export function commandsOf(error: string): string[] {
  const block = /^[^\S\n]*(?:available |core |sub)?commands:?\s*\n((?:[ \t]+\S.*\n?)+)/im.exec(error)?.[1];
  const inline =
    /(?:one of|choose from|valid (?:sub)?commands(?: are)?|available)(?<! one of the following)(?::| (?=[('"`])| (?=[\w-]+(?:,|\s*\|))) *\(?([\w:'"`, |-]{8,200})/i.exec(
      error,
    )?.[1];
  const names = block
    ? block.split('\n').map((line) => line.trim().split(/[\s,:]/)[0] ?? '')
    : (inline ?? '').split(/[\s,|'"`]+/);
  return names.filter((name) => ITEM.test(name)).slice(0, LISTED_MAX);
}

const KINDS_LISTED =
  /\b(?:available|valid|known|defined) (?:lanes|tasks|targets|jobs|recipes|presets|profiles|environments|workflows|projects)(?: are)?: ([\w:'"@/ ,.-]{3,200})/i;

/** What an error offers in place of a name that is not there; the names may hold blanks: `Available lanes: ios beta, ios release`. */
function offered(error: string): string[] {
  const names = (KINDS_LISTED.exec(error)?.[1] ?? '')
    .split(',')
    .map((name) => name.replace(/['"]/g, '').trim());
  return names.filter((name) => name !== '').slice(0, LISTED_MAX);
}

/** Without such a flag the command does what was only to be looked at. */
export const DRY_RUN =
  /^--?(?:dry-?run|check|preview|what-?if|simulate|no-?act|just-print|noop|pretend|plan)$/i;

const NO_COMMAND = anyOf(
  [
    NO_SUBCOMMAND,
    IS_NO_SUBCOMMAND,
    /\bcommand (?:named|called) |\bargument (?:\{[^}\n]{1,400}\}|\S*(?:command|cmd|action)\S*): invalid choice/,
  ],
  { flags: 'im' },
);

/** What did the same soon after with the flag that was refused, and another word before it: `cloud beta run`. */
function otherWith(open: OpenFailure, flag: string): string {
  const part = open.culprit;
  if (!part?.sub) return '';
  const subs = part.sub.split(' ');
  const ran = [open.correction?.command ?? '', ...(open.done ?? []).slice(0, 4)];
  return (
    ran.find((command) => {
      const words = wordsOf(command).map((word) => baseName(word.split('=')[0]!));
      return (
        words.includes(flag) && words.includes(part.program) && subs.some((word) => words.includes(word))
      );
    }) ?? ''
  );
}

/** Only asks what there is, or whose own failure would not show. */
const IS_NO_ANSWER = /\bhelp\b|\s-h\b|--version|\|\|/;

/** What the very next command ran of the same program, by another subcommand and no look at its help; empty where it did not. */
function ranNext({ done = [], correction }: OpenFailure, part: ShellPart, sub: string): string {
  const next = done[0] ?? correction?.command ?? '';
  const other = shellParts(next).find(({ program }) => program === part.program);
  if (!other?.sub || other.args.includes(sub) || IS_NO_ANSWER.test(next)) return '';
  return asShown(next, other);
}

/** The command that worked with nothing but the refused word spelt otherwise; empty where none did. */
function respelt({ culprit, correction, correctionPart }: OpenFailure, sub: string): string {
  const worked = correction?.parts[correctionPart];
  if (!culprit || !worked || worked.program !== culprit.program) return '';
  const now = worked.args[culprit.args.indexOf(sub)] ?? '';
  const others = (args: readonly string[], word: string) => args.filter((arg) => arg !== word).join(' ');
  return isSlipOf(sub, now) && others(culprit.args, sub) === others(worked.args, now)
    ? asShown(correction!.command, worked)
    : '';
}

/** A word that says what a call is about: an id, a name, an expression; no option. */
const SAYS_WHAT = /^[^-\s].{2,}/;
const SHARED_MIN = 2;

/** What another subcommand of the same program soon did with the same names: `gh api repos/…/7/comments` for `gh issue comment list 7`. */
function sameNames({ done = [], correction }: OpenFailure, part: ShellPart): string {
  const names = part.args.filter((arg) => SAYS_WHAT.test(arg) && !part.sub.split(' ').includes(arg));
  const ran = [...done.slice(0, SOON), correction?.command ?? ''];
  for (const command of ran.filter((each) => each !== '' && !IS_NO_ANSWER.test(each))) {
    const other = shellParts(command).find(
      ({ program, sub, args }) =>
        program === part.program &&
        sub !== part.sub &&
        names.filter((name) => args.some((arg) => arg.includes(name))).length >=
          Math.max(SHARED_MIN, names.length / 2),
    );
    if (other) return asShown(command, other);
  }
  return '';
}

/** What a flag is given: behind a blank or a `=`. */
const givenTo = (words: readonly string[], flag: string): string => {
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const [, given = words[at + 1] ?? ''] = words[at]?.split(/=(.*)/s) ?? [];
  return at < 0 || given.startsWith('-') ? '' : given;
};
const VALUE_CHARS_MIN = 3;

/** The flag by which the same command soon took the value of the refused one, with that command; null where none did. */
function renamedFlag({ done = [], correction }: OpenFailure, part: ShellPart, flag: string) {
  const value = givenTo(part.args, flag);
  if (value.length < VALUE_CHARS_MIN) return null;
  for (const command of [correction?.command ?? '', ...done.slice(0, SOON)]) {
    const same = shellParts(command).find(({ program, sub }) => program === part.program && sub === part.sub);
    const name = same?.args.find(
      (word) => word.startsWith('-') && givenTo(same.args, word.split('=')[0]!) === value,
    );
    const other = name?.split('=')[0];
    if (same && other && other !== flag && !part.args.includes(other))
      return { flag: other, command: asShown(command, same) };
  }
  return null;
}

/** What an error of usage lists as possible, or what to leave out. */
export function usageFix(open: OpenFailure, flag: string): string {
  const part = open.culprit;
  const who = code(programOf(part) || open.call.nativeTool);
  const line = usageLine(open);
  if (flag) {
    const flags = flagsOf(open.error);
    const list = flags.length > 0 ? ` It knows ${flags.map(code).join(', ')}.` : '';
    const other = otherWith(open, flag);
    if (other) return `${who} has no ${code(flag)}, but this has: ${fenced(cut(other, 160))} worked.`;
    const renamed = part ? renamedFlag(open, part, flag) : null;
    if (renamed)
      return `Give it by ${code(renamed.flag)}, not ${code(flag)}: ${fenced(cut(renamed.command, 200))} worked.`;
    const elsewhere = part ? sameNames(open, part) : '';
    if (elsewhere) return `${who} has no ${code(flag)}: ${fenced(cut(elsewhere, 200))} worked in its place.`;
    return DRY_RUN.test(flag)
      ? `${who} has no ${code(flag)} and acts at once: look with a command that only reads.${list}`
      : `Leave ${code(flag)} out: ${who} does not have it.${list}`;
  }
  const message = messageOf(open);
  const isOrder =
    /^\S+ (?:\S+ )?\[(?:flags|options)\] /i.test(line) && /positional|too many arguments/i.test(message);
  if (line)
    return isOrder ? `Put the flags before the other arguments: ${code(line)}.` : `Call it as ${code(line)}.`;
  const sub = NO_COMMAND.test(message)
    ? namedWords(message).find((word) => part?.args.includes(word))
    : undefined;
  if (!sub) {
    const others = offered(open.error);
    return others.length > 0 ? `Call one that there is: ${others.map(code).join(', ')}.` : '';
  }
  const known = commandsOf(open.error).filter((name) => name !== sub);
  const list = known.length > 0 ? ` It has ${known.map(code).join(', ')}.` : '';
  const path = part!.args
    .slice(0, part!.args.indexOf(sub) + 1)
    .filter((arg) => arg === '-m' || !arg.startsWith('-'));
  const spelt = respelt(open, sub);
  if (spelt) return `Run ${fenced(cut(spelt, 160))} instead; it worked.`;
  const next = ranNext(open, part!, sub);
  if (next) return `There is no such subcommand: ${fenced(cut(next, 160))} was run in its place.`;
  const build = buildOf(open, part!);
  return build === ''
    ? `Do not call ${code([part!.program, ...path].join(' '))}: there is no such subcommand.${list}`
    : `Build ${code(build)} anew if its source has ${code(sub)}: what lies there has no such subcommand.${list}`;
}

/** The path by which a program was called that was built here, `./bin/tool`: it may be older than its source. Empty for others. */
export function buildOf({ call, error }: OpenFailure, { program }: ShellPart): string {
  if (!COMPILED.test(error)) return '';
  return wordsOf(call.command).find((word) => BUILT.test(word) && word.endsWith(`/${program}`)) ?? '';
}
