import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { FOREIGN_RULE } from '../words/objection-languages.ts';

/** Holds for the moment. */
const FOR_NOW = anyOf(
  [
    /(?<!\p{L})(?:noch nicht|jetzt|erstmal|vorerst|todav[ií]a|ahora|por enquanto|agora|ainda)(?!\p{L})/u,
    /(?<!\p{L})(?:pour l'instant|maintenant|per ora|adesso|пока|сейчас)(?!\p{L})/u,
    /今後の|先|暂时|现在|とりあえず|まず|いったん|일단|지금|아직/,
  ],
  { flags: 'iu' },
);

/** Speaks to the one who works. */
const TO_AGENT = anyOf(
  [
    /(?<!\p{L})(?:bitte|du|dir|wir|uns|tu|vous|nous|on|usted|você|voce|vc|noi|ты|вы|мы|пожалуйста)(?!\p{L})/u,
    /(?<!\p{L})(?:quero que|quiero que|je veux que|crie|haz|usa|use|usar|por favor|per favore)(?!\p{L})/u,
    /(?<!\p{L})(?:s'il te plaît|commit|push)\p{L}*/u,
    /^(?:nie|niemals|immer|jamais|nunca|siempre|sempre|mai|никогда|всегда|nooit|altijd)(?!\p{L})/u,
    /请|你|我们|不要|别|以后|ください|して|しないで|今後|해줘|하지 ?마|마세요|앞으로/,
  ],
  { flags: 'iu' },
);

/** The word for always that says `still`, or how often something goes wrong. */
const STILL = anyOf(
  [
    /immer (?:noch|wieder|mehr)|das ist immer|toujours (?:pas|cass|le même|en|dans)/,
    /sempre (?:dá|da errore|errore|così)|siempre (?:falla|da)|всегда (?:пада|лома)/,
  ],
  { before: /(?<!\p{L})/u, flags: 'iu' },
);

/** From now on, or to be kept in mind, with what that is. */
const FROM_NOW = anyOf(
  [
    /(?<!\p{L})(?:(?:a partir|partire?) de (?:ahora|agora|hoy|hoje)|desde (?:ahora|agora|hoy|hoje)(?: en adelante| em diante)?|de (?:ahora|agora) en adelante|daqui (?:pra|para) (?:a )?frente|à partir de maintenant|d[eé]sormais|dorénavant|ab (?:jetzt|sofort|heute)|künftig|in zukunft|von jetzt an|d['’]ora in (?:poi|avanti)|vanaf nu|voortaan|od teraz|fra nå av|från och med nu|bundan sonra|с этого момента|с этих пор|впредь|отныне|на будущее)(?!\p{L})[^?？]{8,}/u,
    /(?<!\p{L})(?:merk dir|запомни(?:те)?|recuerda siempre|lembre-se (?:sempre )?de sempre|n['’]oublie jamais)(?!\p{L})[^?？]{6,}/u,
    /(?:以后|以後|今后|今後(?!の)|从现在(?:开始|起)|從現在(?:開始|起)|これからは(?!の)|次回?から|앞으로는?|이제부터는?)(?!的|再说|就|도)[^?？\n]{4,}/u,
    /(?:请|一定要)?(?:记住|記住|牢记)[，,：:\s]?(?:一定|每次|永远|要|不要|别|在|提交|改|写)[^?？\n]{3,}|覚えておいて|기억해 ?(?:둬|줘|두세요)/u,
  ],
  { flags: 'iu' },
);

const speaksFromNow = filtered(FROM_NOW);
const statesForeignRule = filtered(FOREIGN_RULE);

/** True where a sentence in another language tells the one who works what always holds. */
export const holdsAbroad = (sentence: string): boolean =>
  speaksFromNow(sentence) ||
  (statesForeignRule(sentence) &&
    TO_AGENT.test(sentence) &&
    !STILL.test(sentence) &&
    !FOR_NOW.test(sentence));

/** One thing and not another, to the one who works. */
const CONTRASTS = anyOf(
  [
    /(?<!\p{L})(?:nimm|nutze?|verwende|benutze?|nimm bitte)(?:n wir)? \S[^.!?\n]{1,60} (?:statt|anstatt|anstelle von|und nicht) \S/u,
    /(?<!\p{L})(?:usa|utiliza|usemos|usad|use|utilize) \S[^.!?\n]{1,60} (?:en (?:vez|lugar) de|y no|em vez de|ao inv[ée]s de|e n[ãa]o|invece di|al posto di|e non) \S/u,
    /(?<!\p{L})(?:utilise[rz]?|prends|emploie) \S[^.!?\n]{1,60} (?:au lieu de|à la place de|plutôt que|et (?:non )?pas) \S/u,
    /(?<!\p{L})(?:используй|используйте|бери|применяй) \S[^.!?\n]{1,60}(?: вместо |,? а не )\S/u,
    /(?<!\p{L})gebruik \S[^.!?\n]{1,60} (?:in plaats van|en niet) \S/u,
    /(?:使用|采用|用)\s?[^，。！？\n]{2,40}[，,]?\s?(?:而不是|而非|不要用|别用|不用)\s?[^，。！？\n]{2,}/u,
    /[^、。\n]{2,30}(?:ではなく|じゃなくて|でなく)、?[^。\n]{2,30}を(?:使|用)|[^.\n]{2,30}(?:말고|대신(?:에)?|이? ?아니라) [^.\n]{2,30}(?:을|를)? ?(?:사용|써|쓰)/u,
  ],
  { flags: 'iu' },
);

/** True where a sentence in another language tells the one who works to use one thing and not another. */
export const contrastsAbroad = filtered(CONTRASTS);
