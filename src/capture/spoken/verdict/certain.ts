import { anyOf } from '../../../text/any-of.ts';
import type { OpenObjection } from '../open-objection.ts';
import { listsFindings, reviews } from '../words/finding.ts';
import { mannerOf, seeksAdvice } from '../words/manner.ts';
import { asksWork, castsRole, declinesKindly, proposes } from '../words/objection.ts';
import { ownWords, pasted } from '../words/own-words.ts';
import { opensQuestion } from '../words/question.ts';
import { isTooShort, UNSPACED } from '../words/sentences.ts';
import { soundOf } from './sound.ts';

/** Words that sound so much like a correction are taken for one without any rule: the rules know few of all wordings. */
const CERTAIN_MIN = 3;
const CHARS_MIN = 8;
const CHARS_MAX = 160;
/** As long, in `UNSPACED` writing. */
const UNSPACED_CHARS_MAX = 80;

/** Speaks of the human's own doing or machine, agrees, does not understand, asks for something besides or to see something, or gives what was asked for. */
const SPEAKS_OTHERWISE = anyOf(
  [
    /^\W*(?:i(?:'ve|'m| have| am) (?!not\b|still\b|getting\b|seeing\b)|you(?:'re| are) |@)/,
    /^\W*(?:list|sort|order|group|filter|count|print) (?:out |all |each |the |my |our )/,
    /^\W*this is the (?:output|log|file|result)|\bnot (?:\d+% |quite |really )?sure\b|\b(?:do(?:n't| not) worry|never ?mind)\b/,
    /\b(?:too|also|as well|be careful|make sure|please|pls|stp|svp|bitte|por favor|why)\b|->/,
    /(?<!\byou )\b(?:do(?:n't| not)|dont|did(?:n't| not)|can(?:'t|not)) (?:really |quite |fully )?(?:understand|follow|get (?:it|what))\b/,
    /[,.] ?(?:where|what|how|who|which) (?:is|are|do|does|can)\b|\bbut (?:it|that|this)(?:'s| is| does)? (?:still )?work(?:s|ing)?\b/,
    /(?<!\bn[ãa]o |\bno )(?<!\p{L})(?:queremos|quiero|quero|je veux|on veut|nous voulons|ich (?:will|möchte)|wir wollen|vogliamo|voglio|хочу|хотим)(?!\p{L})/u,
    /\bon (?:my|his|her|their) (?:mac|machine|laptop|pc|phone|computer)\b|d['’]accord|de acuerdo|einverstanden/,
  ],
  { flags: 'iu' },
);

/** True where a few plain words of the human's own, after the agent had done something, sound like a correction and like nothing else. */
export function soundsCertain(open: OpenObjection): boolean {
  const { text, said, actedBefore } = open;
  const own = ownWords(text).trim();
  if (!actedBefore || isTooShort(own, CHARS_MIN)) return false;
  if (own.length > (UNSPACED.test(own) ? UNSPACED_CHARS_MAX : CHARS_MAX)) return false;
  if (declinesKindly(own)) return false;
  if (/[?？]/.test(own) || SPEAKS_OTHERWISE.test(own) || mannerOf(text, said) !== 'plain') return false;
  if (opensQuestion(own) || asksWork(own) || proposes(own) || seeksAdvice(own) || castsRole(own))
    return false;
  if (pasted(own) || listsFindings(own) || reviews(own)) return false;
  return (soundOf(open) ?? 0) >= CERTAIN_MIN;
}
