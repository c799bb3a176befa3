import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { remembered } from '../../../text/remembered.ts';
import { Cues } from '../words/cues.ts';
import { FOREIGN_ACCEPTANCE, FOREIGN_COMPLIANCE, FOREIGN_PROMISE } from '../words/objection-languages.ts';
import { straight } from '../words/spelling.ts';
import { FOREIGN_ADMISSION, namesOwnError, OWN_ERRORS } from './admission.ts';

/** What was found is really wrong. */
const FINDING_HOLDS = anyOf(
  [
    /(?:all (?:of (?:them|these) |\w+ )?|both |this |that |it |these |they )(?:is|are|'s|'re) (?:all )?(?:a )?(?:real|genuine|legitimate|legit|valid)/,
    /(?:real|genuine|legitimate|legit|valid)/,
  ],
  {
    before: /^\W{0,4}(?:(?:yes|yeah|ok(?:ay)?|good|agreed|right|confirmed)\b[\s,.!:—–-]*)*/,
    after:
      / (?:bugs?|issues?|problems?|findings?|concerns?|defects?|gaps?|catch(?:es)?|points?|regressions?)\b/,
    flags: 'i',
  },
);

/** Says that the human is right. */
const RIGHT = /you(?:'re| are) (?:absolutely |completely |totally |quite |so |entirely )?(?:right|correct)/;
/** The same, but not that it is right to ask. */
const YOU_ARE_RIGHT = new RegExp(
  `${RIGHT.source}(?! to (?:ask(?! me to)|wonder|feel|worry|be \\w+(?:ed|ous)\\b))`,
);
/** Agrees, and sets about mending it. */
const AGREES_AND_MENDS =
  /^\W{0,4}(?:yes|yeah|yep|right|correct)\b[^\n]{0,240}\b(?:let me|i'll|i will) (?:extract|fix|remove|move|rename|clean|revert|restore|consolidate|change|update|drop)\b/;

/** The assistant yields. */
const ACCEPTANCES = new Cues([
  {
    weight: 2.6,
    pattern: anyOf(
      [
        YOU_ARE_RIGHT,
        ...OWN_ERRORS,
        /i (?:was too|apologi[sz]e|(?:used|picked|ran|edited|changed|was (?:looking|working|searching|editing)) (?:in |at |on |it in )?the wrong|over-?thought|screwed)/,
        /should(?:n't| not)? have|sorry (?:about|for)/,
        /i(?:'m| am) (?:so |very |really |terribly |deeply )?sorry/,
        /fair (?:point|pushback|challenge)|i missed (?:that|this|it|those|them|the|some|one)/,
        /i said (?:that|i would|it) but|good catch|great catch|nice catch/,
        /thanks for (?:catching|the correction|correcting|pointing)/,
        /my (?:earlier|previous|initial|first|last) \w+ was (?:wrong|incorrect|incomplete|mistaken)/,
      ],
      { before: /\b/, flags: 'i' },
    ),
  },
  { weight: 2.6, pattern: FINDING_HOLDS },
  { weight: 2.6, pattern: /^\W{0,4}(?:totally|absolutely|completely|entirely) (?:right|correct|fair)\b/i },
  {
    weight: 1.6,
    pattern: anyOf(
      [
        /good (?:point|challenge|pushback)|great point|(?:strong|fair|useful|sharp) feedback|fair (?:criticism|call)|valid point/,
        /(?:ah|oh),? (?:right|yes|i see|you|sorry|of course|good)|(?:wh)?oops|oof|ouch|yikes|sorry|apologies|understood/,
        /i understand(?=[.,!])|fair ?[,.!—–-]|you raise|point taken/,
        /thanks for (?:catching|the correction|clarifying|flagging)/,
      ],
      { before: /^\W{0,4}/, flags: 'i' },
    ),
  },
  {
    weight: 1.4,
    pattern:
      /\b(?:revert|undo|restor(?:e|ing)|roll(?:ing)? back|remov(?:e|ing)|drop|simplify|rewrite) (?:my|the original|that (?:change|edit|commit)|the (?:change|defensive|extra|unneeded|unnecessary))\b/i,
  },
  {
    weight: 1.2,
    pattern: new RegExp(AGREES_AND_MENDS.source, 'i'),
  },
  {
    weight: 0.8,
    pattern:
      /^\W{0,4}(?:good (?:call|idea)|right[! ,—–-]|(?:that )?makes sense|correct[ ,—–-]|true[ ,—–-]|indeed|noted|agreed|yes,? (?:you're|that's|i)|fair enough)/i,
  },
  {
    weight: 1.2,
    pattern: anyOf(
      [
        /let me (?:fix|revert|undo|correct|restore|redo|rewrite|move|change|remove|rework|simplify|address|update|switch|put|convert|amend|rename|replace|extract|consolidate)/,
        /i'll (?:fix|revert|undo|correct|restore|redo|remove|switch|rework|stop|use|change|keep|drop|rewrite|convert|move|amend|rename|replace|delete)/,
        /reverting|renaming|removing|moving (?:it|that|this|them)|amending|undoing|stopping/,
        /restor(?:ing|ed)|fixing (?:that|this|it|them|those)|fixed|instead|incomplete/,
        /my (?:test|change|fix|diagnosis|code|edit|refactor|earlier|previous|first|initial|version|approach|assumption)/,
      ],
      { before: /\b/, after: /\b/, flags: 'i' },
    ),
  },
  {
    weight: 1.4,
    pattern:
      /\b(?:from now on|going forward|in (?:the )?future|won't (?:do (?:that|this|it)|happen) again|i mixed (?:that|this|it|them) up|i'll (?:skip|leave|wait|ask|show|stick))\b/i,
  },
  {
    weight: 1.6,
    pattern:
      /\bi (?:did not|didn't|failed to) (?:follow|keep to|apply|respect|honou?r|stick to) (?:this|the|that|your|these|those)\b/i,
  },
  {
    weight: 1.2,
    pattern: /\bi (?:won't|will not|'ll stop|will stop|'ll no longer) (?!be able\b|have\b|know\b)[a-z]+/i,
  },
  {
    weight: 1.4,
    pattern:
      /\b(?:saving|recording|storing|noting) (?:that|this|these|those|your|the|it) (?:[\w-]+ ){0,3}(?:constraints?|preferences?|rules?|conventions?|feedback|guidance|(?:to|in) (?:my |the )?memory)\b/i,
  },
  { weight: 1.4, pattern: FOREIGN_PROMISE },
  { weight: 2.4, pattern: FOREIGN_ACCEPTANCE },
  { weight: 2.4, pattern: FOREIGN_ADMISSION },
  { weight: 1.2, pattern: FOREIGN_COMPLIANCE },
]);

/** The agent has found what is wrong with what it is told about. */
const FINDS = anyOf(
  [
    /(?:^|[.!:\n,] ?)(?:i (?:can )?(?:see|found|know) (?:the|what the|where the) (?:problem|issue|bug|cause)|found (?:it|the (?:problem|issue|bug|cause))|the (?:problem|issue|bug|root cause) (?:is|was)|(?:ya |ahora )?(?:veo|encontré|he encontrado)[^.!?\n]{0,30} (?:problema|error|fallo)|el (?:problema|error) (?:está|es|era)|(?:achei|encontrei) o (?:problema|erro)|o problema (?:é|está|era)|(?:j['’]ai trouvé|je vois) [^.!?\n]{0,20}problème|le problème (?:vient|est)|l['’]erreur (?:indique|vient)|(?:das problem|der fehler) (?:ist|liegt|war)|das klingt nach|ich sehe (?:das problem|den fehler)|ho trovato il problema|il problema (?:è|era)|(?:понял|вижу|нашёл|нашел)[, ]+(?:вижу )?(?:проблему|ошибку|причину)|проблема (?:в |была|здесь))/,
    /(?:^|[.!:\n,] ?)confirmed:? (?:both|the|this|that|all) (?:\w+ )?(?:issues?|bugs?|problems?)\b|\b(?:two|three|several|some) (?:\w+ )?(?:issues|bugs|problems) (?:surfaced|turned up|came up)\b/,
    /(?:^|[.!:\n,] ?)(?:that|this|it)(?:'s| is) an? (?:\w+ ){0,2}(?:gap|bug|regression|defect|oversight)\b/,
    /问题(?:找到|出在|在于)|(?:找到|发现|我看到)(?:了)?.{0,4}问题|문제를 ?(?:찾|발견)|原因を特定|問題(?:を発見|が見つか)/,
  ],
  { flags: 'i' },
);

/** True where the first words of an answer name what is wrong. */
export const findsFault = (answer: string): boolean => FINDS.test(straight(answer.trim().slice(0, 300)));

/** Yields that its own words were hard to follow, and explains: nothing was done that is to be taken back. */
const ONLY_UNCLEAR =
  /^[^\n]{0,60}\b(?:i|that|this|it|my \w+) (?:was|wasn't|were) (?:very |quite |really |not |being )*(?:un)?(?:clear|confusing|vague)\b/i;

/** Takes what it is told for news, by which it goes on. */
const INFORMED = anyOf(
  [
    /(?:that|this|which) (?:really |also |completely )?(?:changes (?:things|the picture|everything)|reframes (?:it|this|that|things)|narrows (?:it|this|that|things) down)/,
    /(?:that|this)(?:'s| is) (?:a |an )?(?:very |really |super |extremely )?(?:useful|helpful|valuable|interesting|good) (?:to know|(?:piece of )?(?:info(?:rmation)?|context|data(?: point)?|clue|detail|signal|observation))/,
    /(?:good|great|useful|helpful|interesting) (?:to know|info(?:rmation)?|context|data(?: point)?|clue|detail|observation)/,
    /then the (?:most )?(?:likely|probable) (?:\w+ )?(?:change|cause|difference|culprit|explanation)/,
  ],
  {
    before:
      /(?:^|[.!\n]\s*)\W{0,4}(?:(?:ah|oh|ok(?:ay)?|hm+|right|yes|great|interesting|thanks|so|and)\b[\s,.!:—–-]*){0,3}/,
    after: /\b/,
    flags: 'i',
  },
);
const INFORMED_CHARS = 200;

/** True where the first words of an answer take what was said for news. */
export const isInformed = (answer: string): boolean =>
  INFORMED.test(straight(answer.trim().slice(0, INFORMED_CHARS)));

/** Is polite about the words, and looks first whether there is anything to them. */
const LOOKS_FIRST =
  /^\W{0,4}(?:(?:ah|oh|yes|ok(?:ay)?|right)\b[\s,.!—–-]*)?(?:(?:that's a|a) )?(?:good|great|nice|fair|valid) (?:catch|point|pushback|challenge)[^\w\n]{1,5}(?:let me|i'll|i will) (?:\w+ )?(?:check|verify|look|confirm|see|double-check|trace|dig|investigate)\b/i;

/** True where an answer only promises to look. */
export const looksFirst = (answer: string): boolean =>
  LOOKS_FIRST.test(straight(answer.trim().slice(0, 160)));

/** Answers that decline or merely comply. */
const NON_ACCEPTANCE = anyOf(
  [
    /good question|great question|yes\b(?!,? (?:you're|that's))|no\b/,
    /not (?:quite|exactly|necessarily)|it depends|correct instinct|sure\b|done\b|got it\b|okay\b|ok\b/,
    /perfect|exactly|neither|both/,
  ],
  { before: /^\W{0,4}/, flags: 'i' },
);

/** Takes something back that was done. */
const REVERSAL =
  /\b(?:revert|undo|restor(?:e|ing)|roll(?:ing)? back|tak(?:e|ing) (?:it|that) (?:out|back)|renam(?:e|ing)|amend(?:ing)?)\b/i;

/** How clearly the assistant yields in its first answer after the message; negative where it does not. */
export function acceptanceScore(answer: string): number {
  const text = straight(answer.trim().slice(0, 600));
  if (ONLY_UNCLEAR.test(text)) return 0;
  const score = ACCEPTANCES.sum(text);
  if (!NON_ACCEPTANCE.test(text)) return Math.min(score, 5);
  return Math.min(score, 5) - (REVERSAL.test(text.slice(0, 200)) ? 0.4 : 1.4);
}

const YIELDS = anyOf(
  [
    new RegExp(`(?:and |but )?${YOU_ARE_RIGHT.source}`),
    /(?:(?:a|\w+) )?(?:good|great|nice) catch(?:es)?|fair (?:point|pushback|challenge)|point taken/,
    /(?:totally|absolutely|completely|entirely) (?:right|correct|fair)\b/,
  ],
  {
    before:
      /^\W{0,4}(?:(?:ah|oh|yes|yeah|yep|hmm+|okay|ok|right|actually|no|and|great|good|fair|true)\b[\s,.!—–-]*){0,3}/,
    flags: 'i',
  },
);

/** The same behind a sentence of praise: `You caught a critical issue! You're absolutely right`. */
const YIELDS_AFTER_PRAISE = new RegExp(
  `^\\W{0,4}[^.!?\\n]{0,60}\\b(?:catch|caught|spotted|noticed|observation|observant|point|eye)\\b[^.!?\\n]{0,40}[.!]\\s+(?:and |but )?${YOU_ARE_RIGHT.source}`,
  'i',
);

/** The same in a later sentence, of a thing that it names. */
const YIELDS_LATER = new RegExp(`[.!:]\\s+(?:and |but )?${YOU_ARE_RIGHT.source} (?:that|about|on)\\b`, 'i');

const AGREES = anyOf(
  [
    /^\W{0,4}(?:you raise a |that's a )?(?:good|great|fair|valid) (?:point|challenge|pushback|criticism)/,
    /^\W{0,4}(?:ah|oh|(?:wh)?oops|oof|ouch|yikes|sorry|apologies)\b/,
    AGREES_AND_MENDS,
  ],
  { flags: 'i' },
);

/** The words of yielding themselves, before what is yielded. */
export const CONCEDES =
  /^\W{0,4}(?:(?:(?:ah|oh|yes|yeah|yep|hmm+|okay|ok|right|correct|true|agreed|understood|got it|sorry|apologies|no|and|but|my (?:mistake|bad)|good (?:point|call|challenge)|great point|(?:good|great|nice) catch(?: (?:from|by) (?:the )?\w+)?|fair (?:point|pushback|enough)|you raise a (?:good|fair) point|i see|you(?:'re| are) (?:absolutely |completely |totally |quite |so )?(?:right|correct)(?: to (?:push(?: back)?(?: on (?:this|that))?|question (?:that|this|it|whether)|ask|be \w+|call (?:that|this|it) out)| on (?:both|all)(?: \w+)?| about (?:that|this))?)(?![\w'])[\s,.!:;—–-]*)+)(?:that (?=the|i|we|it|this)\b)?/i;

/** What the assistant concedes: an error of its own, that the human is right, that there is a point, or nothing. */
export type Concession = 'admits' | 'yields' | 'agrees' | 'none';

/** True where it gives in, and does more than see a point. */
export const givesIn = (concession: Concession): boolean =>
  concession === 'admits' || concession === 'yields';

/** Said also where nobody was right: an apology, a `that's so`. */
const ONLY_POLITE = /抱歉|对不起|맞습니다|맞아요/;

const GRANTS = new RegExp(
  `^\\W{0,4}(?:(?:ah|oh|yes|yeah|yep|hmm+|okay|ok|right|actually|no|and|but|fair|true)\\b[\\s,.!—–-]*){0,3}${RIGHT.source}\\b(?! to\\b)`,
  'i',
);

const acceptsAbroad = filtered(FOREIGN_ACCEPTANCE);

/** True where an answer opens by saying that the human is right. */
export const grants = (answer: string): boolean => {
  const head = straight(answer.trim().slice(0, 80));
  return (
    GRANTS.test(head) || YIELDS_AFTER_PRAISE.test(head) || (acceptsAbroad(head) && !ONLY_POLITE.test(head))
  );
};

const ANSWERS_REMEMBERED = 64;

/** What the first 600 characters of an answer concede, in English or one of the languages of `objection-languages.ts`. */
export const concessionOf = remembered(ANSWERS_REMEMBERED, (answer: string): Concession => {
  const text = straight(answer.trim().slice(0, 600));
  if (namesOwnError(text)) return 'admits';
  if (ONLY_UNCLEAR.test(text)) return 'none';
  if (
    YIELDS.test(text) ||
    YIELDS_LATER.test(text) ||
    YIELDS_AFTER_PRAISE.test(text) ||
    FINDING_HOLDS.test(text) ||
    acceptsAbroad(text.slice(0, 80))
  )
    return 'yields';
  return AGREES.test(text) ? 'agrees' : 'none';
});
