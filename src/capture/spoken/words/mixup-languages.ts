import { words } from './objection-languages.ts';

/**
 * Plain ways to correct somebody, in several languages: two things are mixed up, it is the other way round, it was ruled
 * out before, the cause lies elsewhere, one was to be asked first; and what can be seen of the work: one too many,
 * sums that do not agree, better as it was. Each counts once.
 */

/** Said of what the agent claims, proposes or did. */
export const MIXUPS: RegExp[] = [
  words(
    "you(?:'re| are| have|'ve)? (?:\\w+ )?(?:mixing|mixed|confusing|confused) (?:up )?(?:the|these|those|two|both|it|that|this|\\S+ (?:and|with))",
    'est[áa]s (?:confundiendo|mezclando)|(?:te )?confundes|confundiste|mezclaste',
    '(?:est[áa]|t[áa])s? confundindo|confundiu|misturou|tu (?:confonds|m[ée]langes)|tu as (?:confondu|mélangé)',
    'du (?:verwechselst|vermischst)|(?:verwechselt|vertauscht) hast du|hast (?:du )?[^.!?]{0,40}(?:verwechselt|vertauscht)|stai (?:confondendo|mischiando)|hai (?:confuso|scambiato)',
    'je haalt [^.!?]{0,40}door elkaar|mylisz|pomyli[łl]e[śs]|kar[ıi][şs]t[ıi]r(?:[ıi]yorsun|d[ıi]n)|du (?:blandar|blander) (?:ihop|sammen)',
  ),
  /(?:^|[\s,.])ты (?:\S+ )?(?:путаешь|перепутал[аи]?|спутал[аи]?)|(?:你|您)[^。！？\n]{0,16}(?:搞混|弄混|混淆|混为一谈)|(?:混同|取り違え)(?:して(?:い)?|て(?:い)?)(?:る|ます)|(?:헷갈리|혼동하)(?:고|시|네|셨)/i,
  words(
    "(?:we|i)(?:'ve| have)? (?:already )?(?:ruled (?:that|this|it) out|ruled out|rejected|discarded|dismissed) (?:that|this|it|already|before)?",
    '(?:ya )?(?:lo |la )?(?:hab[íi]amos|hemos) (?:descartado|rechazado)|(?:ya )?(?:lo|la) descartamos',
    "(?:j[áa] )?(?:t[íi]nhamos?|hav[íi]amos?|tinha) (?:j[áa] )?(?:descartado|rejeitado)|(?:on|nous) (?:l[’']|n[’'])?av(?:ait|ions) (?:d[ée]j[àa] )?(?:écarté|exclu|rejeté)",
    "(?:hatten|haben) wir (?:\\S+ ){0,3}(?:verworfen|ausgeschlossen)|(?:l[’']?avevamo|abbiamo) (?:gi[àa] )?(?:scartat|esclus)[oae]",
  ),
  /(?:уже|мы) (?:\S+ )?(?:отбросили|отвергли|исключили)|(?:之前|已经|早就)[^。！？\n]{0,6}(?:否决|排除|放弃|否掉)|(?:却下|ボツ)(?:に)?(?:した|された|なった|しました)|(?:전에|이미)[^.!?\n]{0,8}(?:버린|버렸|제외|기각)/i,
  words(
    '(?:est[áa]n? |es |va |van |era )al (?:rev[ée]s|contrario)|(?:est[áa] |[ée] |t[áa] |fica )(?:ao contr[áa]rio|invertid[oa])',
    "c[’']est (?:l[’']inverse|le contraire|à l[’']envers)|(?:genau |ist |gehört |gerade )(?:anders ?(?:he)?rum|umgekehrt|verkehrt ?herum)",
    '(?:[èe] |va |sono )al contrario|(?:is |moet )(?:precies )?andersom|(?:jest |to )odwrotnie|tam tersi',
  ),
  /(?:^|[.!,]\s*)(?:а )?наоборот,? (?:сначала|надо|нужно|должн)|(?:^|[，。\s])(?:搞|弄|写|做|放)?反了|(?:^|[、。])逆(?:です|だ|では|になって)|^\W*반대(?:예요|에요|입니다|로|네|잖)/i,
  words(
    '(?:le |la )?(?:souci|probl[èe]me|erreur|bug) (?:vient|est du c[ôo]t[ée])|(?:das problem|der fehler) (?:liegt|kommt) (?:\\S+ )?(?:am|an|vom|von|im|bei|beim)',
    '(?:el|la|o|a|il|lo) (?:problema|error|fallo|erro|falha|errore|causa) (?:viene|est[áa]|vem|sta|[èe]) (?:en|del?|na|no|da|do|nel|nella|dal|dalla)',
  ),
  /(?:дело|проблема|причина) (?:не )?в (?:\S+ ){0,2}[^\s,.!?]+(?:,? а не|$|[.!])|(?:问题|原因)(?:其实|应该)?(?:出在|在于|是在|不在)|(?:原因|問題)は[^。！？\n]{1,20}(?:(?:側|方|ほう)(?:です|だ)|にあ(?:る|り))|(?:문제|원인)는 [^.!?\n]{1,16}(?:쪽|때문)/i,
  words(
    '(?:das|so) war nicht (?:gefragt|verlangt|bestellt|gewünscht)|war (?:\\S+ )?nie (?:die rede|verlangt)',
    '(?:solo|s[óo]lo) (?:quer[íi]a|ped[íi])|quer[íi]a (?:solo|s[óo]lo|s[óo]|apenas)|je voulais (?:juste|seulement|uniquement)|volevo (?:solo|soltanto)|te saltaste|tu as (?:zapp|saut|oubli|omis)\\S*',
    'hai (?:saltato|omesso)|hast (?:du )?(?:\\S+ ){0,5}(?:ausgelassen|übersprungen)|je hebt [^.!?]{0,40}overgeslagen|pomin[ąa][łl]e[śs]|atlad[ıi]n|pulou|esqueceu',
  ),
  /(?:^|\s)я (?:\S+ ){0,3}не просил|(?:你|您)[^。！？\n]{0,12}(?:漏了|跳过了|没理解|沒理解|没看懂|理解错)|(?:飛ばし|抜かし|見落とし)て(?:い)?(?:ます|る)|噛み合(?:って|わ)|빼먹|말을? ?(?:이해 ?(?:못|를 못)|못 ?알아)/i,
];

