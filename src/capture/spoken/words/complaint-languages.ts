import { anyOf } from '../../../text/any-of.ts';
import { FOREIGN_FAILINGS, words } from './objection-languages.ts';

/**
 * The wording of faults in languages other than English: what does not show, work, save or load, and what is still as
 * it was. Read only right after work was handed over, so that a plain negation is enough. Each counts once.
 */
export const COMPLAINT_LANGUAGES: RegExp[] = [
  ...FOREIGN_FAILINGS,
  words(
    '\\S{3,}t (?:\\S+ ){0,3}(?:nicht|nichts|kein\\w*)(?! (?:nötig|wichtig|schlimm|eilig))',
    'verschieb\\w+ sich|überlapp\\w+|rutscht',
    '(?:wird|werden|ist|sind|kann|geht|lädt|zeigt|erscheint|erscheinen|klappt|läuft|sehe|sieht|kommt|passiert|reagiert|speichert) (?:\\S+ ){0,4}(?:nicht|nichts|kein\\w*|leer|falsch|kaputt|weg)',
    'immer ?noch|nach wie vor|das problem ist|(?:problem|fehler) (?:besteht|bleibt)',
    'es gibt (?:\\S+ )?(?:einen|ein) (?:\\S+ )?(?:bug|fehler|problem)|verschwindet|verschwinden',
    'noch (?:\\S+ )?(?:fehler|probleme?)|nicht mehr|fehlt|fehlen',
    '(?:soll(?:te|ten)?|müsste[n]?) (?:doch |eigentlich |aber |immer |nur ){1,2}\\S+',
    'soll(?:en)? (?:\\S+ ){1,8}(?:haben|sein|heißen|heissen|bleiben|stehen)|aber (?:\\S+ ){0,2}nicht',
    '(?:ist|sind|steht|stehen) (?:\\S+ ){0,3}noch|verändern sich|verändert sich|zu viel',
    'zu (?:groß|klein|lang|breit|dunkel|hell)|gleiche[rn]? fehler|stimmt nicht|schon wieder',
  ),
  words(
    '(?:no|ni|nada|nunca|tampoco) (?:(?:se|me|te|le|lo|la|los|las|nos) )?(?:ha|han|he|hemos|has|está|están|esta|estan|estoy|aparece\\w*|muestra\\w*|func\\w*|fuc\\w*|guard\\w*|veo|ve|consig\\w*|puedo|puede\\w*|carg\\w*|sale\\w*|hace\\w*|existe\\w*|va|van|abre\\w*|deja\\w*|registr\\w*|envía\\w*|conect\\w*|llega\\w*|actualiz\\w*)',
    '(?:todavía|todavia|aún|aun|sigue|siguen|seguimos|sigo|sigues) (?:\\S+ ){0,2}(?:no|sin|con(?! (?:eso|esto|ello|(?:el|la|lo|los|las) (?:siguiente|pr[óo]xim|resto|plan|que|otr|demás|paso|fase|tarea|implement|trabajo|mismo (?:plan|trabajo))))|da|dando|igual|mal|fallando|error\\w*|apareciendo|saliendo)',
    '(?:el )?mismo (?:error|problema)|otra vez (?:igual|lo mismo|el mismo)',
    '(?:está|estan|están|quedó|salió|sale) (?:mal|vacío|roto|en blanco)|no hay',
    'no (?:se|me|nos) [^\\s,.]+|(?:problema|error) (?:persiste|contin[uú]a|sigue)|el problema es',
    'sigue[n]? \\S+ndo|hay un (?:\\S+ )?(?:bug|error|problema|fallo)|desaparece[n]?',
    '(?:página|pantalla) (?:en blanco|vacía|negra)|falta[n]?',
    'est[áa]n? (?:desconectad\\w|cortad\\w|vac[ií]\\w|desaparecid\\w)',
    'antes (?:\\S+ ){0,2}(?:aparecía|funcionaba|estaba)|demasiado (?:grande|pequeñ\\w|lent\\w)',
    'deber[ií]an? (?:estar|ser|tener|aparecer|salir)',
  ),
  words(
    "(?<!\\bon )(?:ne|n['’]\\S+) (?:\\S+ ){0,3}(?:pas|plus|rien|aucune?)",
    "n['’]\\S+ (?:pas|plus|rien|aucune?)|toujours (?:pas|rien|la même|le même|en erreur)",
    'même (?:erreur|problème)|encore (?:une erreur|la même|le même)',
    "(?:c['’]est|reste) (?:vide|cassé|blanc)|(?:page|écran|liste) (?:vide|blanche?|noire?)",
    'rien [àa] voir|m[eê]me (?:erreur|probl[eè]me)|(?:erreur|probl[eè]me) persiste',
    "le probl[eè]me (?:est|c['’]est)|il y a (?:encore )?une? (?:\\S+ )?(?:bug|probl[eè]me|erreur)",
    'dispara[iî]t|(?:vois|voit|a) toujours|encore rien|il (?:en )?manque',
    "(?:y a|j['’]ai|m['’]arrive|avoir) (?:\\S+ )?encore|encore (?:des?|du|cet(?:te)?|ce|les|le|la)",
    "je n['’]? ?aime pas|devrai(?:t|ent)",
  ),
  words(
    '(?:não|nao|nada|nem) (?:(?:se|me|te|lhe|o|a) )?(?!\\S+[aei]r(?:\\s|$))(?:parece\\w*|est(?:á|ão|ou|a|ao)|tá|foi|foram|aparece\\w*|funcion\\w*|salv\\w*|vejo|consig\\w*|carreg\\w*|mostr\\w*|existe\\w*|deu|dá|abr\\w*|atualiz\\w*|mud\\w*|pode\\w*|vai|tem|há|condiz|chega\\w*|resolv\\w*|acontec\\w*|rod\\w*|retorn\\w*|escrev\\w*|entr\\w*|grav\\w*|vi|vem|abre)',
    'ainda (?:não|nao|está|tá|ta|dá|dando|aparec\\w*|acontec\\w*|com|o mesmo|a mesma)',
    'continua (?:\\S+ ){0,2}(?:igual|dando|sem|com(?! (?:isso|isto|(?:[oa]s? )?(?:pr[óo]xim|resto|plano|que|outr|demais|passo|fase|tarefa|implement|trabalho)))|não|nao|o mesmo|aparecendo|errad\\w*)',
    'mesmo (?:erro|problema)|estamos na mesma',
    '(?:está|ficou|tá) (?:errad\\w*|vazi\\w*|quebrad\\w*|em branco|feio)',
    '(?:erro|problema) (?:persiste|continua)|o problema [ée]|continua[m]? (?:\\S+ )?\\S+ndo',
    'tem um (?:\\S+ )?(?:bug|erro|problema)|(?:el[ea]s?|tudo) som(?:e|em|iu)|desapareceu|d[áa] erro',
    'deu (?:erro|api|\\d+)|ficou (?:muito|feio|ruim|estranh\\w|apagad\\w|errad\\w|grande|pequen\\w)',
    'por[ée]m|s[óo] que|faltou|falta|faltando|sumiu|de novo',
    '(?:est[áa]|t[áa]|ta) (?:saindo|cortand\\w*|quebrand\\w*|travand\\w*|sobrepo\\w*|meio (?:feio|ruim|lento))',
    'deveri?a(?:m)? (?:ser|estar|ter|aparecer|ficar)',
  ),
  words(
    "non (?:(?:si|mi|ti|lo|la|ci|c'è) )?(?:viene|vengono|vedo|riesco|appare|appaiono|mostra|carica|salva|è|sono|ha|hanno|va|apre|fa|parte|c'è|esiste)",
    "c'è (?:ancora|sempre)|ancora (?:non|lo stesso|la stessa|niente|errore)",
    'sempre (?:lo stesso|la stessa)|stesso (?:errore|problema)|manca(?:no)?|il problema [èe]',
    "continua(?:no)? a|c['’]è un (?:\\S+ )?(?:bug|problema|errore)|non (?:si|mi|ci) [^\\s,.]+",
    'sparisce|sparito|(?:pagina|schermata) (?:bianca|vuota|nera)',
    'dovrebbe(?:ro)? (?:essere|avere|stare)|ancora (?:quest\\w+|il|la|lo|un)',
    'ma (?:così|cosi|ora|adesso|online)|troppo (?:grande|piccol\\w|lent\\w)',
  ),
  words(
    '(?:werkt|laadt|toont|verschijnt|zie|ziet|kan|gaat|wordt|worden|opent|doet|is|zijn|krijg) (?:\\S+ ){0,4}(?:niet|niets|geen|leeg|kapot|weg)|nog steeds|dezelfde fout|alweer',
  ),
  words(
    '(?:visas|fungerar|syns|laddar|sparas|händer|går|kan|ser|finns|öppnas) (?:\\S+ ){0,3}(?:inte|inget|ingen)',
    '(?:vises|virker|fungerer|lagres|skjer|sker|går|kan|ser|åbner|gemmes) (?:\\S+ ){0,3}(?:ikke|intet|ingenting|ingen)',
    'fortfarande|stadigvæk|stadig|fremdeles|samma fel|samme (?:fejl|feil)',
  ),
  words(
    'nadal|wciąż',
    '(?:się )?nie (?:widać|widzę|wyświetla\\S*|zapisuj\\S*|ładuj\\S*|działa\\S*|pojawia\\S*|ma|mogę|da|otwiera\\S*)',
    'ten sam (?:błąd|problem)|hala|hâlâ|hala aynı|aynı (?:hata|sorun)',
    '\\S+(?:mıyor|miyor|muyor|müyor|madı|medi)\\S*|stále|pořád',
    'ne(?:zobrazuje|ukládá|načítá|jde|vidím|funguje)\\S*|stejná chyba|még mindig',
    'nem (?:látom|jelenik|működik|menti|tölt|lehet|nyílik)|ugyanaz a hiba|hiányzik',
  ),
  anyOf(
    [
      /(?:всё|все) (?:ещё|еще|равно|так же|также)|по-прежнему|опять|снова/,
      /не (?:отображ|показыв|сохран|загруж|открыва|видно|вижу|появ|рабо|меня|срабат|запуск|могу|грузит|хватает|видит|идет|идёт|получ)/,
      /не ?возможно|не (?:ра[бо]|отраб|стартует|компил|виж|отвеча|обнов|приход|примен|нажим|выбира)/,
      /нет (?:возможн|вомзож)|должн[оаы]? быть (?:только|один|одн)|осталось/,
      /есть (?:\S+ )?(?:баг|проблем|ошибк)|проблема в том|ничего не|исчез|пропада|пропал|слома/,
      /та же (?:ошибка|проблема)|нет (?:кнопк|данн|ответ|звук)|досі|все одно/,
      /не (?:працю|відобра|зберіг|показу|відкрива|бачу)/,
    ],
    { before: /(?:^|[\s,.!?])/, flags: 'i' },
  ),
  anyOf([
    /还是|仍然|仍旧|依然|怎么还|为什么还|又(?:出|报|没|不|是)|没有(?:变化|看到|看见|出现|成功|用|效果|数据|加载|\d|包含)/,
    /[没沒](?:有)?(?:显示|生效|反应|保存|更新|出来)|不(?:显示|生效|能用|起作用|见了|正常|工作|正确|一致|动)|看不到|看不见|打不开|点不|报错|出错|失败/,
    /一样的(?:错误|问题)|同样的(?:错误|问题)|没了|(?:有|存在).{0,6}问题|问题是|依旧|没变|不见|歪|卡顿|错位|遮挡|重叠|闪烁|改错|有(?:一点|点)/,
    /没有(?:完整|导入|正确)|太(?:大|小|慢|长|短|高|低|宽|窄|暗|亮|多)|空白|空的|没法|無法|无法|(?<![能可行对起])不(?:行|能|对|起作用)/,
    /有(?:问题|bug|错)|(?:又|还)(?:是)?(?:导致|出现)|前面还|沒有|還是|少了|缺少|丢了|乱码|卡住|卡死|闪退/,
  ]),
  anyOf([
    /まだ|相変わらず|依然|また同じ|同じ(?:エラー|問題)|(?:表示|反映|保存|更新|実行|起動|解決|修正|変更|生成|作成)され(?:て(?:い)?)?(?:ない|ません|ていません)/,
    /(?:動|出|見え|でき|なら|変わら|開か|つなが|進め|押せ)(?:き|て)?(?:い)?(?:ない|ません)|エラーが(?:出|で|発生)|真っ白|消えて|消えた|おかしい|ずれて/,
    /足りない|抜けて|遅い|失敗|ダメ|だめ|見切れ|問題があ|不安定|改善しま|なら(?:ん|ず)|はみ出|重なって|拾(?:って|わ).{0,3}な|無題/,
    /(?:適切|正し[いく])(?:じゃ|では)?な|変わって(?:い)?な|まま(?:です|だ|に|$)|見つから|遷移し(?:ない|ません)/,
  ]),
  anyOf([
    /아직도|여전히|또 (?:같은|다시)|같은 (?:오류|에러|문제)|안 ?(?:되|나|보|돼|뜨|바뀌|저장|열|눌|움직|됐|떠)|되지 ?않|보이지 ?않|나오지 ?않|에러가/,
    /오류가|에러 ?(?:나|뜨|발생)|(?:지|질|를|을|오질|하질) ?못|문제가 ?있|이상해|없(?:으니|네요?|어요)|변한 ?게 ?없|왜 ?이래|사라짐|사라져|짤리|잘리/,
    /이상하|튀어|없는데|못하|잘못|없어[.!]?$|똑같(?!이)|사라졌|빠졌|깨져|멈춰|느려/,
  ]),
  words(
    'vẫn|không (?:hiển thị|hoạt động|thấy|được|lưu|chạy|mở|có|đúng)|bị (?:lỗi|mất|trùng|treo|sai)',
    'masih',
    '(?:tidak|nggak|gak|ga|tak|belum) (?:muncul|jalan|bisa|berfungsi|tampil|tersimpan|ada|berubah|kelihatan|terlihat|work)',
    'error(?:nya)? (?:lagi|masih|sama)|hilang|لا (?:يعمل|يظهر|تظهر|يتم|يفتح|يحفظ|أرى)|ما زال',
    'لم (?:يظهر|يعمل|يتم|تظهر)|नहीं (?:दिख|हो|चल|आ|खुल)\\S*|अभी भी|वही (?:error|एरर|गलती)|ยัง',
    'ไม่(?:ได้|แสดง|ทำงาน|ขึ้น|มี)',
  ),
];

/** In lower case: the agent says that it is done, or asks to have it tried. */
export const FOREIGN_CLAIMS = anyOf(
  [
    /(?<![\p{L}])(?:enviad|concluíd|ejecut|rodando|en marcha|funzion|puoi|läuft|lancé|retester|essaie|kannst|teste[nz]?(?![\p{L}])|jetzt|prueba|debería|acesse|riprova|dovrebbe|devrait)/u,
    /запущен|теперь|попробуй|провер|обновил|перезапущ|成功|现在(?:你)?可以|解决|请(?:您|你)?(?:再|重新|刷新|测试|检查|验证)/u,
    /应该(?:能|可以)|起動|できます|確認して|試して|再実行|ようになり|됩니다|합니다|있습니다|확인해|테스트해|되었/u,
  ],
  { flags: 'u' },
);
