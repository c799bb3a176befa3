import { anyOf } from '../../../text/any-of.ts';
import { isScaffold, type ShellPart } from '../../shell/shell.ts';

/** A line that refuses what a command was given, by its name: `Unknown output format 'pears'`. */

const REFUSES = anyOf(
  [
    /unknown|unrecogni[sz]ed|unsupported|invalid|no such|not found|does(?: not|n't) (?:exist|match|contain|include)|don't know how|unexpected argument/,
    /(?:can(?:not|'t)|could(?: not|n't)|unable to|failed to) (?:find|open|load|read|resolve|access|locate|stat)/,
    /not (?:defined|expected|recogni[sz]ed|supported|available)|is not a|(?:there is no|no) (?!(?:issues?|problems?|errors?|warnings?|changes?|violations?|differences|results?)\b)(?:[\w-]+ ){1,4}(?:named|matching|matched|found (?:with|for|matching)|called|exists?)/,
    /has no (?:[\w-]+ )*(?:command|script|task|target|method)|no [\w-]+ (?:exists at|in \S+ match)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);

const REFUSAL_CHARS_MAX = 300;
/** Below an error. */
const ONLY_TELLS = /^\W{0,3}(?:warn|notice|note|info|debug|hint|skip|ok\b)/i;

/** What a line quotes, or names as a file. */
const NAMED =
  /['"`‘“]([^'"`’”\n]{3,80})['"`’”]|(?<![\w./-])([\w@./:-]*[./:_-][\w@./:-]*\w)|(?<= )([\w-]{3,40})(?=\.?$| (?:was |is )?not (?:found|defined|supported)| (?:does not|doesn't) exist)|^([\w-]{3,40})(?=: )/g;

const QUOTED = /(?<![A-Za-z])['"`‘“][^'"`’”\n]{3,80}['"`’”]/g;

/** True where a line refuses what the command was given. */
export function refusesWord(line: string, parts: () => ShellPart[]): boolean {
  if (line.length > REFUSAL_CHARS_MAX || !REFUSES.test(line) || ONLY_TELLS.test(line)) return false;
  if (!REFUSES.test(line.replace(QUOTED, ' '))) return false;
  const words = [...line.matchAll(NAMED)].map(([, ...found]) => found.find((word) => word !== undefined)!);
  const takes = (arg: string) =>
    words.some(
      (word) =>
        arg === word || arg.endsWith(`/${word}`) || arg.endsWith(`=${word}`) || arg.endsWith(`:${word}`),
    );
  return parts().some((part) => !isScaffold(part) && part.args.some(takes));
}