/** Makes no sense, or was not looked at well. */
export const THINK_AGAIN: RegExp[] = [
  words(
    '(?:that|this|it)(?: really| just)? makes no sense|think again|look (?:closer|again|harder|properly)|(?:is|are) right there',
    'no tiene (?:l[óo]gica|sentido)|pi[ée]nsalo (?:otra vez|de nuevo|bien)|m[íi]ra(?:lo|la)? bien|f[íi]jate bien|n[ãa]o faz sentido|pens[ae] (?:de novo|bem|melhor)|olha (?:direito|bem|de novo)',
    "(?:ne tient pas|n[’']a (?:pas de|aucun) sens)|réfléchis (?:encore|bien)|regarde (?:mieux|bien|encore)|(?:ergibt|macht) (?:\\S+ ){0,2}keinen sinn|denk (?:noch ?mal|genau)|schau (?:genauer|noch ?mal|richtig)|non ha senso|ripensaci|guarda (?:meglio|bene)",
  ),
  /нелогично|не имеет смысла|подумай ещ[её]|посмотри (?:внимательн|ещ[её])|(?:^|[\s,])файл же /i,
  /说不通|說不通|不合理|再想想|你再(?:看看|检查|檢查|确认|仔细)|筋が通(?:らな|りませ)|考え直して|よく(?:見|読|確認し)て(?:ください|くれ|みて)|잘 (?:보세요|봐|읽어)|다시 (?:생각해|잘) ?(?:보|봐)/,
];

