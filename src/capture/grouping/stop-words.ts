import { STOP_WORDS } from '../../inject/keywords.ts';

/** Shorter than a keyword of a prompt. */
const SHORT = new Set(
  (
    'add all and any are ask but can did few get had has him his how its let may new not now off one our out own put ' +
    'run saw say see the too try two use was way who why yes yet you fix'
  ).split(' '),
);

/** True for a word that stands in any sentence. */
export const isStopWord = (word: string): boolean => SHORT.has(word) || STOP_WORDS.has(word);
