import { SUMMARY_CHARS_MAX } from '../../model/constants.ts';
import type { OpenFailure } from '../failure-state.ts';
import { withoutComment } from './changed-line.ts';
import { mendedBy } from './mended-by.ts';
import { code, cut, firstFit } from './prose.ts';

/** What was wrong in a test that failed, where it was not the code: as the small change of the test shows that made it pass. */

/** Lines of code that such a change takes away and brings, and edits that it is made of. */
const LINES_MAX = 4;
const EDITS_MAX = 2;
const SPAN_CHARS_MAX = 44;
const TOKEN = /"[^"]*"|'[^']*'|`[^`]*`|[\w$]+|\s+|[:=!<>]=+|&&|\|\||[-=]>|::|[^\w\s]/g;
const WORDS = /[^\s"'`]+|["'`]|\s+/g;
/** A line of a test that says what is expected. */
const EXPECTS = /\b(?:want\w*|expect\w*|assert\w*|\w*Contains|Equal\w*|toBe|toEqual)\b|[!=]=/i;

/** A message that says what was expected. */
const EXPECTATION = /\b(?:want\w*|expect\w*|should|to (?:be|equal|contain|have))\b/i;

/** Where two lines differ, as far as whole tokens go; null where a side is empty, or the difference is long. */
function difference(gone: string, come: string, pattern: RegExp): { old: string; now: string } | null {
  const [before, after] = [gone.match(pattern) ?? [], come.match(pattern) ?? []];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const side = (tokens: string[]) => tokens.slice(start, tokens.length - end).join('');
  const isBare = (text: string) => !/[\p{L}\d"'`]/u.test(text);
  // `x.` before a name, and the word before a mere sign, belong to it.
  while (start > 0 && (isBare(side(before)) || isBare(side(after)) || before[start - 1] === '.')) start--;
  if (before[start - 1] && before[start] === '.') start--;
  // A number says nothing without its name.
  while (start > 0 && !/[A-Za-z"'`]{3}/.test(side(before))) start--;
  const [old, now] = [side(before).trim(), side(after).trim()];
  return old === '' || now === '' || Math.max(old.length, now.length) > SPAN_CHARS_MAX ? null : { old, now };
}

/** The words of two texts in quotes that are not the same. */
const inQuotes = (gone: string, come: string) => {
  const found = difference(gone, come, WORDS);
  return found && /^[\w-]/.test(found.old) && /^[\w-]/.test(found.now) ? found : null;
};

/**
 * Summaries of a test that failed, by what was changed for it to pass, the fuller first; none where that was more than a line or two.
 * @param said the message of the test
 */
export function changeSummaries(open: OpenFailure, said: string): string[] {
  if (!open.correction || open.edits.length > EDITS_MAX || !open.edits.every((each) => each.test)) return [];
  const { files, change } = mendedBy(open) ?? { files: [], change: null };
  const [file] = files;
  if (!change || file === undefined || files.length > 1 || change.size > LINES_MAX) return [];
  const gone = withoutComment(change.gone);
  const come = withoutComment(change.come);
  if (gone === '')
    return [`${file} lacks ${code(cut(come.replace(/[,;]$/, ''), SUMMARY_CHARS_MAX - file.length - 9))}`];
  if (come === '' || gone === come) return [];
  const isExpected = EXPECTS.test(gone);
  const wrong =
    isExpected && EXPECTATION.test(said)
      ? [
          `Wrong expectation in ${file}: ${said}`,
          firstFit([`Wrong expectation: ${said}`], [`Wrong expectation: ${said}`]),
        ]
      : [];
  const swapped = [difference(gone, come, TOKEN), inQuotes(gone, come)].flatMap((found) => {
    if (!found) return [];
    const [old, now] = [code(found.old), code(found.now)];
    return isExpected
      ? `${file} expects ${old} where the code gives ${now}`
      : `${file} has ${old} where ${now} is needed`;
  });
  const isWhole = (text: string) => text.length <= SUMMARY_CHARS_MAX && !text.endsWith('…');
  return [...wrong, ...swapped].filter(isWhole);
}
