import { anyOf } from '../../../text/any-of.ts';
import { isScaffold, type ShellPart } from '../../shell/shell.ts';

/** A line that refuses what a command was given, by its name: `Unknown output format 'pears'`. */

const REFUSES = anyOf(
  [
    /unknown|unrecogni[sz]ed|unsupported|invalid|no such|not found|does(?: not|n't) exist|don't know how|unexpected argument/,
    /(?:can(?:not|'t)|could(?: not|n't)|unable to|failed to) (?:find|open|load|read|resolve|access|locate|stat)/,
    /not (?:defined|recogni[sz]ed|supported|available)|is not a|no (?:\w+ )?(?:file|module|package|project|command|task|script|test)s? (?:named|matching|matched)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);

const REFUSAL_CHARS_MAX = 300;
/** Below an error. */
const ONLY_TELLS = /^\W{0,3}(?:warn|notice|note|info|debug|hint|skip|ok\b)/i;

/** What a line quotes, or names as a file. */
const NAMED =
  /['"`‘“]([^'"`’”\n]{3,80})['"`’”]|(?<![\w./-])([\w@./:-]*[./:_-][\w@./:-]*\w)|(?<= )([\w-]{3,40})\.?$|^([\w-]{3,40})(?=: )/g;

/** True where a line refuses what the command was given. */
export function refusesWord(line: string, parts: () => ShellPart[]): boolean {
  if (line.length > REFUSAL_CHARS_MAX || !REFUSES.test(line) || ONLY_TELLS.test(line)) return false;
  const words = [...line.matchAll(NAMED)].map(([, ...found]) => found.find((word) => word !== undefined)!);
  const takes = (arg: string) => words.some((word) => arg === word || arg.endsWith(`/${word}`));
  return parts().some((part) => !isScaffold(part) && part.args.some(takes));
}
