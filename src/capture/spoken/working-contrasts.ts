import { anyOf } from '../../text/any-of.ts';

/** A thing by its name, which only later words could mean otherwise. */
const NAMED = /(?!(?:this|that|it|them|these|those|one|any ?more|to|the)\b)[`"']?[\w@/.+-]{2,}/;

/** What is used here, or is not, in forms that need no talk to be followed. */
const HOW_WE_WORK = anyOf(
  [
    /\b(?:check|read|see|look in(?:to)?|consult|follow|study) (?:the |our |my )?(?:[\w.-]+\/)*[\w-]+\.(?:mdc?|mdx|rst|adoc|txt)\b(?=[.!]*\s*$|[^.!?\n]*\b(?:how|before|first|when(?:ever)?|to (?:use|know|find|see))\b)/,
    /\bwe (?:will|shall|are going to|'ll) (?:not|never) (?:have|use|allow|support|write|keep) (?!(?:this|that|it|them|these|those)\b)[\w-]{3,}/,
    /\bno (?!more\b|one\b|need\b)[\w-]{3,}(?: \w+)? (?:at all|whatsoever|anywhere|ever)\b/,
    new RegExp(
      `\\buse ${NAMED.source} (?:on|for|with) (?:the )?[\\w./ -]{3,40}?,? (?:and )?not (?:on |for |with )?\\S`,
    ),
    /\b(?:skip|bypass|drop|remove|ignore|leave out|forget) (?!(?:this|that|it|them)\b)[\w .@/-]{2,40}?,? (?:because|since|as|cause) we (?:don't|do not|no longer|never) (?:use|need|have|support)\b/,
  ],
  { flags: 'i' },
);

/** The same in other languages: one thing and not another, to the one who works. */
const ABROAD = anyOf(
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

/** What there is, or is not, and where it lies or what it is called. */
const FACTS = anyOf(
  [
    new RegExp(
      `\\bwe (?:also |really |generally |actually |still )*(?:don't|do not|no longer) (?:use|have|support|ship|run|need) ${NAMED.source}(?![^.!?\\n]*\\b(?:yet|for now|anymore to)\\b)`,
    ),
    /\b(?:is|are) (?:published|hosted|served|deployed|stored|kept|defined|configured|documented|released) (?:on|at|in|under|from|by) [`"']?[\w-]*[./][\w./-]+\w/,
    /\b(?:runs?|listens?|serves?|is) on (?:port )?:?\d{4,5}\b/,
    /\bour [\w -]{2,40} (?:is|are) (?:called|named) [`"']?[\w./@-]{2,}/,
  ],
  { flags: 'i' },
);

/** True where a sentence tells how work is done here, in forms that name one thing against another or a page to read. */
export const contrastsWays = (sentence: string): boolean =>
  HOW_WE_WORK.test(sentence) || ABROAD.test(sentence);

/** True where a sentence tells what is used here, where it lies, or what it is called. */
export const tellsPlace = (sentence: string): boolean => FACTS.test(sentence);
