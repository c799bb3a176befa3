import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import type { Cue } from './cues.ts';
import { HEAD_CHARS } from './sentences.ts';
import { plainSpelling } from './spelling.ts';

/** Reminds, as a question, of what had been agreed on or asked for: `weren't we going to use sqlite?`. */
const REMINDS = anyOf(
  [
    /\b(?:did|had|have)n't (?:we|you|i) (?:already |just |both )*(?:agreed?|sa(?:y|id)|decided?|plan(?:ned)?|settled?(?: on)?|discuss(?:ed)?|talk(?:ed)? about)\b/,
    /\b(?:were|was|are)n't (?:we|you|they) (?:going|supposed|meant) to\b|\b(?:is|was|are|were)n't (?:it|this|that|they|the [\w-]+(?: [\w-]+)?) (?:supposed|meant) to\b/,
    /^\W*why (?:are |r |do |did |were )?(?:you|u|we) [^?\n]{3,200}[\s,](?:and )?not (?:in|at|on|from|to|with|by|using|the)\b/,
    /\b(?:did|had|have) (?:we|you|i) not (?:already |just )?(?:agree|say|said|decide|plan|settle|discuss)\w*/,
    /(?<!\p{L})(?:hatten|haben) wir (?:uns )?(?:doch )?nicht (?:[^.!?\n]{0,30} )?(?:gesagt|vereinbart|ausgemacht|beschlossen|abgesprochen|geeinigt)/u,
    /(?<!\p{L})(?:wir|ich) (?:hatten?|haben?) doch [^.!?\n]{0,40}(?:gesagt|vereinbart|ausgemacht|beschlossen|abgesprochen)/u,
    /(?<!\p{L})(?:on|nous) (?:n['’])?avai(?:t|ons) pas (?:déjà )?(?:dit|convenu|décidé|parlé)/u,
    /(?<!\p{L})no (?:habíamos|hab[ií]amos|hemos|quedamos|dijimos|acordamos)(?: (?:quedado|dicho|acordado|decidido|hablado))?(?: en| de| que)?(?!\p{L})(?=[^.!\n]*\?)/u,
    /(?<!\p{L})n[ãa]o (?:t[ií]nhamos|hav[ií]amos|combinamos|t[íi]nha) ?(?:j[áa] )?(?:combinado|dito|decidido|acordado|falado)?(?!\p{L})(?=[^.!\n]*\?)/u,
    /(?<!\p{L})non (?:avevamo|eravamo) (?:già )?(?:detto|deciso|concordato|stabilito|d['’]accordo)/u,
    /(?<!\p{L})(?:hadden|hebben) we niet (?:[^.!?\n]{0,30} )?(?:gezegd|afgesproken|besloten)|(?<!\p{L})czy nie (?:mieliśmy|ustaliliśmy|umówiliśmy)/u,
    /(?:した|された|なった|だった)はず(?:だ|です|な)?(?:が|けど|けれど|のに)|(?:었|았|했|됐)을 ?텐데|(?:기로|은 걸로|는 걸로) (?:알고|아는데)|(?:应该|應該)(?:已经|已經|早就)[^。！？!?\n]{1,40}(?:为什么|為什麼|怎么|怎麼)/u,
    /(?<!\p{L})(?:se supon[íi]a que|no deb[íi]a(?:mos|n)? haber|era (?:p(?:a)?ra) (?:ter|estar|j[áa])|(?:sollte|müsste)n? (?:doch |eigentlich ){1,2}(?:schon|längst|bereits)|était (?:censée?|supposée?)|doveva(?:no)? (?:già )?(?:essere|avere))(?!\p{L})/u,
    /(?<!\p{L})(?:разве (?:мы|я|ты) не|мы же (?:договор|реш|обсужда)|мы вроде (?:договор|реш))/u,
    /不是(?:已经)?(?:说好|約定|约定|说过|決定|决定|商量好|讲好)|(?:之前|刚才|前面)不是说|(?:って|と)(?:言い|決め|話し)(?:ませんでした|ましたよね)|(?:って|と)(?:言っ|決め)た(?:よね|はず|じゃ)|하기로 (?:했잖|하지 ?않았|했었는데)|하자고 (?:했잖|하지 ?않았)/u,
  ],
  { flags: 'iu' },
);

const WHY = '[\\s,;:?.!¿–—-]{1,4}(?:(?:so|then|and|but|und|aber|y|entonces|e|então|et|alors|allora|а|и) )?¿?';
/** Holds against what is there, as a question, what the agent had done or said a moment ago: `didn't you just find nine? why are there six now?`. */
const HOLDS_AGAINST = anyOf(
  [
    `(?<!\\p{L})(?:(?:did|had|have)n't you|(?:did|had|have) you not) (?:just |already |only just )?\\w+ [^.!?\\n]{3,140}${WHY}(?:why|how come|how is it)(?!\\p{L})`,
    `(?<!\\p{L})(?:hast|hattest) du (?:doch |nicht )+(?:eben|gerade|vorhin|schon|gerade eben|vorher) [^.!?\\n]{3,140}${WHY}(?:warum|wieso|weshalb|wie kommt)(?!\\p{L})`,
    `(?<!\\p{L})no (?:hab[ií]as|has|acabas de|acababas de) [^.!?\\n]{3,140}${WHY}(?:por ?qu[eé]|c[oó]mo (?:es|puede) )`,
    `(?<!\\p{L})n[ãa]o (?:tinha|havia|acabou de|acabaste de) [^.!?\\n]{3,140}${WHY}(?:por ?qu[eê]|como (?:é|pode) )`,
    `(?<!\\p{L})(?:tu|vous) (?:ne |n['’])?(?:avais|aviez|as|avez|viens|venais) pas [^.!?\\n]{3,140}${WHY}(?:pourquoi|comment ça se fait)`,
    `(?<!\\p{L})non (?:avevi|hai) (?:appena |già )?[^.!?\\n]{3,140}${WHY}(?:perch[eé]|come mai)`,
    `(?<!\\p{L})(?:разве ты не|ты же) (?:только что |уже |недавно )?[^.!?\\n]{3,140}${WHY}(?:почему|отчего)`,
    '(?:刚刚|刚才|之前|剛剛|剛才|前面)不是[^。！？?\\n]{2,60}[吗嗎么][，,。？?\\s]*(?:那|可是|但)?(?:怎么|怎麼|为什么|為什麼|为何|现在|現在)',
    '(?:さっき|先ほど)[^。\\n]{2,60}(?:ませんでしたか|ましたよね|たよね)[？?。、\\s]*(?:なぜ|なんで|どうして|なのに)',
    '(?:방금|아까)[^.?\\n]{2,60}(?:지 않았|았잖|었잖|했잖)[^.?\\n]{0,10}[?,.\\s]*(?:왜|근데|그런데)',
  ].map((each) => new RegExp(each, 'u')),
  { flags: 'iu' },
);

/** Says of what the agent proposes that it will not do, or was tried before: `that won't work for folders`. */
const REJECTS = anyOf(
  [
    /(?:(?:that|this|it)(?:'s| is)? (?:just |really |simply |also )?(?:won't|will not|wouldn't|can't|cannot|not going to|isn't going to|not gonna) (?:work|help|fit|scale|fly)(?! (?:right|correct)\?))/,
    /(?:we|i)(?:'ve| have)? (?:already )?tried (?:and failed|(?:that|this|it)\b[^.!?\n]{0,40}(?:fail|didn't|did not|no luck|broke|slow|worse|crash))/,
    /(?:we|i)(?:'ve| have)? already tried (?!to (?:fix|find|solve|run)\b)[^.!?\n]{3,60}[.,;]? ?(?:it|that|which|and|but)? ?(?:made|failed|didn't|did not|was (?:worse|slower)|crashed|broke)/,
    /das (?:geht|funktioniert|klappt|reicht) (?:so )?(?:aber )?nicht (?:mit|für|bei|wenn|auf|unter)/,
    /(?:eso|esto|as[ií]) no (?:va a )?(?:funciona(?:r|rá)?|sirve|servir[áa]?) (?:para|con|si|en|cuando)/,
    /(?:ça|cela) ne (?:marchera|fonctionnera|va|marche|suffira|suffit) pas (?:marcher |fonctionner )?(?:pour|avec|si|sur|quand)/,
    /(?:isso|assim|isto) n[ãa]o (?:vai )?(?:funciona(?:r|rá)?|serve|servir) (?:para|pra|com|se|em|quando)/,
    /(?:questo|così) non (?:funziona|funzionerà|va bene|basta) (?:per|con|se|su|quando)/,
    /(?:так|это) не (?:получится|сработает|пойд[её]т|подойд[её]т)/,
    /(?:这样|这个方案|那样|这)(?:是)?(?:不行|行不通|不可行)|(?:それ|これ)(?:だと|では)[^。\n]{0,12}(?:動か|動き|だめ|ダメ|無理|使えな)|(?:그건|그러면|그렇게 하면|이건) [^.\n]{0,16}(?:안 ?(?:되|돼|됩))/,
  ],
  {
    before: /^(?:\W*(?:no|but|hm+|nah|so|well|yes|yeah|ok(?:ay)?|aber|pero|mais|mas|ma|но|但是?|でも)\b)*\W*/,
    flags: 'i',
  },
);

export const REMINDER_CUES: Cue[] = [
  { weight: 2.8, pattern: REMINDS },
  { weight: 2.8, pattern: HOLDS_AGAINST },
  { weight: 3.4, pattern: REJECTS },
  {
    weight: 2.2,
    pattern:
      /^(?:(?:please|no|nope|ok(?:ay)?|and|also|just)\b[\s,.!]*)*use [`"']?[\w./@-]{2,}[`"']?(?: here| instead| for [\w ]{2,20})?,? (?:and )?not [`"']?(?!only\b|just\b)[\w./@-]{2,}/i,
  },
  {
    weight: 1.8,
    pattern:
      /\byou (?:need|have|ought) to (?:\w+ )?(?:look at|read|check|study|consult|follow) (?:the |my |our |at )*(?:original|actual|existing|real|old|docs?\b|documentation|code|source|spec|logs?\b|instructions?|readme)/i,
  },
  {
    weight: 1.6,
    pattern:
      /\b(?:it|this|that|those|these|they)(?: really)? (?:cannot|can't|can not) be (?:right|true|correct|it|all|the|an?)\b/i,
  },
  {
    weight: 2.2,
    pattern:
      /\b(?:note|remember|keep in mind|be aware|mind you|fyi|btw)\b,?(?: that)? [^!?\n]{4,120}?,? (?:and )?not (?!only\b|just\b|yet\b|sure\b)[\w`"'./@-]{2,40}\W*(?:$|[.,;!)\n])/i,
  },
];

/** True where words remind of what was agreed on: the question wants no answer. */
const remindsOfAgreed = filtered(anyOf([REMINDS, HOLDS_AGAINST], { flags: 'iu' }));

/** True where words begin by saying that what was proposed will not do; what they ask behind that is no question of fact. */
export const rejectsIdea = (text: string): boolean => REJECTS.test(text);

const ACCUSES = anyOf(
  [
    /\bhow (?:did|could|can) you (?:not |even |possibly )*(?:miss|forget|overlook|break|ignore|skip|think|get (?:this|that|it|them) (?:so |all )?wrong)/,
    /\b(?:did|have)(?:n't)? i (?:not )?(?:already |just )?(?:say|said|tell|told|mention(?:ed)?)\b/,
    /\bwhat have you done\b/,
    /\bdo you (?:even |actually |not )?(?:understand|realize|realise|get) (?:that )?(?:it's|it is|this is|that's|that is|we're|we are) /,
    /\bwhat else (?:have|did) you (?:miss|skip|forg[eo]t|leave out|left out|br[eo]k|change|delete)/,
    /\bwhat are you waiting for\b|\bwhat the (?:fuck|hell|heck)\b/,
  ],
  { flags: 'i' },
);

/** True where a question blames: `how did you miss this?`. */
export function accuses(text: string): boolean {
  const words = plainSpelling(text.slice(0, HEAD_CHARS));
  return ACCUSES.test(words) || remindsOfAgreed(words);
}
