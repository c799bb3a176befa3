import { anyOf } from '../../text/any-of.ts';
import { HEAD_CHARS } from './objection.ts';
import { remindsOfAgreed } from './reminder-cues.ts';
import { plainSpelling } from './spelling.ts';

const ACCUSES = anyOf(
  [
    /\bhow (?:did|could|can) you (?:not |even |possibly )*(?:miss|forget|overlook|break|ignore|skip|think|get (?:this|that|it|them) (?:so |all )?wrong)/,
    /\b(?:did|have)(?:n't)? i (?:not )?(?:already |just )?(?:say|said|tell|told|mention(?:ed)?)\b/,
    /\bwhat have you done\b/,
    /\bdo you (?:even |actually |not )?(?:understand|realize|realise|get) (?:that )?(?:it's|it is|this is|that's|that is|we're|we are) /,
    /\bwhat else (?:have|did) you (?:miss|skip|forg[eo]t|leave out|left out|br[eo]k|change|delete)/,
    /\bwhat are you waiting for\b|\bwhat the (?:fuck|hell|heck)\b/,
  ],
  { flags: 'i' },
);

/** True where a question blames: `how did you miss this?`. */
export function accuses(text: string): boolean {
  const words = plainSpelling(text.slice(0, HEAD_CHARS));
  return ACCUSES.test(words) || remindsOfAgreed(words);
}
