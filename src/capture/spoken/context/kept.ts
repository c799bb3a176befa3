import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import type { OpenObjection } from '../open-objection.ts';
import { pasted } from '../words/own-words.ts';
import { isAsked } from '../words/sentences.ts';

/** The agent keeps what it was told for its later sessions: whoever would learn from the words holds them for lasting. Pure. */

/** A note of the agent's memory. */
const NOTE = /(?:^|[\\/])memor(?:y|ies)[\\/][^\\/]+\.mdc?$|(?:^|[\\/])MEMORY\.md$/;

/** Says that it does. */
const SAYS_SO = anyOf(
  [
    /\b(?:sav(?:e|ed|ing)|stor(?:e|ed|ing)|record(?:ed|ing)?|not(?:e|ed|ing)|add(?:ed|ing)?|updat(?:e|ed|ing)|commit(?:ted|ting)?) (?:(?!\b(?:not|can't|cannot)\b)[^.!?\n]){0,40}\b(?:to|in) (?:my |the )?(?:long[- ]term )?memory\b(?! (?:usage|leak|limit|allocation|buffer|map))/,
    /(?<!\p{L})(?:guard[oa]\p{L}*|anot[oa]\p{L}*|salv[oe]\p{L}*|registr[oa]\p{L}*)(?!\p{L})[^.!?\n]{0,40} (?:mi |minha |la |na |en |em )*mem[óo]ria(?!\p{L})/u,
    /(?<!\p{L})(?:enregistr\p{L}+|not[eé]\p{L}*|mémoris\p{L}+)(?!\p{L})[^.!?\n]{0,40} mémoire|(?:merke|speichere|notiere) (?:ich )?(?:mir )?[^.!?\n]{0,40}(?:gedächtnis|memory)|(?:salvo|annoto|registro)[^.!?\n]{0,40} memoria/u,
    /(?:сохран|запис|занос)\p{L}+[^.!?\n]{0,40} память|[记記](?:录|錄)?(?:下|到|入|进|進)(?:了)?(?:这|這|此|记忆|記憶|memory)|(?:保存|写|寫|存)(?:到|入|进|進)(?:了)?(?:记忆|記憶|memory)/u,
    /(?:メモリー?|記憶)に[^。\n]{0,12}(?:保存|記録|残)|메모리에[^.\n]{0,14}(?:저장|기록|남)/u,
  ],
  { flags: 'iu' },
);
const saysSo = filtered(SAYS_SO);
const ANSWER_CHARS = 400;
const WORDS_CHARS_MAX = 400;
/** Then it is what is worked on. */
const OF_MEMORY = /memor|mém|gedächtnis|памят|记忆|記憶|メモリ|메모리/i;

/** True where the agent, right after a few words of the human's own, notes them for later sessions by itself. */
export const isKept = ({ text, said, correction, answer }: OpenObjection): boolean =>
  text.length <= WORDS_CHARS_MAX &&
  !isAsked(text) &&
  !OF_MEMORY.test(said ?? '') &&
  !OF_MEMORY.test(text) &&
  !pasted(text) &&
  ((correction !== null && NOTE.test(correction.target)) || saysSo(answer.slice(0, ANSWER_CHARS)));
