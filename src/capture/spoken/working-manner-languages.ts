import { anyOf } from '../../text/any-of.ts';
import { FOREIGN_RULE } from './objection-languages.ts';

/** Holds for the moment. */
const FOR_NOW = anyOf(
  [
    /(?<!\p{L})(?:noch nicht|jetzt|erstmal|vorerst|todav[ií]a|ahora|por enquanto|agora|ainda)(?!\p{L})/u,
    /(?<!\p{L})(?:pour l'instant|maintenant|per ora|adesso|пока|сейчас)(?!\p{L})/u,
    /先|暂时|现在|とりあえず|まず|いったん|일단|지금|아직/,
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

/** True where a sentence in another language tells the one who works what always holds. */
export const holdsAbroad = (sentence: string): boolean =>
  FOREIGN_RULE.test(sentence) && TO_AGENT.test(sentence) && !STILL.test(sentence) && !FOR_NOW.test(sentence);
