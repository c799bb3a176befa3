import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { objectionScore } from './objection.ts';
import { pasted } from './own-words.ts';
import { straight } from './spelling.ts';
import { sharesTopic } from './topics.ts';

/**
 * How words are put that need not object to anything: thinking aloud, asking to be told, news, an answer to what the
 * agent asked. They correct only where the agent then takes something back.
 */
export type Manner =
  | 'declines'
  | 'defers'
  | 'muses'
  | 'asks-why'
  | 'news'
  | 'answers-list'
  | 'answers'
  | 'plain';

const OPENER =
  '^(?:(?:hmm+|hm|oh|ah|ok(?:ay)?|so|and|but|also|lol|yeah|yes|well|cool|nice|actually|hey)\\b[\\s,.!:—-]*){0,3}';

const MUSES = new RegExp(
  `${OPENER}(?:(?:i(?:'m| am)?|just|was|still) (?:just |now |also )?(?:wonder(?:ing)?|curious)\\b(?! (?:now )?why)|(?:wondering|curious)\\b(?! (?:now )?why)|i guess\\b|(?:i(?:'m| am) )?not sure (?:if|whether|about|how|why|what)\\b|how about\\b|what (?:about|if)\\b|(?:can|could|shall|should) (?:we|you) (?:please |maybe |perhaps |also |just )*try\\b|(?:a )?(?:small |slight |little )?change (?:in|of) (?:the )?plans?\\b|(?:i )?(?:just )?changed my mind|(?:a )?new (?:idea|plan)\\b|(?:on )?second thoughts?|random (?:idea|thought)|thinking about|ich (?:frage mich|überlege)|wie wäre es|planänderung|je me demande|et si (?:on|tu|nous)\\b|changement de plan|me pregunto|(?:y )?(?:qué tal|y) si\\b|cambio de planes?|mi chiedo|e se\\b|cambio di programma|ik vraag me af|zullen we\\b|fiquei pensando|que tal\\b|mudança de planos?)`,
  'i',
);

/** Would like it to be so, and says nothing of the agent. */
const WISHES =
  /^(?!.*\b(?:you|your)\b).*(?:^|[.,;!]\s*|\b(?:but|and|so) )i (?:kinda |really |just |only )?wish (?:i|we|it|there|that)\b/is;

const ASKS_WHY = anyOf(
  [
    /\b(?:(?:can|could|would|maybe|please)(?: you)?(?: please| maybe)?(?: can| could)? ?(?:you )?(?:explain|elaborate|clarify|walk me through)|not (?:quite |really )?sure (?:if )?i (?:fully |quite )?(?:understand|follow|get)|i (?:don't|do not) (?:quite |really |fully )?(?:understand|follow|get (?:it|this|that|why|how))|(?:still )?struggling(?: to)?|help me understand|verstehe (?:das |es )?nicht|wei(?:ß|ss|s) nicht|no (?:lo )?(?:entiendo|sé|recuerdo)|no se(?= (?:por ?qu[eé]|c[oó]mo|si|cu[aá]l|d[oó]nde|qu[eé])\b|\W*$)|je ne (?:comprends|sais|me souviens) pas|je n['’]ai pas (?:bien |trop )?compris|non (?:capisco|so|ricordo)|n[ãa]o (?:entendi|sei|lembro)|ik (?:begrijp|weet) (?:het |dit )?niet)(?![\p{L}\d])/u,
    /(?:^|\s)(?:я )?не (?:помню|понимаю|понял[аи]?|знаю|уверен[аы]?)(?![а-яё])/u,
    /(?:不|没)(?:太|有)?(?:明白|懂|知道|清楚|理解)|(?:分|わ)か(?:らない|りません)|모르겠|이해가 ?안/u,
  ],
  { flags: 'iu' },
);

