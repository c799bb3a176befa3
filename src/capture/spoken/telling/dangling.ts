import { anyOf } from '../../../text/any-of.ts';
import { UNSPACED } from '../words/sentences.ts';

/** Words that leave open what they are about: they begin with a pronoun, name nothing of the work, or only doubt. Pure. */

/** Points at what was spoken of before. */
const POINTS = anyOf(
  [
    /(?:(?:why|how|where|when|what|since|because|if|does|do|did|is|are|was|were|has|have|can|could|should|but|and|so|now|still|somehow|apparently|not|no|i|we|you|think|thought|don't|dont|see|like|want|let's|put|keep|make|change|remove|leave|move|add|use|need)\b[\s,]+){0,4}(?:it|this|that|these|those|they|them|both|neither|one)\b/,
    /(?:y |pero |ya |e |mas |et |mais |ma |und |aber |но |а |и )?(?:eso|esto|as[íi]|isso|isto|assim|ça|ca|cela|c['’]est|il|elle|das|es|questo|così|это|он[аои]?|его|е[ёе])(?=[\s,.!?]|$)/,
    /(?:这个?|那个?|這個?|它|他|それ|これ|あれ|そこ|이거|그거|이건|그건|그게|이게)/,
  ],
  { before: /^\W*/, flags: 'iu' },
);
/** A file, a name of code, a flag, what is marked or quoted. */
const NAMES = /[`"“«「]|--?\w{2}|\w[./_]\w|\p{Ll}\p{Lu}|\p{Lu}{3}/u;
const BARE_CHARS_MAX = 24;
const UNSPACED_CHARS_MAX = 12;

/** True where a line of words needs to be told what it is about. */
export const dangles = (words: string): boolean =>
  !NAMES.test(words) &&
  (POINTS.test(words) || words.length <= (UNSPACED.test(words) ? UNSPACED_CHARS_MAX : BARE_CHARS_MAX));

/** A sentence whose subject is a pronoun, whatever else it names. */
const POINTING_SUBJECT = anyOf(
  [
    /(?:it|this|that|these|those|they)(?:['’](?:s|re|ll|d)\b| (?:is|are|was|were|does|do|did|has|have|had|can|could|should|would|will|also|still|just|only|now|really|actually|never|looks?|seems?|feels?|works?|fails?|breaks?|shows?|means?|makes?|needs?|gives?|takes?|\w+n['’]?t)\b)/,
  ],
  { before: /^\W*/, flags: 'i' },
);
export const pointsFirst = (words: string): boolean => POINTING_SUBJECT.test(words);

/** Says that one is not at ease with it, not why. */
const DOUBTS = anyOf(
  [
    /(?:i(?:['’]m| am) |we(?:['’]re| are) )?not (?:(?:so|too|really|that|entirely|quite) )?(?:sure|convinced|certain|happy|a fan|keen)\b/,
    /(?:i |we )?(?:really |also )?(?:don['’]?t|do not) (?:really |quite )?(?:like|love|get|understand|follow|see why)\b/,
    /(?:i(?:['’]m| am) )?(?:a bit |bit |slightly )?(?:confused|puzzled|worried|skeptical|sceptical)\b/,
    /.{0,24}\b(?:looks?|feels?|seems?|sounds?) (?:a (?:bit|little) |very |kind of |somewhat )?(?:strange|odd|weird|off|wrong|fishy|suspicious)\W*$/,
  ],
  { before: /^\W*(?:(?:hm+|but|so|ok(?:ay)?|well|yeah)\b[\s,.!]*)*/, flags: 'i' },
);

/** True where a line leaves open what was wrong: it points, or only doubts. */
export const leavesOpen = (words: string): boolean =>
  dangles(words) || pointsFirst(words) || DOUBTS.test(words);