/** Had been said before, was never said, is not so, or is made up. */
export const DENIALS: RegExp[] = [
  words(
    "i(?:'ve| have)? (?:already )?explained (?:that|this|it)(?: (?:above|already|before))?|i (?:did(?:n't| not)|never) sa(?:y|id) (?:that|this|so|anything)|that(?:'s| is) (?:just |simply )?not true|(?:don't|dont|do not|stop) (?:invent|mak)(?:e|ing)? (?:up )?[^.!?]{0,30}",
    'ya (?:te |os )?(?:lo |la )?(?:expliqu[ée]|he explicado|dije)|no (?:he dicho|dije) eso|yo no (?:he dicho|dije)|(?:eso )?no es (?:cierto|verdad)|no (?:te |me )?inventes',
    'j[áa] (?:te |lhe )?expliquei|n[ãa]o foi isso que (?:eu )?(?:falei|disse|pedi)|(?:eu )?n[ãa]o (?:falei|disse) isso|(?:isso )?n[ãa]o [ée] verdade|n[ãa]o invent[ae]s?',
    "(?:je l[’']ai|j[’']ai) d[ée]j[àa] (?:expliqu[ée]|dit)|(?:je n[’']ai|j[’']ai) (?:pas|jamais) dit|n[’']invente(?:z|s)? (?:pas|rien)",
    'habe ich (?:\\S+ ){0,2}(?:erklärt|geschrieben|nicht gesagt|nie gesagt)|(?:das )?stimmt (?:so |doch |aber )?nicht,|erfinde (?:keine?|nichts)\\S*|nichts erfinden',
    "(?:l[’']ho|ho) già (?:spiegato|detto)|non ho (?:mai )?detto|(?:questo )?non [èe] vero|non (?:ti )?inventar(?:e|ti)",
  ),
  /(?:^|\s)я (?:же )?(?:уже )?(?:объяснял|говорил|писал)[аи]?(?![а-яё])|я (?:такого|этого|так) не (?:говорил|просил|писал)|(?:^|[\s,])(?:это )?неправда|не (?:выдумывай|придумывай)/i,
  /(?:上面|前面|之前|刚才|剛才)(?:我)?(?:已经|已經|都|就)?(?:解释|解釋|说|說|提|讲|写)(?:过|過|了)|我(?:可|从来|從來)?[没沒](?:这么|這麼|那么|有)?[说說](?:过|過)?(?!完)|(?:不要|别|不许)(?:瞎|乱|自己|凭空)?(?:编造|瞎编|乱编|臆造|编)/,
  /(?:上|先|前)(?:で|に|ほど)(?:も)?(?:説明し|言っ|書い)た(?:通り|とおり|はず)|(?:そんな|そう|そのような)(?:こと)?は?(?:言|頼)っ?(?:て|んで)(?:い)?(?:ない|ません)|事実と(?:違|異)|(?:でっち上げ|捏造し|作ら)ないで/,
  /(?:위에서|이미|아까|전에) [^.!?\n]{0,8}(?:설명|말|얘기|말씀)(?:했|드렸|했었)|그런 (?:말|적|소리)[^.!?\n]{0,4}(?:한 적 )?없|사실이 아니|지어내지/,
];

/** Wants to be asked before anything is done. */
export const ASK_FIRST: RegExp[] = [
  words(
    'preg[úu]ntame (?:siempre|antes|primero)|antes de [^.!?]{2,40},? (?:preg[úu]ntame|consúltame|av[íi]same)|(?:me )?pergunt[ae](?:-me)? antes|antes de [^.!?]{2,40},? me (?:pergunte?a?|consulte|avise)',
    "demande[ -]moi (?:d[’']abord|avant|toujours)|avant de [^.!?]{2,40},? demande[ -]moi|frag(?:e)? mich (?:erst|vorher|zuerst|immer)|chiedimi (?:prima|sempre)|prima di [^.!?]{2,40},? chiedimi|vraag (?:het )?(?:me |mij )?eerst",
  ),
  /сначала (?:спроси|спрашивай|согласуй|уточни)|先(?:跟|和|问|問|与)我?(?:确认|確認|商量|沟通|讨论|问|說|说)[^。！？\n]{0,8}(?:再|后|後|才)|先に(?:確認|相談|聞いて)[^。！？\n]{0,4}(?:ください|から|くれ|ほしい)|먼저 (?:물어|확인(?:해|하고|받)|상의)/i,
];

