import { salientLine } from '../../../text/fingerprint.ts';
import { complaint, messageOf } from '../../wording/message/message.ts';
import { cut, whole } from '../../wording/prose.ts';
import type { OpenObjection } from '../open-objection.ts';
import { tellsFinding } from '../words/finding.ts';
import { asksWork } from '../words/objection.ts';
import { beforePrompt, belowPrompt, ownWords, pasted, wordsAbovePaste } from '../words/own-words.ts';
import { opensQuestion } from '../words/question.ts';
import { sentencesOf } from '../words/sentences.ts';
import { shownError, tellsError } from '../words/shown-error.ts';
import { chiefSentence, tellingPart } from './telling.ts';

const CHARS_MAX = 260;
/** So much is told as it was said. */
const WHOLE_CHARS = 200;
const LEAD_CHARS_MIN = 12;
const OUTPUT_LINES_MIN = 5;
/** A human's words in one line, and no line of a log. */
const LEAD = /^[\p{L}\p{M} ,.'?!:-]{12,80}$/u;
/** Names the test that failed. */
const FAILED = /^\W*(?:FAIL(?:ED)?:?|✗|✕|×) +(\w[^\n]{2,78}?)(?: \([\d.]+m?s\))?$/m;
const FENCE_LINE = /^\s*(?:```|~~~)[^\n]*$/gm;

/** The few words above an error, and the line of it that tells what failed. */
function shownPart(said: string): string {
  const below = belowPrompt(said.replace(FENCE_LINE, ''));
  const salient = salientLine(below);
  const told = tellsError(salient) ? '' : complaint(messageOf({ error: below, salient }), null);
  const cause = told || salient.trim();
  const failed = FAILED.exec(below)?.[1]?.trim();
  const line = failed === undefined || cause.includes(failed) ? cause : `${failed}: ${cause}`;
  const above = wordsAbovePaste(said.trim());
  return LEAD.test(above) && !above.includes(line) ? `${above.replace(/[\s:.,]+$/, '')}: ${line}` : line;
}

/** What of pasted output is told; null where the words are a human's own or a reviewer's. */
function outputPart(said: string, text: string): string | null {
  if (tellsFinding(said)) return null;
  const above = wordsAbovePaste(said.trim());
  const isBelow = above.length < said.trim().length && said.split('\n').length >= OUTPUT_LINES_MIN;
  if (isBelow && above.length >= LEAD_CHARS_MIN) return above.replace(/[\s:"'`]+$/, '');
  return pasted(said) ? chiefSentence(ownWords(text)) : null;
}

/** True where the words show what something printed, and neither an error nor a finding. */
export const showsOutput = ({ text }: OpenObjection, said: string): boolean =>
  pasted(text) && !tellsFinding(said) && shownError(said) === 0;

/** What of a human's words is told beside what is to be done: of an error its telling line, of other output the words above it or its most telling line. */
export function toldPart(said: string): string {
  if (shownError(said) > 0) {
    const shown = shownPart(said);
    if (shown !== '') return cut(shown, CHARS_MAX);
  }
  const text = tellingPart(beforePrompt(said));
  return whole((text.length > WHOLE_CHARS ? outputPart(said, text) : null) ?? text, CHARS_MAX);
}

/** Begins as a wish does, whatever it asks on the way. */
const WISHES_FIRST = /^\W*(?:(?:ok(?:ay)?|and|so|now|please|also)\b\W*)*(?:can|could|would|will)\b/i;

/** The sentence of a request that asks for the work; null where none does. */
export function askedWork(words: string): string | null {
  const asks = (sentence: string): boolean => WISHES_FIRST.test(sentence) || asksWork(sentence);
  const sentences = sentencesOf(words).map((sentence) => sentence.trim());
  const asked = sentences.find((sentence) => asks(sentence) && sentence.length > 12);
  if (asked !== undefined && (WISHES_FIRST.test(words) || asksWork(words))) return asked;
  return WISHES_FIRST.test(words) || (asksWork(words) && !opensQuestion(words)) ? words : null;
}
