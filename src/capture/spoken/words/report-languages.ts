import { anyOf } from '../../../text/any-of.ts';
import { words } from './objection-languages.ts';

/**
 * What people tell in languages other than English, in few words: what crashes, hangs, errs, comes twice, is gone or cannot
 * be understood; what is there already; that something else was meant. Each counts once.
 */

/** Faults of what was handed over: read right after work alone. */
export const FOREIGN_REPORTS: RegExp[] = [
  words(
    'st[üu]rz(?:t|en|te)\\S* (?:\\S+ ){0,3}ab|abgest[üu]rzt|h[äa]ng(?:t|en) (?:sich )?(?:\\S+ )?(?:auf|fest)',
    'bricht (?:\\S+ ){0,3}ab|friert (?:\\S+ )?ein|nichts (?:passiert|zu sehen|geändert)',
    '(?:kommt|kommen|bekomme|kriege|erhalte) (?:\\S+ ){0,3}(?:fehler\\S*|exception)|(?:mit|einen?|diesen?) fehler',
    '(?:steht|ist|erscheint|kommt) (?:\\S+ ){0,3}(?:doppelt|zweimal)|verschwunden|unverst[äa]ndlich|unleserlich',
    '(?:bleibt|bleiben|ist|wird) (?:\\S+ ){0,3}(?:hängen|stehen|leer|schwarz|weiß|weiss)|(?:lädt|dreht sich) (?:\\S+ )?(?:ewig|endlos|und lädt)',
    '(?:ist|sind) (?:\\S+ )?(?:wieder|immer noch) (?:da|drin|so)|leere (?:seite|liste)|wei(?:ß|ss)e[rn]? (?:seite|bildschirm)',
  ),
  words(
    'se (?:cae|cuelga|congela|traba|bloquea|rompe|rompi[óo]|cay[óo]|colg[óo]|duplica\\w*|corta|superpone\\w*)',
    '(?:da|dio|dan|sale|sali[óo]|tira|tir[óo]|lanza|arroja|muestra|aparece) (?:\\S+ ){0,3}error(?:es)?',
    'se (?:me )?queda(?:n)? (?:\\S+ )?(?:cargando|en blanco|colgad\\w|pegad\\w|congelad\\w|esperando|trabad\\w|en (?:la|esa|esta) (?:misma )?pantalla)|carga infinita\\w*',
    'hay algo (?:mal|raro)|algo (?:anda|est[áa]|va) mal|falt[óo]|faltaron|desapareci\\S*|(?:sale|aparece|se ve)n? (?:dos|tres) veces',
    '(?:sale|salen|aparece|aparecen|se ve|se ven|qued[óo]) (?:\\S+ )?(?:mal|feo|raro|en blanco|cortad\\w*|vac[ií]\\w*|doble|duplicad\\w*)',
    'no (?:qued[óo]|cambi[óo]|anda|jala|sirve|pasa|avanza|responde|corre|contin[uú]a|coincide)',
    '(?:no (?:es|son) (?:lo )?correct[oa]s?|mal (?:constru[ií]d|hech|alinead|calculad)[oa]s?)',
  ),
  words(
    'trav(?:ou|a|ando)|quebr(?:ou|ado|ada)|bug(?:ou|ado|ada)|(?:duas|três) vezes|duplic(?:ou|ado|ada|ados|adas|ando)',
    '(?:deu|dá|dando|deram) (?:\\S+ )?(?:erro|ruim|pau|problema)|tela (?:branca|preta|vazia)|sumiram|desalinhad\\w',
    'fi(?:ca|cou|cam) (?:\\S+ )?(?:carregando|travad\\w|parad\\w|em (?:branco|loop)|infinit\\w+|ness[ae] tela|nest[ae] tela|rodando|girando)|(?:carregamento|tela|loading) infinit\\w',
    'n[ãa]o (?:ficou|mudou|saiu|pega|pegou|roda|bate|bateu|acontece|serviu|adiantou)|s[óo] (?:gera|mostra|aparece)',
  ),
  words(
    '(?:ça|ca|cela) (?:marche|fonctionne|va|change|bouge) (?:plus|pas|toujours pas)',
    "(?:ça|ca|il|elle|l['’]app\\S*|tout) (?:plante|bloque|freeze|crashe?|bugge?|casse|rame)|rien (?:ne|n['’])\\s?\\S+",
    "(?:j['’]ai|il y a|avec|affiche|donne) (?:(?:toujours|encore|maintenant|une|cette|la|même) )+erreur",
    '(?:a|ont|est|sont) (?:\\S+ )?(?:disparu\\w*|cassée?s?|coupée?s?|décalée?s?)|deux fois|en double|illisible|incompréhensible',
    '(?:reste|restent|est|sont) (?:\\S+ )?(?:bloqué\\w*|figé\\w*|vides?|blanche?s?|noire?s?|en chargement)|(?:charge|tourne|mouline) (?:à l.infini|en boucle|dans le vide|sans fin)',
    'on (?:devait|devrait) (?:avoir|être)',
    "(?:me donne|j['’]obtiens|je tombe sur|affiche) (?:\\S+ )?(?:page|écran) (?:vide|blanche?|404)",
  ),
  words(
    '(?:si|mi si) (?:blocca|bloccat\\w|rompe|chiude|pianta|impalla|duplica|sovrappon\\w+)|crasha\\w*|due volte',
    "(?:dà|da|c['’]è|esce|appare) (?:\\S+ ){0,2}errore|(?:è|sono) (?:\\S+ )?(?:vuot\\w|rott\\w|sparit\\w|tagliat\\w|bianca)",
    '(?:resta|rimane|restano) (?:\\S+ )?(?:bloccat\\w|ferm\\w|vuot\\w|bianc\\w|in caricamento)|(?:carica|gira) all.infinito',
    'illeggibile|non (?:cambia|funge|parte|torna|coincide)',
  ),
  words(
    '(?:loopt|hangt) (?:\\S+ )?vast|crasht|geeft (?:\\S+ ){0,2}fout\\S*|verdwenen|dubbel|onleesbaar',
    'kraschar|hänger sig|försvunnit|krasjer|går ned|forsvundet|zawiesza się|wywala|znikn\\S+|podwójn\\S+',
    '(?:blijft|blijven) (?:\\S+ )?(?:hangen|laden|leeg|steken)|fastnar|takılıyor|takıldı|yüklenmiyor',
    'çöküyor|donuyor|kayboldu|hata veriyor|padá|zmizel\\S*|összeomlik|eltűnt',
  ),
  anyOf(
    [
      /(?:пада|упал|вылет|вылаз|вылез|выскак|выда[её]т|выбрасыв|получаю|появил|пишет)\S*\s(?:\S+\s){0,3}(?:ошибк|исключени)/,
      /завис|висит|падает|вылетает|глючит|тормозит|лагает|дублиру|задваива|съехал|поехал|обреза|наезжа/,
      /пуст(?:ой|ая|ое|ые)(?![а-яё])|(?:белый|чёрный|черный) экран|(?:страница|экран|окно) (?:\S+ )?(?:бел|чёрн|черн)(?:ый|ая|ое)(?![а-яё])|дважды|по два раза|неразборчив|нечитаем/,
      /не (?:отработ|проход|подтяг|прогру|переключ|двига|реагир)/,
    ],
    { before: /(?:^|[\s,.!?])/, flags: 'i' },
  ),
  anyOf([
    /崩溃|崩了|闪退|白屏|黑屏|一直(?:在)?(?:转圈|加载|停在|卡)|无限(?:加载|循环)|没反应|没用|并(?:没有|不)|还在(?!.{0,6}(?:跑|运行|进行|等|做|写|看|想|处理|下载))|没动|没效果|没区别|两次|重复了|不够|看不清|变形|死循环|连不上|启动不了/,
    /跑不(?:了|起来|通)|用不了|登不[上进]|进不去|加载不|出不来|(?:很|太)(?:乱|丑|卡|差|难看|奇怪|复杂)|不太(?:好|对|行)|不清楚|(?:只|才)(?:显示|出现|返回|剩)/,
    /新的?(?:错误|错|报错|问题)|(?:发生|發生|出现|出現|提示|遇到).{0,6}(?:错误|錯誤|异常|異常)|为什么(?:现在|还|会|又|一会|都|只|显示|出来)/,
    /为什么我.{0,24}(?:还是|却|没有|没看)|(?:会|都)(?:同时|一直|反复)(?!.{0,6}[吗?？])/,
  ]),
  anyOf([
    /エラー(?:に|が|は)|落ち(?:る|た|ます|ました)|固ま(?:る|った|り)|(?:読み込み|ロード)(?:中のまま|が終わら|が続)|止まったまま|フリーズ|分かりにく|わかりにく|見にく|読みにく/,
    /二回|2回|重複し|崩れ|つながらな|繋がらな|開けな|起動しな|反応(?:が|し)な|出てき?(?:ません|こない|ない)/,
    /他にもある|足り(?:ない|ません)|これ(?:では|じゃ)(?!なく|ない)|なって(?:しま|ちゃ)|なっちゃ/,
  ]),
  anyOf([
    /멈춰|멈췄|튕[겨김]|꺼[져졌]|두 ?번 ?(?:나|뜨|실행|찍)|부족|중복|깨졌|안 ?먹|오류 ?나|에러 ?(?:가|남)|하얀 ?화면|빈 ?화면|화면이 ?(?:하얗|까맣|비어)|(?:무한|계속) ?(?:로딩|대기)/,
    /(?:받아오|불러오|가져오|찾)(?:질|지) ?(?:못|않)/,
  ]),
];

