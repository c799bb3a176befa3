import { baseName } from '../../../inject/paths.ts';
import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { commonEnds } from '../../../text/similarity.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { code, cut, firstFit } from '../prose.ts';
import { linesOf, withoutComment } from './changed-line.ts';
import { mendedBy } from './mended-by.ts';

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

/** What stands in quotes, and what a printed value stands for in it. */
const QUOTED = /"((?:[^"\\]|\\.){8,200})"|'((?:[^'\\]|\\.){8,200})'|`([^`]{8,200})`/g;
const VALUE = /%[-+#\d.]*[a-zA-Z]|\$?\{[^}]*\}/;
const PIECE_CHARS_MIN = 6;
const RAISED_CHARS_MIN = 12;
/** Says in a test that something is not as it should be. */
const RAISES = /\b(?:t\.(?:Fatal|Error)f?|assert\w*|expect|fail|raise|throw)\b/i;

/** What a line expects: what stands last of it. */
const EXPECTED = / [!=]=+ |\.to\w+\(|, /;

/** True where the error shows a line of a test, and no line expects the same any more. */
function isShown(line: string, error: string, now: readonly string[]): boolean {
  if (line.length < RAISED_CHARS_MIN || !EXPECTS.test(line) || !error.includes(line)) return false;
  const expected = line.split(EXPECTED).at(-1)!;
  return !now.some((each) => EXPECTS.test(each) && each.endsWith(expected));
}

/** True where a line of a test has the text of the error. */
function hasText(line: string, error: string): boolean {
  return [...line.matchAll(QUOTED)].some((match) => {
    const pieces = (match[1] ?? match[2] ?? match[3]!)
      .split(VALUE)
      .map((piece) => piece.trim())
      .filter((piece) => piece.length >= PIECE_CHARS_MIN);
    return pieces.every((piece) => error.includes(piece)) && pieces.join('').length >= RAISED_CHARS_MIN;
  });
}

/** The file of a test that passes since what it expects was changed, and nothing but tests; empty for others. */
export function wronglyExpecting({ correction, edits, error }: OpenFailure): string {
  if (!correction || !edits.every(({ test }) => test)) return '';
  const edit = edits.find(({ old, new: now }) => {
    const kept = linesOf(now);
    return linesOf(old).some(
      (line) =>
        RAISES.test(line) && !kept.includes(line) && (isShown(line, error, kept) || hasText(line, error)),
    );
  });
  return edit ? baseName(edit.file) : '';
}

/** Where two lines differ, as far as whole tokens go; null where a side is empty, or the difference is long. */
function difference(gone: string, come: string, pattern: RegExp): { old: string; now: string } | null {
  const [before, after] = [gone.match(pattern) ?? [], come.match(pattern) ?? []];
  const ends = commonEnds(before, after);
  let { start } = ends;
  const side = (tokens: string[]) => tokens.slice(start, tokens.length - ends.end).join('');
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
  const isWhole = (text: string) => text.length <= SUMMARY_CHARS_MAX && !text.endsWith('…');
  const expecting = wronglyExpecting(open);
  const wrong = [`Wrong expectation in ${expecting}: `, 'Wrong expectation: '].flatMap((lead) =>
    [said, said.replace(/^expected /i, '')].map((each) => `${lead}${each}`),
  );
  return [...smallChange(open, said), ...(expecting === '' ? [] : wrong)].filter(isWhole);
}

/** The same, where the change is small enough to be told. */
function smallChange(open: OpenFailure, said: string): string[] {
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
      ? [`${file} expects ${old} where the code gives ${now}`, `The test wants ${old}, and gets ${now}`]
      : [`${file} has ${old} where ${now} is needed`];
  });
  return [...wrong, ...swapped];
}