/** Seen of the work: read right after it was handed over. */
export const SEEN_FAULTS: RegExp[] = [
  words(
    "(?:one|two|three|a|an) (?:\\S+ ){1,2}too many|(?:do(?:es)?n[’']?t|do not|does not) (?:add up|tally|tie out)|(?:was|looked|worked) better (?:before|earlier|the way it was)",
    "(?:war|waren) (?:\\S+ )?(?:unnötig|überflüssig|nicht nötig)|pas besoin d[’']une? autre|non serviva|(?:se|s[’'])\\S+ (?:encore|toujours)",
    '(?:me |nos )?(?:borraste|eliminaste|quitaste)|(?:lo|la|los|las) hiciste mal|no deber[íi]an? (?:pasar|ocurrir|estar|verse|aparecer)|n[ãa]o deveriam? (?:acontecer|aparecer|estar)|ne devrai(?:t|ent) pas|sollten? nicht (?:passieren|sein|da)',
    'intercambiad[oa]s?|trocad[oa]s? (?:com|entre)|(?:est|sont) invers[ée]{1,2}s?|(?:sono|[èe]) (?:scambiat|invertit)[oaie]|ich hatte um \\S+ gebeten',
    'sobran?|no cuadran?|era mejor (?:antes|como)|(?:qued[óo]|est[áa]|sali[óo]) peor|sobrou|n[ãa]o (?:batem|fecham|bate|fecha)|era melhor (?:antes|como)|(?:ficou|est[áa]) pior',
    "en trop|ne (?:tombe|colle|correspond|s[’']additionne)(?:nt)? pas|(?:moins bien|mieux|pire) (?:qu[’']avant|avant)|c[’']était mieux avant",
    '(?:ist|sind|steht|stehen) (?:\\S+ ){1,3}zu viel|(?:passen|stimmen|gehen) (?:\\S+ )?nicht (?:zusammen|überein|auf)|(?:vorher|davor|früher) war (?:es|das|der|die) besser|(?:schlechter|schlimmer) als (?:vorher|davor)',
    'di troppo|non (?:tornano|torna|quadrano|quadra)|era meglio prima|(?:è )?peggio di prima|te veel|(?:kloppen|klopt) niet|beter (?:hiervoor|eerst|daarvoor)|za (?:du[żz]o|wiele)|nie zgadzaj[ąa] si[ęe]|wcze[śs]niej by[łl]o lepiej|fazla(?: var)?|tutmuyor|[öo]nceden daha iyiydi',
  ),
  /перепутан[аоы]?(?![а-яё])|(?:^|[\s,])просил[аи]? (?:по-|на |сделать )|(?:так )?не должно (?:быть|происходить)|лишн(?:яя|ий|ее|ие)(?![а-яё])|не (?:сход|бь)[а-яё]+|(?:раньше|до этого) было (?:лучше|нормально)|(?:стало|получилось) хуже/i,
  /(?:写|放|弄|排|接)反了|你把[^。！？\n]{1,16}(?:删|刪|弄没|弄丢|覆盖|改坏)了|怎么(?:把|连)[^。？\n]{1,16}(?:也|都)(?:给)?(?:改|删|动|换)|多(?:了|出)(?:来)?(?:一|两|二|三|\d|几)|对不上|對不上|不匹配|(?:还|還)不如(?:之前|原来|以前)|(?:比|没)(?:之前|原来|以前)(?:更?差|好)/,
  /(?:一つ|二つ|1つ|ひとつ)(?:余計|余分|多い)|余(?:って|計な|分な)|合(?:いません|わない|っていない|ってない)|前の(?:ほう|方)が(?:よ|良|マシ|まし)|前より(?:悪|ひど)/,
  /뒤바뀌(?:었|어)|지웠(?:네|잖|어요)|(?:필요는? ?없었|안 (?:고쳤|바꿨|했|넣었|지웠)(?:네|잖|어))|(?:하나|두 개|둘)(?:가)? ?(?:더 )?많|남(?:아요|네요)|안 ?맞(?:아|네|습|는)|전(?:보다|이) ?(?:더 )?(?:나빠|못하|나았|좋았)/,
];
