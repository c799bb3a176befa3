import { anyOf } from '../../text/any-of.ts';
import { straight } from './spelling.ts';

/** Asks whether something was done that was to be done: not what was seen, nor why. */
const ASKS_DONE = anyOf(
  [
    /(?:did|have|had) (?:you|we) (?:(?:actually|really|even|also|already|at least|ever) )?(?!see\b|seen\b|hear|know|mean|meant|want|like|time\b|crash|die|stop|notice|think|find|found|say|said|tell|told|ask)[/a-z]/,
    /(?:haven't|didn't) (?:you|we) (?!see\b|say\b|want\b|know\b)[a-z]/,
    /(?:hast|habt) (?:du|ihr) |(?:as-tu|tu as|avez-vous) |(?:ya )?(?:has|hiciste|ejecutaste|probaste) |(?:você|vc) (?:já )?(?:fez|rodou|testou|viu) |ты (?:уже )?(?:сделал|запустил|проверил|прогнал)/,
    /你?(?:有没有|有沒有)\S|你\S{1,12}(?:了吗|了嗎|过吗|過嗎)|(?:し|やり|試し|確認し)ました(?:か|？)|(?:했|돌렸|확인했)(?:어|나|니|습니까)/,
  ],
  { before: /^(?:\W*(?:wait|huh|hey|hm+|so|and|but|ok(?:ay)?|well|then|also)\b)*\W*/, flags: 'iu' },
);
const WORDS_CHARS_MAX = 160;

/** A no to that, with whose fault it is, or with what is done about it at once. That something was not done yet says neither. */
const OWNS_UP = anyOf(
  [
    /\bi (?:forgot|missed|skipped|overlooked|should(?:n't| not)? have|never (?:ran|did|got|read|checked|wrote))\b/,
    /\bnothing (?:got|was|has been) (?:done|run|written|shipped|saved|tested|changed)\b/,
    /\b(?:let me|i'll|i will) (?:do|run|add|fix|write|make|update|check) (?:it|that|this|them|those|so) (?:right )?now\b/,
    /\b(?:doing|running|adding|fixing|writing|updating|checking) (?:it|that|this|them|those) (?:right )?now\b/,
    /(?:habe ich|ich habe) (?:es |das )?(?:vergessen|übersehen)|j['’]ai oublié|me (?:lo )?salt[eé]|lo olvid[eé]|esqueci|пропустил|забыл|忘了|漏了|没做|忘れ|빠뜨|깜빡/,
  ],
  {
    before:
      /^\W{0,4}(?:no|nope|not yet|nein|noch nicht|non|pas encore|todav[ií]a no|a[uú]n no|n[ãa]o|нет|ещё нет|没有|還沒|还没|沒有|いいえ|まだ|아니요?|아직)(?!\p{L})[\s\S]{0,400}?/u,
    flags: 'iu',
  },
);

/** True where a human asks whether a step was taken, and the agent says that it was not. */
export const ownsUp = (words: string, answer: string): boolean =>
  words.length <= WORDS_CHARS_MAX &&
  /[?？]/.test(words) &&
  ASKS_DONE.test(straight(words.trim())) &&
  OWNS_UP.test(straight(answer.trim().slice(0, 600)));
