import { rememberedOf } from '../../../text/remembered.ts';
import type { OpenObjection } from '../open-objection.ts';
import type { Setting } from '../word-features.ts';
import { soundsLikeCorrection } from '../word-model.ts';
import { listsFindings } from '../words/finding.ts';
import { mannerOf } from '../words/manner.ts';
import { ownWords, wordsAbovePaste } from '../words/own-words.ts';
import { isTooShort } from '../words/sentences.ts';

const HEARD_CHARS_MIN = 4;
const HEARD_CHARS_MAX = 500;

function settingOf({ rejected, interrupted, actedBefore, said, text, given }: OpenObjection): Setting {
  if (rejected !== null || interrupted === true) return 'stopped';
  if (!actedBefore) return 'first';
  if (/[?？]/.test(said) && mannerOf(text, said) === 'answers') return 'asked';
  return given ? 'work' : 'talk';
}

/** How much a human's own words sound like a correction (log-odds); null where they are pasted, long or the first. */
export const soundOf = rememberedOf((open: OpenObjection): number | null => {
  const own = wordsAbovePaste(ownWords(open.text).trim());
  const isHeard = !isTooShort(own, HEARD_CHARS_MIN) && own.length <= HEARD_CHARS_MAX;
  if (!isHeard || listsFindings(own)) return null;
  const setting = settingOf(open);
  return setting === 'first' ? null : soundsLikeCorrection(own, setting);
});
