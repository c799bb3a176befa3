import { anyOf } from '../../../text/any-of.ts';
import { UNSPACED } from '../words/sentences.ts';

/** Words that leave open what they are about: they begin with a pronoun, and name nothing of the work. Pure. */

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
