import { anyOf } from '../../../text/any-of.ts';

/**
 * The wording of corrections, yielding answers and rules in languages other than English. One pattern a language
 * where words are parted by spaces; whole phrases, since single words of one language mean something else in another.
 */

/** A pattern of whole words, or phrases, that stand between spaces or punctuation. */
export const words = (...sources: string[]): RegExp =>
  new RegExp(`(?:^|[\\s"'(¿¡«„“])(?:${sources.join('|')})(?=$|[\\s,.;:!?)"'»“”])`, 'i');

/** Says that something done is wrong. Each counts once. */
export const FOREIGN_OBJECTIONS: RegExp[] = [
  words(
    'nein(?!,? danke)|falsch(?:e[nmrs]?)?|niemals|nie wieder|hör auf',
    'das (?:ist|war) (?:so )?(?:falsch|nicht (?:richtig|das|was|gemeint|gewollt|gewünscht|nötig))',
    'stimmt (?:so )?nicht',
    'hast (?:du )?.{0,40}(?:vergessen|gelöscht|kaputt\\w*|überschrieben|ignoriert)',
    'warum (?:hast|machst|ist|löschst|änderst) du',
    'ich (?:habe|hatte|wollte) (?:doch |dir )?(?:gesagt|nicht|nur)|nicht so|lass das',
    'mach(?:e)? (?:das|es|bitte)? ?(?:nicht|rückgängig)|du solltest (?:doch )?(?:nur|nicht|kein\\w*)',
    'sollte(?:st)? nicht|(?:gehört|gehören) (?:nach|in|unter|nicht)|bitte (?:kein\\w*|nicht|niemals)',
    'viel zu (?:kompliziert|lang|viel)',
  ),
  words(
    'no, (?:no|eso|así|te|quiero)|eso (?:no )?(?:es|está) (?:mal|incorrecto|así|lo que|correcto)',
    'está mal|te equivocas|te (?:has )?olvidaste|te has olvidado',
    'por qué (?:has|hiciste|usas|borraste|cambiaste)|te (?:dije|pedí)',
    'no (?:es|era) (?:eso|así|lo que)|deshaz|has (?:roto|borrado)|nunca(?! (?:antes|feit|vist|hech|dit|escrit|\\S+[ai]d[oa]s?(?:$|[\\s,.])))|deja de|nada de',
    'se (?:corren|ejecutan|hacen|usan?)',
    'no (?:debías|deberías|tenías que|hacía falta|toques|cambies|uses|hagas)|no quería',
    'demasiado (?:complicado|largo|complejo)',
  ),
  words(
    "non(?=, (?!merci))|c'est (?:faux|pas (?:ça|bon|correct|ce que)|trop (?:compliqué|long))",
    "ce n'est pas (?:ça|bon|correct|ce que)|tu (?:as|te) (?:oublié|cassé|supprimé|trompes|effacé)",
    "tu n['’](?:as|es|avais) (?:même )?pas|tu (?:as|es) même pas|pourquoi (?:as-tu|tu as|tu)",
    "je t'ai (?:dit|demandé)|je (?:ne )?voulais|j'ai dit",
    'ne (?:fais|faites|touche|touchez|modifie|modifiez|change|committe) (?:pas|plus|jamais)',
    "il ne faut (?:pas|jamais)|tu n'aurais pas dû|tu ne dois pas",
    "(?:on|nous) n['’]utilis\\S+ (?:pas|plus|jamais)|jamais|pas (?:dans|de|sur|comme)|arrête(?:z)? de",
    'mauvais(?:e)? (?:fichier|branche|dossier)|annule (?:ça|cela|tes)',
  ),
  words(
    'não(?=, (?!obrigad))|isso (?:está|tá) errado|está errado|não (?:é|era) (?:isso|assim|o que)',
    'você (?:esqueceu|quebrou|apagou|errou|não)|por que você|eu (?:disse|pedi)',
    'não (?:deveria|devia|precisava|mude|altere|mexa|use|faça)|desfaça|desfaz|para de',
    'pare de|arquivo errado|muito complicado',
  ),
  words(
    'no, non|sbagliato|non è (?:corretto|giusto|quello|così)',
    'hai (?:dimenticato|rotto|cancellato|sbagliato)|perché hai|ti (?:ho|avevo) (?:detto|chiesto)',
    'non (?:dovevi|devi|dovresti|toccare|modificare|usare|fare)|ho perso|mai (?:più|usare|fare|con)',
    'niente|nessun[ao]?|smetti(?:la)? di|(?:il )?file sbagliato|annulla (?:le|la|il|tutto)',
    'troppo (?:complicato|lungo)',
  ),
  words(
    'fout|klopt niet|dat is niet|je (?:hebt|bent) .{0,30}(?:vergeten|verwijderd|stuk|gewist)',
    'waarom (?:heb|doe|gebruik) je|je (?:moet|moest|had|mag) (?:dit |dat |het )?(?:niet|geen|alleen)',
    'hoort (?:in|niet|onder|bij)|(?:doe|maak|gebruik|wijzig|verander) (?:dit|dat|het)? ?(?:niet|geen)',
    'draai (?:dit|dat|het) terug|nooit|geen|stop met|verkeerde? (?:bestand|branch|map)',
    'ik (?:wilde|zei|vroeg)|veel te (?:ingewikkeld|lang)',
  ),
  words(
    'nej(?=, (?!tack|tak|takk))|nei(?=, (?!takk))',
    'det (?:är|er|var|där är|här är) (?:fel|feil|forkert)|fel (?:fil|gren|mapp|ställe)',
    'du (?:glömde|glemte|har (?:glömt|glemt|raderat|slettet|brutit))',
    'varför (?:har|gjorde|ändrade|tog) du|hvorfor (?:har|gjorde|endret|ændrede) du|jag sa(?:de)?',
    '(?:inte|ikke) så(?:dan|nn)?|ändra inte|använd inte|bruk ikke|brug ikke|inga|ingen|sluta',
    'slutt (?:å|med)|stop med|aldrig|aldri',
  ),
  words(
    'nem,|ez (?:rossz|nem (?:jó|az))|rossz fájl|miért (?:törölted|változtattad)|ne (?:nyúlj|változtasd|használd)|to není (?:správně|ono)|špatně|proč jsi|nedělej|neměň',
  ),
  words(
    'to (?:jest )?(?:błąd|źle)|źle|dlaczego (?:usun\\S*|zmieni\\S*|to)|zapomniałeś',
    'nie (?:rób|zmieniaj|używaj|tego chciałem)|nigdy|przestań|zły (?:plik|branch)|kullanm\\S+',
    'yapma(?:yın)?|asla|yanlış|hayır|neden (?:sildin|değiştirdin)',
  ),
  anyOf(
    [
      /ні, (?!дякую)|це не те|не чіпай|не змінюй|не використовуй|навіщо|чому ти|нет, (?!спасибо)/,
      /неправильно|не так|это не то|ты (?:забыл|удалил|сломал|ошиб)|почему ты/,
      /я (?:же )?(?:сказал|просил)|верни|зачем/,
      /не (?:надо|нужно|трогай|меняй|делай|используй|пуш|коммит)|перестань|хватит|без эмодзи|устарел/,
      /слишком сложно/,
    ],
    { before: /(?:^|[\s,.!?])/, flags: 'i' },
  ),
  /(?:不对|不是这样|错了|搞错|明明|你(?:忘|漏|删|弄错|改错|为什么)|为什么(?:要|你|没|不)(?!用)|我说(?:的|了|过)|我只(?:让|要|是)|不要(?:这样|再|改|动|碰|用|删|提交|直接|修改|添加|创建)|不用改|别(?:再|改|动|删|用)|改回|撤销)/,
  /(?:違(?:う(?![ァ-ヶ一-龯])|い?ます)|間違(?!い?のもと|えやすい|いやすい)|そうじゃない|ではなく|じゃなくて|やめて|ないで(?:ください|くれ|ほしい)|忘れて|勝手に|元に戻して|余計な|不要です|なぜ.{0,20}(?:した|消し|変え)|直接.{0,20}しないで)/,
  words(
    'sai roi|(?:khong|ko) phai|(?:chua|khong|ko) dung|van (?:loi|bi|chua|khong)|sai rồi|(?:không|ko|k|khong|hông) phải (?!không|ko)|đừng|sao (?:bạn )?lại|salah|jangan|bukan (?:itu|begitu)|kenapa kamu|خطأ',
    'لا (?:تستخدم|تفعل|تغير|تعدل|تحذف)|ليس هذا|لماذا (?:حذفت|غيرت)|गलत|मत (?:करो|करना|करें|बदलो)',
    'क्यों (?:हटाया|बदला)',
  ),
  /(?:아니(?:요|야|,| )|틀렸|잘못|왜 .{0,20}(?:했|지웠|바꿨)|하지 ?(?:마|말)|지 ?(?:마(?:라|(?=$|[\s.!,]))|말(?:고|아|라|자))|그게 아니|되돌려|면 안 ?(?:됩|돼|된))/,
];