/** Does not know what to do any more: asks for nothing. */
const AT_A_LOSS = anyOf(
  [
    /\b(?:don't|do not|dont) know what (?:else )?(?:to do|i can do)\b|\bwei(?:ß|ss) (?:langsam |auch )?nicht (?:mehr (?:weiter|was)|weiter|was ich (?:noch )?(?:tun|machen))/u,
    /(?<!\p{L})ya no (?:s[ée]|se me ocurre)|(?<!\p{L})no s[ée] (?:ya )?qu[ée] (?:m[áa]s )?hacer|j[áa] n[ãa]o sei|n[ãa]o sei mais|n[ãa]o sei o que (?:mais )?fazer/u,
    /ne sais plus (?:quoi|comment|que)|sais pas quoi faire|non so (?:più|(?:che )?cosa fare)|weet (?:het )?niet meer/u,
    /(?:уже )?не знаю,? (?:уже )?что (?:ещё |еще )?(?:делать|предпринять)|nie wiem (?:już )?co (?:już )?(?:mam )?robić/u,
    /不知道(?:该|要|还能)?(?:怎么办|咋办|怎么弄了)|どう(?:すれば|したら)(?:いい|良い)か(?:もう)?(?:分|わ)か|어떻게 ?해야 ?할지 ?모르겠/u,
  ],
  { flags: 'iu' },
);

const NEWS = new RegExp(
  `${OPENER}(?:i|we)(?:'ve| have)? (?:just |now |already )?(?:updated|merged|pushed|pulled|rebased|restarted|installed|upgraded|fixed|renamed|changed|added|committed|deployed|deleted|removed|moved|created|cleaned|replaced|ran|put|set|made)\\b[^?!\\n]{0,120}(?:[,.;]|\\band\\b) *(?:can|could|please|now|go|check|try|run|look|continue)\\b`,
  'i',
);

/** Tells what was tried, or sets out to something else: nothing is held against what was begun. */
const STARTS_ANEW =
  /^\W*(?:fyi\b|(?:ok(?:ay)?|alright|all right|so|good|great|now)\b[\s,.]*(?:so |now |then )*(?:we(?:'re| are) (?:now )?going to|let'?s (?:now |start (?:with|on)|begin with|move on|switch to)|forget (?:that|this|it|everything|all)\b(?!,? you)))/i;

/** What was asked for is wanted no more: the world has changed. */
const NO_LONGER = new RegExp(
  `${OPENER}(?:(?:it )?turns out (?:that )?)?(?:we|i|they) (?:(?:don't|do not|won't) (?:need|want)\\b[^.!?\\n]{0,60}\\bany ?more\\b|no longer (?:need|want)\\b)`,
  'i',
);

/** `1: yes, 2: no`, `the problem with 2. is`, `let's go with option 1`. */
const ANSWERS = anyOf(
  [
    /^\W{0,3}(?:(?:option|approach|question|q) ?)?(?:\d|[a-d])\s?[.:)]\s*(?:yes|no|ok|sure|agreed?|fine)\b/,
    /\b(?:problem|issue|trouble) with (?:option |approach |number |#)?\d\b/,
    /^(?:i )?agreed? (?:on|with|to)\b/,
    /^(?:ok(?:ay)?[, ]+)?(?:(?:i(?:'d)?|let's) (?:like|prefer|go with|take|pick|choose|do) )?(?:option|approach|number|#) ?(?:\d|[a-d])\b/,
  ],
  { flags: 'i' },
);

/** So near the end of what the agent said, a question waits for its answer. */
const ASKED_WITHIN = 220;

/** The human's own error. */
const isOwnError = filtered(
  anyOf(
    [
      /^\W*(?:oops|whoops|sorry)\b[,.! ]*(?:i\b|my\b|(?:again |that was |this was )?(?:the )?wrong (?:chat|window|tab|terminal|session)\b)/,
      /(?:打错|写错(?:字|了)|发错|手滑|笔误|タイプミス|打ち間違|書き間違|오타|опечат\S+|(?:yanlış|hatalı) yazd\S+)/u,
      /(?:^|[\s,.;(])(?:me (?:equivoqué|confund[ií])|escribí mal|je me suis (?:trompé|mal exprimé)|(?:habe|hab) mich (?:vertippt|vertan|verschrieben|geirrt)|(?:eu )?(?:errei|me enganei|digitei errado)|mi sono sbagliat[oa]|ho sbagliato io|pomyliłe?[am]|(?:я )?(?:ошиб(?:ся|лась)|перепутала?|описал(?:ся|ась)))(?![\p{L}])/u,
      /\b(?:my (?:bad|mistake|fault|error)|sorry,? (?:i|my|had to|that was me)|i (?:missed|forgot|misread|mistyped|overlooked|failed to)|(?:this|that|it) (?:was|is) (?:just )?a typo|i\b[^.!?\n]{0,40}\b(?:by (?:mistake|accident)|accidentally)|i should have (?:asked|said|written|told|mentioned|been clearer)|(?:did not|didn't) mean to (?:stop|interrupt|press|hit|cancel|reject|refuse|send))\b/,
      /\b(?:aus versehen|sin querer|por error|par erreur|sem querer|per sbaglio)\b/,
      /(?:^|\s)(?:случайно|нечаянно)(?=\s)|(?:間違えて|うっかり|不小心|按错|点错|실수로)/,
      /(?<!\p{L})(?:mein fehler|mi error|mon erreur|mio errore|meu erro|моя ошибка)(?!\p{L})/u,
      /(?:是)?我(?:自己)?的[错錯]|(?<![你说說])我(?:自己)?(?:弄|搞|看|说|說|記|记|写|寫|發|发|打|输)[错錯]|私の間違い|제 (?:실수|잘못)/u,
    ],
    { flags: 'iu' },
  ),
);
const OWN_ERROR_HEAD = 120;

/** Puts something beside what the human had said before. */
const isSupplement = filtered(
  anyOf(
    [
      /(?:let me|i (?:want|need|have|forgot) to) (?:just |also |quickly )?(?:add|mention|clarify what i|say (?:one|something) more)\b/,
      /(?:quiero|quisiera|me faltó|olvidé) (?:agregar|añadir|aclarar|mencionar)|(?:quero|faltou|esqueci de) (?:acrescentar|adicionar|mencionar|complementar)|je (?:voudrais|veux|dois) (?:ajouter|préciser)|ich (?:möchte|will|muss) (?:noch )?(?:etwas )?(?:ergänzen|hinzufügen)|(?:vorrei|devo) aggiungere(?: una cosa)?|(?:хочу|забыла?) (?:добавить|уточнить)/,
      /我?(?:需要|想|要)?(?:再|还要|还想)?补充(?:一下|一点|几点|说明)|補足(?:する|し|です|で)|(?:言い|書き)忘れ|덧붙이|추가로 말/u,
    ],
    {
      before:
        /^(?:(?:no|wait|hold on|sorry|ah|oh|ok(?:ay)?|不对|不是|等(?:一下|等)|对了|那个|あ|すみません|아|잠깐|espera|perdón|attends|warte|aspetta|подожди)[\s,.!，。、！]*)*/u,
      flags: 'iu',
    },
  ),
);

/** True where the words speak of the human's own: a slip of the pen, something left unsaid. No fault of the agent's is named in their first words. */
export function speaksOfOwnWords(text: string): boolean {
  const head = text.trim().slice(0, OWN_ERROR_HEAD);
  return isOwnError(head) || isSupplement(head);
}

/** The agent offers to do more. */
const OFFERS = anyOf(
  [
    /\b(?:would you like(?: me)?|should (?:i|we)|shall (?:i|we)|want me to|may i|can i|ok(?:ay)? (?:if|to)|sol(?:l|len) (?:ich|wir)|möchtest du|quieres que|debo|veux-tu|souhaite[sz](?:-| )|quer que|devo|posso|vuoi che|wil je)\b/,
    /(?:what(?:'s| is)? next|next step|qual prefere|qu[eé] prefieres|pr[oó]ximo passo|siguiente paso|nächster schritt)/,
    /хотите|хочешь|мне (?:сделать|продолж)|что дальше|делать|下一步|接下来|需要我|要不要我|是否需要|しましょうか|ますか|할까요|드릴까요/,
  ],
  { after: /[^?？]{0,200}[?？]\W{0,3}$/, flags: 'i' },
);
const DECLINES =
  /^(?:(?:no|nope|nah|nein|non|não|nee|нет)(?=$|[\s,.!;:-])|(?:not (?:yet|now)|leave (?:it|that)|skip (?:it|that)|(?:please )?(?:don't|do not) \w+ (?:it|that|this|them))\b|いいえ|不用|아니)/i;
const DECLINES_CHARS_MAX = 90;
/** Nobody declines an offer like that. */
const SWEARS =
  /\b(?:fuck\w*|shut (?:the \w+ )?up|idiot\w*|stupid\w*|bullshit|pendej\w*|joder|mierda|carajo|put[ao]s?|porra|caralho|merda|cazzo|putain|merde|schei(?:ß|ss)e?\w*|kurwa)\b|(?<!\p{L})(?:блять|бля|нахуй|сука)(?!\p{L})|他妈|傻[逼Xx叉]|씨발|ふざけ/iu;
/** The agent asks whether its work works: what is answered tells of the work. */
const VERIFIES = anyOf(
  [
    /\b(?:does|do|is|are|can|did) (?:it|this|that|you|everything|the \w+)\b[^?.!]{0,60}\b(?:work|see|look|show|appear|load|fixed|better|right|open)/u,
    /can you (?:try|test|check)|puedes (?:probar|intentar|verificar|comprobar)/u,
    /kannst du (?:\S+ )?(?:testen|prüfen|nochmal)|peux-tu (?:tester|réessayer|vérifier)/u,
    /pode (?:testar|tentar)|puoi (?:provare|riprovare)|можешь (?:проверить|попробовать)|funziona/u,
    /funciona|¿(?:ya )?(?:ves|puedes ver)|marche|fonctionne|vois|voyez|funktioniert|klappt|siehst/u,
    /работает|видно|видишь|видите|是否|看到|正常|効いて|表示され|見え|보이|되나|잘 ?되/u,
  ],
  { after: /[^?？.!。]{0,120}[?？][^?？]{0,120}$/u, flags: 'iu' },
);

/** Begins as an answer to an offer does; whatever else is said then speaks of something else. */
const TAKES_UP = anyOf(
  [
    /(?:yes|yeah|yep|yup|no|nope|nah|ok(?:ay)?|sure|please|pls|go|do|don't|dont|not|let's|both|either|just|only|ja|nein|bitte|s[ií]|claro|dale|oui|non|d'accord|sim|n[ãa]o|nee|да|нет|не|давай)(?=$|[\s,.!;:-])/,
    /是|好|行|可以|不|要|はい|いいえ|お願い|네|아니|응/,
  ],
  { before: /^/, flags: 'i' },
);

/** Goes on to what was offered, after a word of how things are. */
const THEN_TAKES_UP =
  /(?<=[.!;,…]\s+)(?:(?:so|then|ok(?:ay)?|also|dann|entonces|alors|então|тогда)[\s,]+)?(?:let's|go ahead|давай(?:те)?|vamos|dale|lass uns|machen wir|on (?:y va|fait)|andiamo|facciamo)(?![\p{L}])([^.!?\n]*)/iu;

const takesUp = (head: string, before: string): boolean => {
  if (TAKES_UP.test(head)) return true;
  const work = THEN_TAKES_UP.exec(head)?.[1];
  return work !== undefined && sharesTopic(work, before.slice(-ASKED_WITHIN));
};

/** Wants to talk, to look or to wait first, to leave it for later or to do it, has prepared it, or thinks again: nothing is wrong with what was begun. */
const DEFERS = anyOf(
  [
    /let'?s (?:(?:first|just|quickly|maybe|please) )*(?:discuss|talk|chat|think|brainstorm|wait|pause|hold off|stop (?:here|for)|finish|(?:test|try|see|check)(?=[^.!?]{0,40}\bfirst\b)|revisit|come back|decide|do (?:this|that|it) (?:later|tomorrow|another))\b/,
    /let'?s act[aul]+y (?:just )?(?:not|skip|leave|forget|hold)\b/,
    /i(?:'d| would)? (?:want|need|like|rather) (?:to )?(?:first )?(?:discuss|talk|think|look|review|understand|ask|clarify|wait)\b/,
    /(?:can|could) (?:we|you) (?:(?:first|please|just) )*(?:discuss|talk|chat|pause|wait|explain|walk me|tell me|show me)\b/,
    /(?:let'?s stop (?:this|here)\W+)?i(?:'ll| will) (?:just )?(?:run|do|test|check|handle|finish|start|install|publish|push|commit|deploy|release|merge|send) (?!not\b)/,
    /(?:wait|hold off) (?:with|until|till) (?![^.!?\n]*\b(?:told|said|always|never|again|next time)\b)/,
    /i(?:'ve| have)(?: just| now| already)? (?:installed|started|restarted|logged in|turned|plugged|connected)\b/,
    /(?![^\n]*\b(?:you|your|wrong|broke|broken|again|because|since)\b)(?:i(?:'ve| have)?(?: just| now| already)? (?:\w+ed|did|made|ran|put|done)|j'ai|ich hab\w*|j[áa]|ya)\b[^.!?\n]{0,60}\s(?:manually|myself|by hand|à la main|moi-même|manuellement|von hand|selbst|manualmente|a mano|à mão|eu mesm[oa]|yo mism[oa])\W*$/,
    /(?:手動で|自分で)[^。！？\n]{0,30}(?:ました|済み|完了)\W*$|我?(?:已经|已|刚刚)?(?:手动|自己)[^。！？\n]{0,20}了\W*$|(?:[내제]가 )?(?:직접|수동으로) [^.!?\n]{0,30}(?:했|완료)[가-힣]{0,4}\W*$/,
    /(?:maybe )?later\b|not now\b|not yet\b(?! (?:\w+ed|\w+ing|right|good|there)\b)|in a (?:new|separate|different|later) session\b/,
    /(?:wir )?(?:lass uns|sollten) (?:erst|zuerst|später|noch)|vamos a (?:discutir|hablar|esperar)/,
    /(?:primero|antes) (?:quiero|explica)|(?:on en|parlons|discutons)|d'abord (?:explique|je)/,
    /先(?:讨论|聊|等|解释|说说|看看)|等(?:一下|等|会)|稍等|待って(?!くだ.{0,3}違)|ちょっと待|잠깐|나중에|подожди/,
    /давай (?:сначала )?(?:обсудим|подожд)/,
  ],
  {
    before:
      /^(?:(?:wait|hold on|ok(?:ay)?|hm+|so|but|actually|maybe|first|no|well|before (?:that|this|we do (?:this|that)))\b[\s,.!:—-]*){0,4}/,
    flags: 'i',
  },
);

/** Holds the agent back for now, beside what is asked for: `pas encore`. */
const NOT_YET = anyOf(
  [
    /no (?:me |l[oa]s? )?(?:cambies|modifiques|edites|toques|hagas|arregles|corrijas|implementes|escribas|subas|ejecutes|borres|programes)(?!\p{L})[^.!?\n]{0,40}(?:todav[ií]a|a[uú]n|por (?:ahora|el momento)|de momento)/u,
    /ne (?:l[ae]s? )?(?:modifi|chang|touch|fai|corrig|cod|implément|commit|pouss|écri|supprim|lanc)\p{L}*[^.!?\n]{0,40}(?:pour l['’]instant|pour le moment|encore|tout de suite)/u,
    /(?:ainda )?n[ãa]o (?:altere|mude|modifique|edite|mexa|fa[çc]a|corrija|implemente|escreva|suba|execute|apague)(?!\p{L})[^.!?\n]{0,40}(?:ainda|por (?:enquanto|ora)|no momento)/u,
    /non (?:modificare|cambiare|toccare|fare|correggere|implementare|scrivere|committare|cancellare|eseguire)(?!\p{L})[^.!?\n]{0,40}(?:ancora|per (?:ora|adesso|il momento))/u,
    /(?:пока|ещ[её])(?: что)?[^.!?\n]{0,20} не (?:меняй|трогай|делай|исправляй|правь|коммить|пиши|пушь|удаляй|запускай|редактируй)(?:те)?(?!\p{L})/u,
  ],
  {
    before:
      /(?:^|[.,;:!]\s*|[—-]\s|(?:et|mais|y|pero|e|ma|mas|но|и)\s)(?:por favor,? |per favore,? |s['’]il te plaît,? )?/,
    flags: 'iu',
  },
);
const NOT_YET_UNSPACED =
  /(?:先|暂时|还)都?(?:不要|别|不用|不)(?:急着)?(?:改|修改|动|写|实现|提交|执行|编辑|删|做|开发|推送)|(?:まだ|今は|一旦)[^。！？!?\n]{0,20}ないで|(?:아직|일단)[^.!?\n]{0,24}하지 ?(?:마(?!라고)|말(?!라고|랬|라니까))/;
/** Had said it before: then it was not obeyed. */
const TOLD_BEFORE =
  /(?:te|os) (?:dije|he dicho)|t['’]ai dit|(?:eu )?(?:disse|falei)|ho detto|сказал|говорил|просил|说(?:了|过)|告诉(?:了|过)|言った|って言|했잖|했는데/i;

const holdsBack = (head: string): boolean =>
  (NOT_YET.test(head) || NOT_YET_UNSPACED.test(head)) && !TOLD_BEFORE.test(head);

/** Asks itself, in Korean or Japanese, whether it may be so, and reports no failure. */
const WONDERS = /^(?!.*안 ?(?:되|돼|됩|된)).*(?:그런가|야 ?(?:하|되)나|일까|을까|려나|かな)요?\s*[?？]*\s*$/s;

/** Wants a look, advice, or something besides what there is. */
const SEEKS_ADVICE = anyOf(
  [
    /(?:can|could) (?:we|you) (?:(?:please|maybe|also|just) )*(?:check|take a look|have a look|look (?:at|into)|investigate|verify)/,
    /what(?:'?s| is| are| would be)? (?:ur|your) (?:suggestion|recommendation|proposal|opinion|take|thought)s?/,
    /what (?:do|would) you (?:think|suggest|recommend|propose)|any (?:ideas?|suggestions?|thoughts)/,
    /is there (?:a|any) way|it(?:'d| would)(?: also)? be (?:good|great|nice|helpful|cool|useful)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);
const ADVICE_CHARS = 500;

/** True where words about a fault ask for a look, for advice or for something besides. */
export const seeksAdvice = (text: string): boolean => SEEKS_ADVICE.test(text.slice(0, ADVICE_CHARS));

/** Goes on with it in a session of its own. */
const ELSEWHERE = anyOf(
  [
    /\bi(?:'ll| will|'m going to| am going to| want to) [^.!?\n]{0,40}\b(?:new|another|separate|different) (?:session|chat|terminal|window)\b/,
    /\b(?:vou|voy a|voglio|vado a|ich (?:werde|mache|will)|je vais|ik ga) [^.!?\n]{0,40}\b(?:outra|nova|otra|nueva|neuen?|anderen?|autre|nouvelle|altra|nuova|nieuwe) (?:sess[ãa]o|sesi[óo]n|sitzung|session|sessione|sessie)(?!\p{L})/u,
    /我[^。！？\n]{0,12}(?:新|另)(?:的|一个|外)?(?:会话|對話|对话|窗口)|(?:新しい|別の)セッションで[^。]{0,12}(?:ます|よ|する)|(?:새|다른) 세션에서[^.]{0,20}(?:할게|하겠)/u,
  ],
  { flags: 'iu' },
);

let last: { text: string; before: string; manner: Manner } | null = null;

/**
 * How a human's words are put; it is asked for several times in a row, so the last answer is kept.
 * @param text a human's message
 * @param before the end of what the agent said before it
 */
export function mannerOf(text: string, before: string): Manner {
  if (last?.text !== text || last.before !== before) last = { text, before, manner: judge(text, before) };
  return last.manner;
}

const OBJECTS = 2;

/** Wants to be told; what is not known behind an objection is what came of it. */
function asksWhy(head: string): boolean {
  const asked = ASKS_WHY.exec(head.slice(0, 120));
  return (
    asked !== null &&
    !AT_A_LOSS.test(head.slice(0, 160)) &&
    objectionScore(head.slice(0, asked.index)) < OBJECTS
  );
}

function judge(text: string, before: string): Manner {
  const head = straight(text.trim().slice(0, 300));
  if (
    head.length <= DECLINES_CHARS_MAX &&
    DECLINES.test(head) &&
    !SWEARS.test(head) &&
    OFFERS.test(before.trim())
  )
    return 'declines';
  if (DEFERS.test(head) || holdsBack(head) || ELSEWHERE.test(head)) return 'defers';
  if (MUSES.test(head) || WISHES.test(head) || WONDERS.test(head) || speaksOfOwnWords(head)) return 'muses';
  if (asksWhy(head)) return 'asks-why';
  if (pasted(text)) return 'plain';
  if (NEWS.test(head) || NO_LONGER.test(head) || STARTS_ANEW.test(head)) return 'news';
  if (ANSWERS.test(head)) return 'answers-list';
  if (!/[?？](?=\W|$)/.test(before.slice(-ASKED_WITHIN))) return 'plain';
  if (VERIFIES.test(before)) return 'plain';
  return OFFERS.test(before.trim()) && !takesUp(head, before) ? 'plain' : 'answers';
}
