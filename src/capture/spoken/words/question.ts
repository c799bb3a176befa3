import { anyOf } from '../../../text/any-of.ts';
import { isReworked } from '../context/switched.ts';
import type { OpenObjection } from '../open-objection.ts';
import { accuses, rejectsIdea } from './reminder-cues.ts';
import { plainSpelling } from './spelling.ts';
import { NOD, standsForLater } from './user-rule.ts';

/** Where words ask, and what for: to be told, whether it is so, or by the way of blaming. */

const OPENS_QUESTION = anyOf(
  [
    /any (?:reason|idea|chance|way)|anything|what|which|where|who|how|why|is|are|am|do|does|did/,
    /can|could|would|should|shall|will|have|has|was|were/,
    /when (?:is|are|do|does|did|can|could|would|should|will|have|has|was|were)/,
  ],
  {
    before: /^(?:(?:hm+|so|ok(?:ay)?|and|but|well|wait|hey|also|i mean(?=,? (?!why|how)))\b[\s,.!]*)*/,
    after: /\b(?!n't)/,
    flags: 'i',
  },
);

/** True where the words open as a question does, whether or not a mark ends it. */
export const opensQuestion = (text: string): boolean => OPENS_QUESTION.test(text.replace(/^[\s^]+/, ''));

/** Asks whether it is not so: `doesn't the clone pull that?`. */
const ASKS_NEGATED =
  /^(?:(?:but|so|and|wait|hm+)\b[\s,.!]*)*(?:do|does|did|is|are|was|were|has|have|can|could|wo|would|should)(?:n'?t| not)\b(?![^?]*\b(?:you|we|even|supposed|work\w*)\b)[^.!?\n]*\?\s*$/i;
export const asksNegated = (text: string): boolean => ASKS_NEGATED.test(text.trim());

/** Asks what something is or does: `before you write that: what does the second parameter do?`. */
const ASKS_FACT =
  /^(?:(?:wait|hold on|hmm+|ok(?:ay)?|so|quick question|first)\b[\s,.!:-]*)*(?:before you [^,:?]{1,40}[,:]\s*)?(?:what (?:does|do|is|are)\b|which\b|how (?:does|do|many|much|long)\b)[^.!]*\?\s*$/i;

/** Asks for another way, or whether something is wrong with this one: what is asked hints at it. */
const HINTS = anyOf(
  [
    /\b(?:other (?:way|option)s?|another way|alternatives?|better|simpler|easier|instead|already|really|too|problems?|errors?|issues?|wrong|broken|missing|redundant|necessary|should(?:n't)?|need(?:ed|s)?)\b/,
    /(?:n't|\bnot)\b/,
  ],
  { flags: 'i' },
);

/** True where a question leaves open whether anything is wrong with what was begun. */
export const onlyAsks = (text: string): boolean => !HINTS.test(text.slice(0, 300));

/** True where the beginning of the words asks what something is or does. */
export const asksFact = (text: string): boolean => ASKS_FACT.test(text.trim().slice(0, 300));

/** Asks for what would be, not about what was done. */
const HYPOTHETICAL = /\bwhat (?:happens|would happen|if)\b[^.!]*\?\s*$/i;
export const isHypothetical = (text: string): boolean => HYPOTHETICAL.test(text.slice(0, 600));

/** Only wants to hear that it is so. */
const CONFIRMS =
  /(?:\b(?:right|correct|true|verdad|cierto|certo|vero|richtig|stimmt)|верно|правильно|(?:对|是)(?:吗|吧|么|不对)|맞(?:아|어|지|나|죠|습니까)\S{0,3}|(?:です|だ)よね)\s*[?？][\s)]*$/i;
export const asksForYes = (text: string): boolean => CONFIRMS.test(text);

/** A fault that clearly stands before the mark is told, not asked about; so is blame. */
const STATED_MIN = 1.5;
const STATED_BEFORE = /[^.!?\s][.!。！]\s*(?<=\s|[。！])[^.!。！]{3,240}[?？]\s*$/;
/** With a mark, or with the particle that asks in Chinese, Japanese and Korean. */
const ENDS_QUESTION =
  /(?:[?？]|[吗嗎么呢][。.]?|(?:です|ます|でしょう|ません|だろう)か[。.]?|(?:나요|까요|니까|가요)[.]?)\s*$/;
const WHY_AFTER = /\b(?:why|what's up|how come|wtf)\s*[?？]+\s*$/i;

/** A question of fact, and what lies behind it. */
const FACT_FIRST =
  /^(?:(?:wait|so|ok(?:ay)?|hm+)\b[\s,.!]*)*(?:is|are|was|were|does|do|did|what|which|who|where|how)\b(?![^.!?\n]*\b(?:really|even|still|you)\b)[^.!?\n]*\?/i;
/** Wants to be told how to do it himself. */
const ASKS_HOW =
  /(?:^|[.!\s])(?:how (?:can|do|could|should) i|wie kann ich|comment (?:puis-je|je peux|faire)|c[oó]mo (?:puedo|hago)|como (?:posso|fa[çc]o)|come (?:posso|faccio)|как мне)\s[^.!?]*\?\s*$/i;
/** Puts an idea as a question, whatever words it has of a fault. */
const ASKS_WISH = /^\W*(?:would|could|should|shall|can) (?:this|it|that|we|you|i)\b/i;
/** A question without its mark. */
const ASKS_UNMARKED = /^(?!\W*(?:\w+\W+)?(?:why|when)\b)/i;

/** True where words only ask, whatever they have of a fault; blame is put as a question, too. */
export function isQuestion(open: OpenObjection): boolean {
  const { text, complaint = 0, handover, rule } = open;
  if (accuses(text) || rejectsIdea(plainSpelling(text))) return false;
  if (rule && (standsForLater(text) || NOD.test(text.trim()))) return false;
  if (!/[?？]/.test(text) && !ENDS_QUESTION.test(text))
    return (complaint === 0 || ASKS_WISH.test(text)) && opensQuestion(text) && ASKS_UNMARKED.test(text);
  if (!ENDS_QUESTION.test(text)) return complaint === 0 && FACT_FIRST.test(text);
  return !(
    handover !== undefined &&
    complaint >= STATED_MIN &&
    (isReworked(open) || !ASKS_HOW.test(text)) &&
    (STATED_BEFORE.test(text) || WHY_AFTER.test(text))
  );
}