/** Something else was meant, or the talk missed the point. */
export const FOREIGN_MEANT: RegExp[] = [
  words(
    'ich (?:meinte(?!,? dass)|rede von|sprach von|spreche von)|darum (?:geht|ging) (?:es )?(?:\\S+ )?nicht|es (?:geht|ging) (?:\\S+ )?nicht um',
  ),
  words(
    '(?:me refer[ií]a|me refiero|hablo|hablaba|estoy hablando) (?:a|al|de|del)|no (?:es sobre|se trata de|hablo de)',
    'no est[áa]n? (?:aqu[ií]|ah[ií]|all[ií])',
  ),
  words(
    '(?:eu )?(?:me refiro|me referia|falo|falava|t[ôo] falando|estou falando) (?:a|à|ao|do|da|de|sobre)|n[ãa]o (?:é|era) sobre',
    'n[ãa]o (?:é|est[áa]|t[áa]) (?:aqui|aí|ali)',
  ),
  words(
    "je (?:parle|parlais|voulais parler) (?:d[eu]|des|de la)|il ne s['’]agit pas|ce n['’]est pas (?:ici|là|le sujet|la question)",
  ),
  words(
    '(?:intendevo(?! dire)|parlavo|mi riferivo|sto parlando)|(?:non era|non è) (?:quello|quella|questo|qui|lì)|non (?:si tratta|è questione)',
  ),
  words(
    'ik (?:bedoelde?|heb het over|had het over)|daar gaat het niet om|dat bedoel(?:de)? ik niet',
    'jag (?:menade|pratar om)|jeg (?:mente|snakker om)|chodzi(?:ło)? (?:mi )?o|nie o to|kastett?i?ğim|onu demedim',
  ),
  anyOf(
    [
      /я (?:про|о|об|имел[а]? в виду) |речь (?:не )?(?:про|о|об|идёт|идет) |дело не в |так и задуман|не (?:то|туда)(?=$|[\s,.!])/,
    ],
    {
      before: /(?:^|[\s,.!?])/,
      flags: 'i',
    },
  ),
  words(
    '(?:quita|elimina|borra) [^.!?]{0,40}(?:que (?:has )?(?:puesto|agregado|añadido|creado)|de tus (?:cambios|ediciones))',
    '(?:remova|tira|apaga) [^.!?]{0,40}(?:que você (?:colocou|adicionou|criou)|das suas (?:alterações|mudanças))',
    '(?:entferne|lösche|nimm) [^.!?]{0,40}(?:aus deinen|die du|das du)|(?:enlève|supprime|retire) [^.!?]{0,40}(?:que tu as|de tes)',
  ),
  /(?:убери|удали|выкинь)[^.!?]{0,40}(?:из (?:тво|сво)|котор\S+ ты)|(?:把|将)?你(?:加|新加|添加|创建|生成)的.{0,16}(?:删|去掉|移除)/,
  /我(?:指|问|說|要问|想问|是说|是指|是问|是想问)的?(?:是|的)|我(?:是说|是指|是问)|^我说(?!明)|^不[不，,]|你说的是.{1,24}我.{0,6}(?:是|却)|正确的(?:应当|应该)?是|(?<!如果|若|是否)不存在(?!时|则|就|的话|吗|，?(?:则|就))/,
  /の(?:話|こと|件)(?:です|だ|を(?:言|聞|話)|なんだ)|(?:聞|訊)いて(?:い)?るのは|意図(?:と|が)(?:違|異)/,
  /말(?:한|하는) ?(?:거|건|것)|(?:물어|여쭤) ?본 ?(?:거|건|것)|얘기(?:한|하는) ?(?:거|건|것)/,
];

/** What was to be made, or was called missing, is there already. */
export const FOREIGN_EXISTS: RegExp[] = [
  words(
    '(?:haben|gibt|existiert|steht|ist) (?:\\S+ ){0,2}(?:schon|bereits|doch)|(?:so|absichtlich) gewollt',
    'ya (?:\\S+ )?(?:tenemos|hab[íi]a|exist[íi]a|existe|existen|hay|est[áa]|est[áa]n|estaba)|j[áa] (?:temos|tinha|havia|existe|existem|tem|est[áa]|estava)',
    "existe déjà|esiste già|(?:abbiamo|c[’']è) già|bestaat al|(?:hebben|staat) (?:\\S+ )?al|finns redan|findes allerede|już (?:jest|istnieje|mamy)|zaten var",
  ),
  /(?:уже (?:есть|существует|сделан|написан|реализован)|вже є)|(?:已经|早就|都)(?:有|存在|写|做好|实现|加)了|(?:すでに|既に|もう).{0,10}(?:あ(?:る|り)|存在|実装|になって)|이미 ?(?:\S{1,8} ?)?(?:있|존재|구현|만들)/,
];