/** Says how it has to be: what is wrong, or what is wanted. */
export const FOREIGN_DUTIES: RegExp[] = [
  words(
    '(?:muss|müssen) (?:immer|auf|in|nach|mit)|(?:tienen?|deben?) que|deben? (?:estar|ser|ir)',
    'doi(?:t|vent) (?:être|aller)|t[eê]m que',
    'devem? (?:ser|ficar|estar)(?! (?:uma?|algum\\w*|por|problema|culpa|coisa))',
    'dev(?:e|ono) (?:essere|stare)|vanno|moeten? (?:in|altijd|zijn)',
  ),
  /должн[аоы]? быть/i,
];

/** Doubts what the agent says, or that it looked. */
export const FOREIGN_DOUBTS = anyOf(
  [
    /(?<!\p{L})(?:est[áa]s segur[oa]|(?:voc[êe] )?tem certeza|(?:tu es|es-tu|t['’]es|vous êtes|êtes-vous) s[ûu]re?|bist du (?:dir )?(?:wirklich )?sicher|sei sicur[oa]|weet je (?:het )?zeker)(?!\p{L})/u,
    /(?<!\p{L})ты (?:точно )?уверен|你(?:真的)?(?:确定|確定|肯定)[^。！\n]{0,30}[吗嗎嘛么?？]|你(?:没|沒)有?(?:读|讀|看|跑|测|測|试|試|检查|檢查)/u,
    /(?:本当に|確かに)[^。！\n]{0,20}(?:ですか|ますか|の)[?？]|확실(?:해|한가|합니까)|정말(?:로)? [^.!\n]{0,20}(?:한|된|맞)[^.!\n]{0,6}[?？]/u,
  ],
  { flags: 'iu' },
);

/** Says that something does not work: more of a fault than of an objection. */
export const FOREIGN_FAILINGS: RegExp[] = [
  words(
    '(?:funktioniert|geht) (?:immer ?noch )?nicht|no funciona|sigue (?:sin|fallando)',
    'ça ne (?:marche|fonctionne) (?:pas|toujours)|toujours pas|n[ãa]o funciona|ainda n[ãa]o',
    'non funziona|werkt (?:nog steeds )?niet|fungerar (?:inte|fortfarande inte)',
    'virker (?:ikke|stadig ikke)|nem működik|nefunguje|nie działa|çalışmıyor',
  ),
  /не работает|不行|没有用|動かない|動きません|안 ?(?:돼|됩|되|된|됨)/i,
];

/** Praises or thanks, and goes on to the next thing, with nothing held against the last. */
export const FOREIGN_REQUEST = anyOf(
  [
    /super|prima|toll|perfekt|danke|perfecto|genial|gracias|parfait|merci|[óo]timo|perfeito/u,
    /obrigad[oa]|perfetto|ottimo|grazie|отлично|спасибо|супер|(?:jetzt|nun) bitte|好的|很好|谢谢|不错|接下来/u,
    /ありがとう|次に|좋아|감사|고마/u,
  ],
  {
    before: /^/u,
    after: /(?![\p{L}])(?!.*(?:\baber\b|\bpero\b|\bmais\b|\bmas\b|\bma\b|\sно\s|但|不过|けど|지만))/u,
    flags: 'isu',
  },
);

/** Begins by asking for work; what is to be mended or taken back may be the agent's own. */
export const FOREIGN_WORK = anyOf(
  [
    /(?:comprueba|verifica|revisa|agrega|añade|crea|implementa|actualiza|muestra|muéstrame|dame|dime|explica|genera|escribe|ejecuta|resume)(?:me|lo)?(?!\p{L})/u,
    /(?:verifique|revise|adicione|crie|implemente|atualize|mostre|gere|escreva|execute|explique|resuma)(?!\p{L})/u,
    /(?:vérifie[rz]?|ajoute[rz]?|crée[rz]?|implémente[rz]?|montre[rz]?|génère|écris|explique[rz]?|résume[rz]?)(?!\p{L})/u,
    /(?:überprüfe?|prüfe?|füge?|erstelle?|implementiere?|aktualisiere?|zeige?|schreibe?|erkläre?)(?: mir)?(?!\p{L})/u,
    /(?:controlla|aggiungi|implementa|aggiorna|mostra(?:mi)?|scrivi|spiega(?:mi)?)(?!\p{L})/u,
    /(?:проверь|добавь|создай|реализуй|обнови|покажи|напиши|объясни|сгенерируй)(?:те)?(?!\p{L})/u,
    /(?:请|帮我|麻烦)?(?:检查|檢查|检视|檢視|添加|新增|创建|創建|实现|實現|更新|生成|写|寫|解释|总结|列出)(?:一下|一个|出)?(?!了|的)/,
  ],
  {
    before:
      /^(?:(?:por favor|s['’]il te plaît|bitte|per favore|пожалуйста|ok(?:ay)?|bien|bom|gut|хорошо|好的?)[\s,.!，]*)*/u,
    flags: 'iu',
  },
);

const NOES =
  "no|non|nein|n[ãa]o|nee|nej|nei|nie|ne|hayır|нет|ні|いや|いいえ|不|아니요?|no (?:hace falta|te preocupes|need)|non (?:serve|c'è bisogno)|nicht nötig|pas besoin|n[ãa]o precisa|hoeft niet|nie trzeba|behövs inte|není třeba|gerek yok|не (?:нужно|надо|треба|потрібно)|不用了?|不需要";
const CONTENT = [
  'gracias|grazie|merci|danke(?: dir| schön)?|obrigad[oa]|dank je|bedankt|dzięki|dziękuję|tack|takk?|díky|děkuji|teşekkürler|sağ ol|thanks|thank you|спасибо|дякую|ありがとう(?:ございます)?|谢谢|감사합니다|고마워요?',
  "(?:as[íi] )?est[áa] (?:bien|perfecto|genial)(?: as[íi])?|perfecto|va (?:bene|benissimo)(?: così)?|perfetto(?: così)?|c'est (?:bon|parfait)(?: comme ça)?|ça ira|parfait|(?:das )?(?:passt|reicht|ist (?:gut|perfekt))(?: so)?|est[áa] [óo]timo(?: assim)?|perfeito|(?:is|het is) (?:prima|goed)(?: zo)?|det är bra(?: så)?|jest dobrze|je to dobré|böyle iyi|(?:и )?так хорошо|вс[её] отлично|так добре|that(?:'s| is) (?:fine|perfect|great|good|ok(?:ay)?)|これで(?:十分|大丈夫)です|大丈夫です|这样就(?:好|行)|이대로 좋아요|좋아요|괜찮아요",
].join('|');
const PART = '[\\s,.!，。、！]*';

/** Declines with thanks or praise, and says nothing else: "No grazie, va bene così." */
export const FOREIGN_DECLINES = new RegExp(
  `^${PART}(?:(?:${NOES})(?![\\p{L}])${PART})*(?:${CONTENT})(?![\\p{L}])${PART}(?:(?:${NOES}|${CONTENT})(?![\\p{L}])${PART})*$`,
  'iu',
);

/** The assistant yields. */
export const FOREIGN_ACCEPTANCE = anyOf(
  [
    /du hast (?:völlig |absolut |vollkommen |natürlich |ganz )?recht/,
    /sie haben (?:völlig |absolut )?recht|mein fehler|entschuldig|tut mir leid|verstanden, ich/,
    /(?:tienes|tenés|tiene|llevas|lleva) (?:usted )?(?:toda la |mucha |totalmente )?razón|^\W{0,4}(?:es )?cierto[,.!]|mi error|disculpa|perdón|lo siento/,
    /vous avez (?:tout à fait |entièrement |parfaitement |absolument )?raison/,
    /tu as (?:tout à fait |entièrement |parfaitement )?raison|(?:excellente|bonne|juste) remarque/,
    /bien vu|mon erreur|désolé|excuse|(?:você )?(?:está|tem) (?:certo|certa|corret[oa]|razão|toda (?:a )?razão)/,
    /desculp|hai (?:perfettamente |assolutamente |pienamente |proprio )?ragione|mi scuso|scusa/,
    /je hebt gelijk|mijn fout|du har rätt|du har ret|förlåt|beklager|undskyld|mitt fel/,
    /min feil|masz rację|przepraszam|haklısın|özür|igazad van|elnézést|bocsánat|máš pravdu/,
    /omlouvám se|вибач|ви маєте рацію|ти правий|маєш рацію/,
    /(?:вы|ты) (?:абсолютно |совершенно |полностью |конечно )?прав[ыа]?(?![а-яё])/,
    /справедливо(?=[.,! ]|$)|έχεις (?:απόλυτο )?δίκιο|συγγνώμη|извин|прости|моя ошибка|xin lỗi/,
    /bạn (?:nói )?đúng|maaf|anda benar|kamu benar|kesalahan saya|saya salah|आप सही|माफ़|क्षमा|آسف|أعتذر|أنت محق|stimmt[,.!]/,
    /c'est vrai[,.!]|es verdad[,.!]|è vero[,.!]|(?:你|您)(?:说|說)[得的](?:都|很|完全|非常)?[对對]|(?:你|您)(?:的(?:观点|觀點|判断|判斷|理解|说法|說法))?是(?:完全)?(?:对|對|正确|正確)的|是我(?:理解)?错|我(?:理解|搞|弄)错了/,
    /抱歉|对不起|我的错|^[对對][，,。！!]|^(?:没错|沒錯)[，,。！!]|おっしゃる通り|その通り|ご指摘ありがとう|指摘の?通り|(?:鋭い|正しい|よい|良い|いい|もっともな)ご?指摘|^確かに[、。]|申し訳|すみません|ごもっとも|失礼しました|맞습니다|맞아요|죄송|제 실수/,
  ],
  { flags: 'i' },
);

/** The assistant has understood, or sets out to change what it did. */
export const FOREIGN_COMPLIANCE = anyOf(
  [
    /^\W{0,4}(?:verstanden|alles klar|compris|entendido|entendi(?![a-z])|capito|begrepen|förstått|forstått|rozumiem|zrozumiałem|понял(?![а-я])|поняла|зрозумі|anladım|hiểu rồi|baik|명심|알겠|承知|了解|明白|समझ गया|فهمت)/,
    /(?:korrigier|rückgängig|mache das anders|corrijo|corregir|deshago|corrige|annule|je reviens|corrigir|desfazer|annullo|correggo|zet (?:dit|het) terug|ångrar|poprawi|cofam|исправ|откат|отмен|düzelt|geri al|sửa lại|khắc phục|perbaiki|수정하|되돌리|修正し|直し|戻し|改正|改回|撤销|改为|改成)/,
  ],
  { flags: 'i' },
);

/** The assistant says what it will not do again, or how from now on. */
export const FOREIGN_PROMISE = anyOf(
  [
    /(?<!\p{L})(?:no (?:lo |la |te )?volver[ée] a|no vuelvo a|no más |dejo de|a partir de ahora|de ahora en adelante|n[ãa]o (?:vou|irei) mais|não volto a|paro de|de agora em diante|a partir de agora)(?!\p{L})/u,
    /(?<!\p{L})(?:je ne \p{L}+ plus|plus (?:de|jamais d)|désormais|à partir de maintenant|j['’]arrête de|ich (?:werde|mache|frage|schreibe|nutze) (?:\p{L}+ ){0,3}(?:nicht mehr|nie wieder|kein\p{L}* \p{L}+ mehr)|kein\p{L}* \p{L}+ mehr|ab jetzt|ab sofort|künftig)(?!\p{L})/u,
    /(?<!\p{L})(?:non (?:lo |la )?(?:farò|userò|chiederò|scriverò) più|d['’]ora in poi|ik zal (?:\p{L}+ ){0,3}(?:niet|geen) (?:\p{L}+ )?meer|voortaan|(?:больше|впредь) не буду|больше (?:никаких|не (?:трогаю|делаю|спрашиваю))|bundan sonra|bir daha|nie będę (?:już|więcej)|od teraz|từ (?:giờ|nay)|mulai sekarang)(?!\p{L})/u,
    /(?:以后|今后)(?:不会|都|会|我)|不(?:会)?再(?!次|问题)|(?:もう|今後は?|これからは)[^。\n]{0,16}(?:しません|いたしません|控え|やめ|ます)|(?:앞으로|다시는|더 ?이상)[^.\n]{0,20}(?:않|하겠|할게)/u,
  ],
  { flags: 'iu' },
);

/** States what is always or never done. */
export const FOREIGN_RULE = anyOf(
  [
    /(?:^|\s)(?:immer |niemals |nie wieder|nie direkt|ab jetzt|ab sofort|in zukunft|wir (?:verwenden|benutzen|nutzen) |siempre |nunca (?!(?:antes|feit|vist|hech|dit|escrit)|\w+[ai]d[oa]s?\b)|a partir de ahora|de ahora en adelante|usamos |toujours (?!pas\b)|jamais |désormais|à partir de maintenant|dorénavant|nous utilisons|on utilise|sempre |mai (?:usare|fare|più)|d'ora in poi|da ora in poi|usiamo |a partir de agora|daqui em diante|altijd |nooit |vanaf nu|voortaan|we gebruiken |alltid |aldrig |aldri |från och med nu|fra nå av|zawsze |nigdy |od teraz|всегда |никогда |ніколи |завжди |ми використовуємо|мы используем|впредь|отныне|her zaman |asla |bundan sonra |luôn |không bao giờ |đừng bao giờ |từ giờ |selalu |jangan pernah |mulai sekarang |हमेशा |कभी (?:भी )?(?:नहीं|मत) |دائما|أبدا )/,
    /总是(?!报错|失败|出错|提示|显示|返回|超时|这样|在|会)|(?<!外部|用户|调用方|别人|他们|限制了?)必须|常に(?!エラー|失敗|同じ)|항상(?! ?(?:에러|오류|실패|같은|그렇))/,
    /一律|永远不要|以后(?:都|请|不|要|就|用|别|先|统一)|从现在开始|我们(?:用|使用)|今後は?|必ず|絶対に|これからは|절대|앞으로/,
  ],
  { flags: 'i' },
);

/** Forbids something, whatever the occasion. */
export const FOREIGN_PROHIBITION = anyOf(
  [
    /(?:^|[.,;!]\s*)(?:bitte )?(?:nie(?:mals)?\b|kein(?:e|en)? |nicht \p{L}+en\b|mach\w* nie|nunca |no (?:uses|hagas|toques|subas|borres|cambies|ejecutes|corras|modifiques|crees|instales) |ne \p{L}+ (?:pas|jamais) |jamais |ne (?:fais|faites|touche|touchez|modifie|utilise|utilisez|pousse) (?:pas|jamais)|il ne faut (?:pas|jamais)|mai |non (?:usare|fare|toccare|modificare) |nooit |gebruik (?:nooit|geen) |não (?:use|faça|altere|mexa|rode|execute|commite|apague|crie|suba|edite|instale) |никогда |не \p{L}+(?:й|йте|ь|ьте) )/u,
    /(?:不要|禁止|别|ないで(?:ください)?|하지 ?(?:마|말)|지 ?(?:마(?:라|(?=$|[\s.!,]))|말(?:고|아|라|자)))/u,
  ],
  { flags: 'iu' },
);

/** Tells what to do, at the beginning of a sentence; in Chinese, Japanese and Korean anywhere in it. */
export const FOREIGN_INSTRUCTION = anyOf(
  [
    /^(?:(?:nein|bitte|non|no|não|nee|нет|s'il (?:te|vous) plaît|por favor|per favore|alsjeblieft|пожалуйста)[\s,.!:-]+)*(?:nutze?|verwende|benutze?|nimm|mache?|lass|lege?|schreibe?|führe|teste|prüfe|frage?|du (?:sollst|solltest|musst|darfst)|immer|nie(?:mals)?|wir (?:verwenden|benutzen|nutzen)|usa|utiliza|haz|crea|pon|hay que|nunca|siempre|usamos|utilise[rz]?|fais|faites|mets|mettez|crée[rz]?|ne |n'|il (?:ne )?faut|toujours|jamais|on utilise|use|faça|crie|coloque|não|sempre|fai|metti|non|bisogna|devi|mai|gebruik|doe|maak|zet|je moet|nooit|altijd|we gebruiken|używaj|zawsze|nigdy|используй|не |всегда|никогда|делай|создай|пиши|нужно|надо)(?=$|[\s,'’])/,
    /(?:不要|请(?:用|使用|把|先|不)|必须|应该|只(?:能|要|改)|别|ないで|てください|てほしい|を使って|にして|하지 ?(?:마|말)|지 ?(?:마(?:라|(?=$|[\s.!,]))|말(?:고|아|라|자))|(?:사용|해|써) ?(?:주세요|하세요|야 합니다)|쓰세요)/,
  ],
  { flags: 'i' },
);
