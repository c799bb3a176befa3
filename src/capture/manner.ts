import { pasted } from './objection.ts';

/**
 * How words are put that need not object to anything: thinking aloud, asking to be told, news, an answer to what the
 * agent asked. They correct only where the agent then takes something back.
 */
export type Manner = 'declines' | 'muses' | 'asks-why' | 'news' | 'answers-list' | 'answers' | 'plain';

const OPENER =
  '^(?:(?:hmm+|hm|oh|ah|ok(?:ay)?|so|and|but|also|lol|yeah|yes|well|cool|nice|actually|hey)\\b[\\s,.!:—-]*){0,3}';

const MUSES = new RegExp(
  `${OPENER}(?:(?:i(?:'m| am)?|just|was|still) (?:just |now |also )?(?:wonder(?:ing)?|curious)\\b(?! (?:now )?why)|(?:wondering|curious)\\b(?! (?:now )?why)|i guess\\b|(?:i(?:'m| am) )?not sure (?:if|whether|about|how|why|what)\\b|how about\\b|what (?:about|if)\\b|(?:can|could|shall|should) (?:we|you) (?:please |maybe |perhaps |also |just )*try\\b|(?:a )?(?:small |slight |little )?change (?:in|of) (?:the )?plans?\\b|(?:i )?(?:just )?changed my mind|(?:a )?new (?:idea|plan)\\b|(?:on )?second thoughts?|random (?:idea|thought)|thinking about|ich (?:frage mich|überlege)|wie wäre es|planänderung|je me demande|et si (?:on|tu|nous)\\b|changement de plan|me pregunto|(?:y )?(?:qué tal|y) si\\b|cambio de planes?|mi chiedo|e se\\b|cambio di programma|ik vraag me af|zullen we\\b|fiquei pensando|que tal\\b|mudança de planos?)`,
  'i',
);

const ASKS_WHY =
  /\b(?:(?:can|could|would|maybe|please)(?: you)?(?: please| maybe)?(?: can| could)? ?(?:you )?(?:explain|elaborate|clarify|walk me through)|not (?:quite |really )?sure (?:if )?i (?:fully |quite )?(?:understand|follow|get)|i (?:don't|do not) (?:quite |really |fully )?(?:understand|follow|get (?:it|this|that|why|how))|(?:still )?struggling(?: to)?|help me understand|verstehe (?:das |es )?nicht|no entiendo|je ne comprends pas|non capisco|não entendi|ik begrijp (?:het |dit )?niet)\b/i;

const NEWS = new RegExp(
  `${OPENER}(?:i|we)(?:'ve| have)? (?:just |now |already )?(?:updated|merged|pushed|pulled|rebased|restarted|installed|upgraded|fixed|renamed|changed|added|committed|deployed|deleted|removed|moved|created|cleaned|replaced|ran|put|set|made)\\b[^?!\\n]{0,120}(?:[,.;]|\\band\\b) *(?:can|could|please|now|go|check|try|run|look|continue)\\b`,
  'i',
);

/** `1: yes, 2: no`, `the problem with 2. is`, `let's go with option 1`. */
const ANSWERS =
  /^\W{0,3}(?:(?:option|approach|question|q) ?)?(?:\d|[a-d])\s?[.:)]\s*(?:yes|no|ok|sure|agreed?|fine)\b|\b(?:problem|issue|trouble) with (?:option |approach |number |#)?\d\b|^(?:i )?agreed? (?:on|with|to)\b|^(?:ok(?:ay)?[, ]+)?(?:(?:i(?:'d)?|let's) (?:like|prefer|go with|take|pick|choose|do) )?(?:option|approach|number|#) ?(?:\d|[a-d])\b/i;

/** So near the end of what the agent said, a question waits for its answer. */
const ASKED_WITHIN = 220;

/** The human's own error. */
const OWN_ERROR =
  /\b(?:my (?:bad|mistake|fault|error)|sorry,? (?:i|my|that was me)|i (?:missed|forgot|misread|mistyped|overlooked|failed to)|(?:this|that|it) (?:was|is) (?:just )?a typo)\b|\b(?:mein fehler|mi error|mon erreur|mio errore|meu erro|моя ошибка|我的错|我弄错|私の間違い)/i;
const OWN_ERROR_HEAD = 120;

/** The agent offers to do more. */
const OFFERS =
  /\b(?:do you want me to|would you like(?: me)?|should i|shall i|want me to|may i|can i|ok(?:ay)? (?:if|to)|soll ich|möchtest du|¿(?:quieres|debo)|veux-tu|souhaitez-vous|quer que eu|devo|vuoi che|wil je)\b[^?]{0,200}\?\W{0,3}$/i;
const DECLINES =
  /^(?:(?:no|nope|nah|nein|non|não|nee|нет)(?=$|[\s,.!;:-])|(?:not (?:yet|now)|leave (?:it|that)|skip (?:it|that)|(?:please )?(?:don't|do not) \w+ (?:it|that|this|them))\b|いいえ|不用|아니)/i;
const DECLINES_CHARS_MAX = 90;

/** Asks what something is or does: `before you write that: what does the second parameter do?`. */
const ASKS_FACT =
  /^(?:(?:wait|hold on|hmm+|ok(?:ay)?|so|quick question|first)\b[\s,.!:-]*)*(?:before you [^,:?]{1,40}[,:]\s*)?(?:what (?:does|do|is|are)\b|which\b|how (?:does|do|many|much|long)\b)[^.!]*\?\s*$/i;

export const asksFact = (text: string): boolean => ASKS_FACT.test(text.trim().slice(0, 300));

/**
 * @param text a human's message
 * @param before the end of what the agent said before it
 */
export function mannerOf(text: string, before: string): Manner {
  const head = text
    .trim()
    .slice(0, 300)
    .replace(/[\u2018\u2019\u02bc]/g, "'");
  if (head.length <= DECLINES_CHARS_MAX && DECLINES.test(head) && OFFERS.test(before.trim()))
    return 'declines';
  if (MUSES.test(head) || OWN_ERROR.test(head.slice(0, OWN_ERROR_HEAD))) return 'muses';
  if (ASKS_WHY.test(head.slice(0, 120))) return 'asks-why';
  if (pasted(text)) return 'plain';
  if (NEWS.test(head)) return 'news';
  if (ANSWERS.test(head)) return 'answers-list';
  return /[?？](?=\W|$)/.test(before.slice(-ASKED_WITHIN)) ? 'answers' : 'plain';
}
