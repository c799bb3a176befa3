import { anyOf } from '../../../text/any-of.ts';
import { HEAD_CHARS } from './sentences.ts';
import { plainSpelling } from './spelling.ts';

/** Says that what was made of the last words is not what they meant. */
const NOT_MEANT = anyOf(
  [
    /i (?:didn't|did not|didnt|never) (?:tell|told|ask(?:ed)?|say|said|want(?:ed)?|mean|meant|request(?:ed)?)\b/,
    /(?:that|this|it)(?:(?:'s|s| is| was)(?: really)? not|(?: is|s| was)n't) (?:really |at all )?what i (?:was |had |have )?(?:ask|mean|said|say|want|talk|told|tried|try)\w*/,
    /i(?:'m| am|m| was) (?:(?:not|only|just|actually) )?(?:talking|asking|referring|speaking) (?:about|to|of)\b/,
    /i (?:actually |only |just |really )?mean[t]?\b(?! (?:to|as well|also)\b)/,
    /i (?:just |already )?(?:told|asked) you (?:to|that|not|for)\b/,
    /you(?:'ve| have| are|'re)? (?:still )?(?:mis(?:understood|understand|understanding|read|interpreted)|over-?corrected)/,
  ],
  {
    before: /(?:^|[.!?,;:\n]\s*)(?:(?:no|nope|but|well|hm+|wait|sorry|and|so)\b[\s,.!]*)*/,
    after: /(?=\W|$)/,
    flags: 'i',
  },
);

/** True where a human says that what was made of his last words is not what they meant. */
export const overturns = (text: string): boolean =>
  NOT_MEANT.test(plainSpelling(text.trim().slice(0, HEAD_CHARS)));
