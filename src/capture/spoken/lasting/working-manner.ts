import { isAsked, sentencesOf } from '../words/sentences.ts';
import { plainSpelling, straight } from '../words/spelling.ts';
import { ORDERS_WORK } from '../words/user-rule.ts';
import {
  ALWAYS,
  DEMANDS_WORK,
  FACT,
  FOR_NOW,
  FORBIDS_WORK,
  MANNER,
  OF_PRODUCT,
  OF_PROJECT,
  PLACED,
  TELLS_MAKING,
} from './working-manner-cues.ts';
import { contrastsAbroad, holdsAbroad } from './working-manner-languages.ts';

/** How firmly a sentence holds for later: at any time, for how work is done here, or as a fact of the place. */
type Firmness = 'always' | 'manner' | 'fact';

/** A sentence of a human's words that a later session can follow without having heard the talk. */
interface Standing {
  text: string;
  firmness: Firmness;
}

/** Wishes or asks for something; not to do it, it forbids. */
const ASKS = /^(?:(?:can|could|would|will|shall) (?:we|you|i)|how|why)\b/i;
const ASKS_NOT = /^(?:can|could) (?:we|you) (?:please )?not\b/i;

const CHARS_MAX = 420;
/** In a longer message a single sentence is part of a task. */
const MESSAGE_CHARS_MAX = 500;

/** What there is of a thing, which an order of work is about: `create a test for each feature`. */
const OF_EACH = /\s(?:for|on|with|in) (?:every|each|any|all) .*/i;

function firmnessOf(sentence: string): Firmness | null {
  const text = plainSpelling(straight(sentence));
  if (ALWAYS.test(ORDERS_WORK.test(text) ? text.replace(OF_EACH, '') : text)) return 'always';
  if (holdsAbroad(text)) return 'always';
  if (FOR_NOW.test(text)) return null;
  if (PLACED.test(text)) return 'fact';
  if (OF_PRODUCT.test(text)) return null;
  if (FORBIDS_WORK.test(text) || DEMANDS_WORK.test(text) || MANNER.test(text) || contrastsAbroad(text))
    return 'manner';
  if (FACT.test(text)) return 'fact';
  const made = TELLS_MAKING.exec(text);
  return made && OF_PROJECT.test(made.at(-1)!) ? 'manner' : null;
}

/** How surely it holds for later. */
export const SCORES: Record<Firmness, number> = { always: 0.75, manner: 0.58, fact: 0.54 };

/** What stands before a clause that does not need it. */
const IDLE =
  /(?:(?:no|not|wrong|ok(?:ay)?|oh|well|yes|hm+)(?=[,.!])|(?:which|but|and|so|that(?:'s| is)?|this|it|looking|i (?:think|see|mean))\b)/;
const TELLING = /(?:please |just )?(?:we|you|do|don't|dont|never|always|use|only|stop|avoid|can we not)\b/;
const IDLE_LEAD = new RegExp(`^(?:${IDLE.source}[^:]*?[,.:;]\\s+)+(?=${TELLING.source})`, 'i');

/** Says as a wish, or as a polite question, what is not to be done. */
const WISHES_NOT =
  /^(?:(?:can|could) (?:we|you) (?:please )?not|i (?:don't|do not|dont) (?:want|need|like) (?:you )?(?:to|ot)) (?=[a-z])/i;

/** The sentence as an instruction, from the clause on that tells it. */
function plainly(sentence: string): string {
  const text = sentence.replace(IDLE_LEAD, '');
  return WISHES_NOT.test(text) ? text.replace(WISHES_NOT, 'do not ').replace(/[?？]$/, '.') : text;
}

/** Several orders in a few words are one. */
const TERSE_CHARS_MAX = 90;
const ORDERS =
  /^(?:please )?(?:no|not|never|always|don't|do not|dont|only|read|use|run|ask|stop|avoid|keep) \w/i;
const orders = (sentence: string): boolean => ORDERS.test(sentence.trim()) && !isAsked(sentence);

/** Only asks for consent, behind what is ordered: `…, alright?`. */
const TAG = /, ?(?:alright|all right|ok(?:ay)?|please|got it|understood|yeah)\s*[?？]+$/i;

/** The same in other languages. */
const TAG_ABROAD =
  /[\s，,]*(?:好吗|好嗎|好不好|可以吗|行吗|行不行|明白吗|いいですか|いい|알겠지|알았지|됐지|ладно|хорошо|d['’]accord|va bene|vale|de acuerdo|combinado|beleza|ok[ée]?)\s*[?？]+$/iu;

/** The sentence of a human's words that holds for later sessions by itself, the firmest first; null where none does. */
export function standingSentence(message: string): Standing | null {
  const whole = message.trim();
  const isLong = whole.length > MESSAGE_CHARS_MAX;
  let best: Standing | null = null;
  const sentences = sentencesOf(whole);
  for (const sentence of sentences) {
    const untagged = sentence.trim().replace(TAG, '');
    const text = /[?？]$/.test(untagged) ? untagged.replace(TAG_ABROAD, '') : untagged;
    if (
      text.length < 6 ||
      text.length > CHARS_MAX ||
      ((isAsked(text) || ASKS.test(text)) && !ASKS_NOT.test(text))
    )
      continue;
    const firmness = firmnessOf(text);
    if (firmness === null || (isLong && firmness !== 'always')) continue;
    if (best === null || SCORES[firmness] > SCORES[best.firmness]) best = { text: plainly(text), firmness };
  }
  const isWhole = best && sentences.length > 1 && whole.length <= TERSE_CHARS_MAX && sentences.every(orders);
  return isWhole ? { ...best!, text: whole } : best;
}

/** True where a sentence tells the one who works what holds at any time. */
export const holdsAnyTime = (message: string): boolean => standingSentence(message)?.firmness === 'always';
