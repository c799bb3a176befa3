import { anyOf } from '../../../text/any-of.ts';
import { words } from './objection-languages.ts';

/**
 * How people set their own view against the agent's in languages other than English: that they would do it otherwise,
 * that they do not agree, that something is not in what it last gave, that a part is to be left out. Each counts once.
 */

/** Would do it in another way. */
export const COUNTERS: RegExp[] = [
  words(
    'pero (?:yo )?\\S+r[íi]a|pero (?:yo )?prefiero|yo (?:m[áa]s bien )?(?:lo |la )?\\S+r[íi]a (?:al rev[ée]s|en el otro|en vez)',
    '(?:mas|por[ée]m) eu \\S+ria|(?:mas|por[ée]m) (?:eu )?prefiro',
    'mais (?:moi,? )?je (?:l[ea]s? )?\\S+rais|mais je préfère',
    'ma (?:io )?(?:l[oae] )?\\S+rei|ma (?:io )?preferisco',
    'aber ich (?:würde|fände|hätte) (?:\\S+ ){0,2}(?:lieber|eher|besser|anders|umgekehrt|gern)|ich würde (?:\\S+ ){0,4}(?:eher|lieber|umgekehrt)',
    'maar ik zou|maar ik heb liever|men jag skulle (?:hellre|vilja)|men jeg ville (?:hellere|heller)|ale (?:ja )?wol(?:ałbym|ałabym)',
  ),
  /(?:^|[\s,.])(?:но|а) я бы |(?:^|[\s,.])я бы (?:лучше|скорее|наоборот|предпоч)/i,
  /(?:但是?|不过|不過|可是)我(?:觉得|覺得|认为|認為|更|还是|還是)|(?:ただ|でも|しかし)[^。！？\n]{0,24}(?:ほう|方)が(?:いい|良い|よい|よさ|良さ)|(?:근데|그런데|하지만)[^.!?\n]{0,30}(?:게|것이|편이) (?:더 )?(?:나|낫|좋)/,
];

/** Does not agree, or sees no need of it. */
const DISAGREES: RegExp[] = [
  words(
    'no (?:estoy|estamos) de acuerdo|no me (?:convence|gusta)n?|no (?:le )?veo (?:el )?sentido|no hace falta',
    '(?:n[ãa]o concordo|discordo|n[ãa]o gost(?:o|ei)|n[ãa]o me convence|n[ãa]o faz sentido)',
    "(?:je ne suis|j'suis|suis) pas d['’]accord|je n['’]aime pas|pas convaincue?|(?:ça|ca) n['’]a pas de sens",
    "non sono d['’]accordo|non mi (?:piace|convince)|non ha senso",
    '(?:bin|sind) (?:\\S+ ){0,3}nicht einverstanden|sehe ich anders|überzeugt mich nicht|gefällt mir nicht|ergibt keinen sinn|macht keinen sinn',
    'ben het (?:er )?niet mee eens|bevalt me niet|håller inte med|er ikke enig|nie zgadzam się|nie podoba mi się|katılmıyorum|beğenmedim|nem értek egyet|nem tetszik',
  ),
  /не соглас(?:ен|на|ны)|не нравится|не вижу смысла|нет смысла/i,
  /(?:不|没法|無法)(?:太)?(?:同意|赞同|贊同|认同|認同|赞成)|(?:有|持)保留|(?:根本|完全|其实|其實)(?:不需要|没必要|沒必要|不用)|我不(?:喜欢|喜歡|觉得|覺得|认为|認為)/,
  /(?:賛成|同意|納得)(?:でき|し|いか|がいか)(?:ない|ません|かね)|好きじゃない|必要(?:は|が)?(?:ない|ありません)(?:と思|のでは|よね)|동의(?:하지 ?않|할 ?수 ?없|못 ?하)|납득|마음에 ?안 ?들|필요(?:가)? ?없(?:다고|을|지 ?않)/,
];

/** Tells the agent what it has not done, or what its last version lacks. */
const LACKS: RegExp[] = [
  words(
    '(?:no|ni|tampoco) (?:(?:me|te|se|lo|la|los|las|le) )?has [^\\s,.]+(?:[aei]d|t|st|ch)o',
    '(?:en )?(?:tu|tú) (?:[úu]ltim[oa]|anterior) (?:copia|versi[óo]n|respuesta|propuesta|edici[óo]n|mensaje|c[óo]digo)[^.!?\\n]{0,40} (?:no|ni|falta)',
    '(?:n[ao] )?(?:tua|sua|seu|teu) [úu]ltim[oa] (?:c[óo]pia|vers[ãa]o|resposta|proposta|mensagem|c[óo]digo)[^.!?\\n]{0,40} (?:n[ãa]o|nem|falta)',
    '(?:dans )?ta dernière (?:copie|version|réponse|proposition)[^.!?\\n]{0,40} (?:ne|n|pas|manque)',
    "non (?:l['’]|lo |la |mi |ci )?hai [^\\s,.]+(?:at|it|ut|tt|ss|st|rt)[oaei]|(?:nella )?tua ultima (?:copia|versione|risposta)[^.!?\\n]{0,40} (?:non|manca)",
    'du hast (?:\\S+ ){0,4}(?:nicht|kein\\w*)|hast du (?:\\S+ ){0,4}nicht|(?:in )?deine[rn]? letzten? (?:version|kopie|antwort|fassung)[^.!?\\n]{0,40} (?:nicht|kein\\w*|fehlt)',
    'je hebt (?:\\S+ ){0,4}(?:niet|geen)|du har (?:\\S+ )?(?:inte|ikke)|nie [^\\s,.]+(?:łeś|łaś)|nem [^\\s,.]+(?:tad|ted|ttad|tted)',
  ),
  /(?:^|[\s,.!?])ты (?:[^\s.!?]+ ){0,3}не [а-яё]+л[аи]?(?![а-яё])|(?:тво[её][йм]|послед\S+) (?:последн\S+ )?(?:верси|копи|ответ)\S*[^.!?\n]{0,40} (?:не|нет)(?=\s)/i,
];

/** To be left out, in a few words. */
const WITHOUT = anyOf(
  [
    /(?:let's |just |please |do (?:it|that|this) |ok,? |go |but )*without (?!any|a doubt|further|more\b)\S+/,
    /(?:vamos |hazlo |mejor |pero |todo )*sin (?!embargo|duda)\S+|(?:vamos |fa[zç]a? |mas |tudo )*sem (?!d[úu]vida|problema)\S+/,
    /(?:fais[- ](?:le )?|plutôt |mais |tout )*sans (?!doute|souci)\S+|(?:fallo |facciamo |ma |tutto )*senza (?!dubbio)\S+/,
    /(?:bitte |mach (?:das |es )?|lieber |nur |aber )*ohne \S+|(?:давай(?:те)? |делай |сделай |лучше |только |но )*без (?!сомн|проблем|разниц)\S+/,
  ],
  { before: /^\W*(?:no,? |non,? |nein,? |нет,? )?/, after: /(?:\s\S+){0,3}\W*$/, flags: 'i' },
);
const WITHOUT_UNSPACED =
  /^[^。！？.!?\n]{1,16}(?:(?:なし|抜き)で(?:お願い\S*|いい\S*|やって\S*|行\S*)?|(?:없이|빼고) ?(?:하자|해|가자|진행\S*|만들\S*))[。.!！]*$/;

/** Each of these says that something is wrong with what the agent gave or means to do. */
export const COUNTER_LANGUAGES: RegExp[] = [...DISAGREES, ...LACKS, WITHOUT, WITHOUT_UNSPACED];
