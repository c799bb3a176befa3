import { anyOf } from '../../../text/any-of.ts';
import { isScaffold, type ShellPart } from '../../shell/shell.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import type { Rule } from '../kind/kind-rules.ts';

/** A line that refuses what a command was given, by its name: `Unknown output format 'pears'`. */

const AS_WORDS = { before: /\b/, after: /\b/, flags: 'i' };

/**
 * What is said of a word of the command: that it is none that may stand there, that what it names is not there, or only
 * that it is not as it should be, for which it may have been given.
 */
const REFUSALS: readonly Rule[] = [
  [
    'usage',
    anyOf(
      [
        /unknown|unrecogni[sz]ed|unsupported|invalid(?= \S)|unexpected argument|don't know how/,
        /not (?:expected|recogni[sz]ed|supported)/,
      ],
      AS_WORDS,
    ),
  ],
  [
    'api-misuse',
    anyOf(
      [
        /no such|not (?:found|defined|available)|does(?: not|n't) (?:exist|match|contain|include)/,
        /(?:can(?:not|'t)|could(?: not|n't)|unable to|failed to) (?:find|open|load|read|resolve|access|locate|stat)/,
        /(?:there is no|no) (?!(?:issues?|problems?|errors?|warnings?|changes?|violations?|differences|results?)\b)(?:[\w-]+ ){1,4}(?:named|matching|matched|found (?:with|for|matching)|called|exists?)/,
        /has no (?:[\w-]+ )*(?:command|script|task|target|method)|no [\w-]+ (?:exists at|in \S+ match)/,
      ],
      AS_WORDS,
    ),
  ],
  ['generic', anyOf([/invalid|is not a/], AS_WORDS)],
];

const REFUSAL_CHARS_MAX = 300;
/** Below an error. */
const ONLY_TELLS = /^\W{0,3}(?:warn|notice|note|info|debug|hint|skip|ok\b)/i;

/** What a line quotes, or names as a file. */
const NAMED =
  /['"`‘“]([^'"`’”\n]{3,80})['"`’”]|(?<![\w./-])([\w@./:-]*[./:_-][\w@./:-]*\w)|(?<= )([\w-]{3,40})(?=\.?$| (?:was |is )?not (?:found|defined|supported)| (?:does not|doesn't) exist)|^([\w-]{3,40})(?=: )/g;

const QUOTED = /(?<![A-Za-z])['"`‘“][^'"`’”\n]{3,80}['"`’”]/g;

/** The kind of error that a line is which refuses what the command was given; null where it refuses nothing of it. */
export function refusalOfWord(line: string, parts: () => ShellPart[]): ErrorKind | null {
  if (line.length > REFUSAL_CHARS_MAX || ONLY_TELLS.test(line)) return null;
  const unquoted = line.replace(QUOTED, ' ');
  const refusal = REFUSALS.find(([, pattern]) => pattern.test(unquoted));
  if (refusal === undefined) return null;
  const words = [...line.matchAll(NAMED)].map(([, ...found]) => found.find((word) => word !== undefined)!);
  const takes = (arg: string) =>
    words.some(
      (word) =>
        arg === word || arg.endsWith(`/${word}`) || arg.endsWith(`=${word}`) || arg.endsWith(`:${word}`),
    );
  return parts().some((part) => !isScaffold(part) && part.args.some(takes)) ? refusal[0] : null;
}
