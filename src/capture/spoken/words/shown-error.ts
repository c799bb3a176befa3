import { anyOf } from '../../../text/any-of.ts';
import { normaliseError } from '../../../text/fingerprint.ts';
import { remembered } from '../../../text/remembered.ts';
import { withoutSource } from '../../../text/salient.ts';
import { listsFindings, reviews } from './finding.ts';
import { SHOWN_WORDS_MAX, wordsAbovePaste } from './own-words.ts';
import { opensQuestion } from './question.ts';

/** What a program prints where it fails. */
const ERROR_LINE = anyOf(
  [
    /^\W*(?:\w+ ){0,3}(?:\w*(?:Error|Exception|Panic)\b|fatal:|traceback|npm err|err!|caused by:|uncaught|unhandled|(?<!\b0 )fail(?:ed)?\b(?!\W{0,3}0\b))/,
    /^\W*[1-9]\d* (?:failed|failing|errors?|issues?|problems?)\b|^\s*\+ (?:CategoryInfo|FullyQualifiedErrorId)\s*:/,
    /\b(?:ENOENT|ECONNREFUSED|EACCES|errno|exit code [1-9]|no such file|is not recognized|unable to (?:access|open|find|resolve|locate)|not found|cannot find|is not (?:defined|a function)|status (?:of )?[45]\d\d|undefined reference)\b/,
  ],
  { flags: 'i' },
);
/** What a program that checks a file says of a place in it: `server.port: expected number, received string`. */
const CHECKED_LINE = anyOf(
  [
    /[\w.$[\]/"'-]{2,120}: (?:(?:validation )?error: )?(?:invalid|expected|unexpected|unknown|unrecogni[sz]ed|unsupported|must (?:be|have|match|not|contain)|should be|is required|required|missing|additional propert|does not match|not allowed)\b/,
    /(?:unexpected|unknown|unrecogni[sz]ed|unsupported|invalid|missing|undefined|duplicate)(?: required)? (?:value|keys?|fields?|propert(?:y|ies)|options?|arguments?|tokens?|input|type|parameters?|attribute|directive|identifier|character|section|setting)(?:\(s\))?:? ["'`\u201c][^\n]*/,
    /[^\n]{0,120}\badditional propert(?:y|ies) \S+ (?:is|are) not allowed\b/,
    /[^\n]{0,120}\bexpected (?:an? )?\S+(?: \S+)?,? (?:but )?(?:received|got|found) \S/,
  ],
  { before: /^\W*/, flags: 'i' },
);

const SHOWN_CHARS_MAX = 4000;
const SHOWN_LINES_MAX = 40;
const SHOWN = 2;
const TEXTS_REMEMBERED = 64;

/** Nothing but what a program raised, in one line. */
const RAISED = /^(?:[\w.]{1,80}\.)?\w{1,60}(?:Error|Exception): \S[^\n]*$/;

const SHOWN_LINE_CHARS = 300;
const isChecked = (line: string): boolean => CHECKED_LINE.test(line.slice(0, SHOWN_LINE_CHARS));

/** True where a line is what a program prints where it fails. */
export const tellsError = (line: string): boolean =>
  ERROR_LINE.test(line.slice(0, SHOWN_LINE_CHARS)) || isChecked(line);

/** How clearly the message only shows an error that something printed, with few words or none. */
export const shownError = remembered(TEXTS_REMEMBERED, (message: string): number => {
  const text = withoutSource(message.trim().slice(0, SHOWN_CHARS_MAX).split('\n')).join('\n');
  const all = text.split('\n', SHOWN_LINES_MAX).filter((line) => line.trim() !== '');
  if (RAISED.test(text) || (all.length > 0 && all.every(isChecked))) return SHOWN;
  const own = wordsAbovePaste(text);
  const lines = text.slice(own.length).split('\n', SHOWN_LINES_MAX);
  const isShown = own.length <= SHOWN_WORDS_MAX && lines.some(tellsError);
  return isShown && !opensQuestion(own) && !reviews(message) && !listsFindings(own) ? SHOWN : 0;
});

/** What a program says behind the name of an error, in place of the rest of a sentence. */
const SAYS_WHAT =
  /\b\w*(?:error|exception|panic|fatal|fail(?:ed|ure)?|err!|caused by|uncaught|unhandled)\b[^\n]{0,80}?[:([]|[\w.$\]"')]: |\b(?:ENO\w+|ECONN\w+|errno|traceback)\b/i;

/** When and where a logger wrote a line, and how bad it is. */
const STAMP =
  /^(?:\W*(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d\S*)+\W*(?:[\w.:[\]-]+ (?:- )?)?(?:(?:error|critical|fatal)\b[\s:|-]+)?/i;

/** What a program prints where it fails, from its first line on, among several lines, whatever is said beside it; null where there is none. */
export function errorAmong(message: string): string | null {
  const lines = withoutSource(message.trim().slice(0, SHOWN_CHARS_MAX).split('\n'))
    .filter((line) => line.trim() !== '')
    .slice(0, SHOWN_LINES_MAX);
  if (lines.length < 2 || reviews(message) || listsFindings(message)) return null;
  const at = lines.findIndex((line) => tellsError(line) && SAYS_WHAT.test(line.slice(0, SHOWN_LINE_CHARS)));
  return at < 0 ? null : lines.slice(at).join('\n').replace(STAMP, '');
}

/** The error that a human shows, without what of it varies from run to run; null where there is none. */
export function shownErrorKey(message: string): string | null {
  const error = errorAmong(message) ?? (shownError(message) > 0 ? message : null);
  return error === null ? null : normaliseError(error);
}
