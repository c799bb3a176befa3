import { anyOf } from '../../../text/any-of.ts';
import { straight } from '../words/spelling.ts';
import { admits } from './admission.ts';

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

/** Asks at its end whether what was seen is as it should be. */
const ASKS_RIGHT = anyOf(
  [
    /\b(?:is|are|was) (?:this|that|it|these|those) (?:really |actually )?(?:expected|intended|intentional|normal|(?:the )?(?:expected|intended|right) (?:behaviou?r|result|output)|how it (?:should|is supposed to)|(?:supposed|meant) to)/,
    /\bist (?:das|es) (?:so )?(?:gewollt|normal|beabsichtigt|erwartet|vorgesehen)|c['’]est (?:normal|voulu|attendu)|es (?:esto )?(?:normal|lo esperado|intencional)|é (?:normal|(?:o )?esperado|intencional)|так и должно быть|это нормально/,
    /正常吗|正常嗎|(?:是|符合)预期的?吗|(?:期待|想定|意図|仕様)[^。？?\n]{0,12}(?:です|でしょう)か|正常ですか|(?:정상|의도|예상)[^.?\n]{0,12}(?:가요|나요|까)/,
  ],
  { after: /[^.?？。\n]{0,40}[?？]\s*$/, flags: 'iu' },
);

/** A no to that, in its words. */
const DENIES_RIGHT = anyOf(
  [
    /(?:\bnot|n't) (?:[a-z]+ ){0,2}(?:expected|intended|intentional|normal|right|correct|supposed|meant)\b|\b(?:that|this|it)(?:['’]s| is) (?:a |my )?(?:bug|mistake|regression|wrong)\b/,
    /nicht (?:so )?(?:gewollt|normal|beabsichtigt|erwartet|vorgesehen|richtig)|pas (?:normal|voulu|attendu)|no es (?:normal|lo esperado|correcto)|não é (?:normal|(?:o )?esperado)|так быть не должно|не нормально|ненормально/,
    /不(?:正常|符合预期|是预期)|(?:期待|想定|意図|仕様|正常)[^。\n]{0,12}(?:ではありません|ではない|じゃない)|(?:バグ|不具合)です|정상이? ?아[니닙]|의도(?:한|된) (?:게|것이) 아[니닙]|버그입니다/,
  ],
  {
    before: /^\W{0,4}(?:(?:no|nope|nein|non|n[ãa]o|нет|いいえ|아니요?|아뇨)(?!\p{L})|(?=不))[\s\S]{0,80}?/u,
    flags: 'iu',
  },
);

/** What an answer says of it stands at its beginning. */
const ANSWER_CHARS_MAX = 600;

/** True where a human asks whether a step was taken, or whether what was seen is right, and the agent says no. */
export function ownsUp(words: string, answer: string): boolean {
  if (!/[?？]/.test(words)) return false;
  const [asked, told] = [straight(words.trim()), straight(answer.trim().slice(0, ANSWER_CHARS_MAX))];
  const isUndone = words.length <= WORDS_CHARS_MAX && ASKS_DONE.test(asked) && OWNS_UP.test(told);
  return isUndone || (ASKS_RIGHT.test(asked) && DENIES_RIGHT.test(told));
}

/** Wants to hear that it is so. */
const ASKS_IF_SO =
  /(?:(?:是不是|是否|會不會|会不会|对不对)[^?？]*|(?<!(?:(?<!是)不|没|沒|早)[^。！？?\n]{0,40})[吗嗎]|吧|(?:です|ます|でしょう|だろう)(?:よね|ね|か)|(?:나요|까요|지요?|죠|맞아))\s*[?？][\s)]*$/;
const SAYS_YES = anyOf([
  /^.{0,60}(?:你|您)的(?:判断|判斷|理解|猜测|猜測|想法|感觉|感覺)[^。！？\n]{0,6}[对對正]/,
  /^\W{0,4}(?:[对對](?:的|啊)?|是的?|没错|沒錯|はい|ええ|そうです|その通り(?:です)?|네|예|맞(?:아요|습니다))(?=[\s,，、。.!！])/,
]);

const REGRETS = /我[^。，,！!]{0,6}[错錯漏忘]|抱歉|对不起|對不起|申し訳|すみません|죄송/;

/** True where an answer only says yes to what was asked: nobody was put right. */
export const onlyConfirms = (words: string, answer: string): boolean =>
  ASKS_IF_SO.test(words.trim()) && SAYS_YES.test(answer.trim()) && !admits(answer) && !REGRETS.test(answer);

/** Says in its first words of what a human shows that something is wrong with it still, or anew. */
const WRONG_STILL = anyOf(
  [
    /(?:that|this|it|there)(?:'s| is) still\b/,
    /(?:two|three|several) (?:new |other |real )?(?:bugs|problems|issues)\b/,
    /(?:the |a |another |one )?(?:new|remaining|second|next|other|real|actual) (?:bug|problem|issue|regression)\b/,
    /(?:the|my) [^.!?:\n]{2,80} (?:is|are|do(?:es)?)(?: still| not|n't) (?!(?:[a-z]+ly )?(?:related|caused|due|ours|from|because|an? ))/,
    /(?:das|es) (?:ist|wird|geht) (?:immer )?noch|(?:aún|todavía) |sigue |(?:c['’]est|ça) [^.!?\n]{0,20}(?:toujours|encore) |ainda |continua |(?:это )?(?:всё|все) ещё|по-прежнему/,
    /[^。！？\n]{0,16}(?:仍然|还是|還是|仍有|依然|まだ|여전히|아직)/,
  ],
  { before: /^\W*(?:(?:ok(?:ay)?|ah|hm+|right|good|progress)\W+)?/, flags: 'iu' },
);

/** True where an answer says that what was handed over is not right yet. */
export const saysWrongStill = (answer: string): boolean => WRONG_STILL.test(straight(answer.trim()));
