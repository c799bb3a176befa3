import { anyOf } from '../../text/any-of.ts';
import { words } from './objection-languages.ts';

/**
 * How people blame in languages other than English: it was said before, only that was asked for, that is the wrong one,
 * nobody is to guess, or what was there worked. Whole phrases that hold whatever was done; each counts once.
 */
export const FOREIGN_REPEATS: RegExp[] = [
  words(
    '(?:ich )?(?:habe?|hatte) (?:dir |es |das |doch |schon |bereits |ja |dich )+(?:\\S+ ){0,3}(?:gesagt|gebeten|geschrieben|erklärt)|wie (?:schon |bereits )?gesagt|zum (?:\\S+ )?mal|(?:die|das|der|den|dem|in der|im|am) falsche[nrms]?|ich (?:will|wollte|möchte) (?:\\S+ ){0,3}(?:nicht|kein\\w*|nur)|nur (?:eine?n?|das|den|die) \\S+ (?:gewollt|gemeint|verlangt)|rate nicht|(?:hat|ging|lief) (?:\\S+ )?(?:vorher|vorhin|gestern|schon)(?: \\S+)? (?:funktioniert|geklappt)?|was (?:machst|soll|tust) (?:du|das)|blöd\\w*|quatsch|unsinn|mist|du (?:verstehst|hast) (?:\\S+ ){0,2}(?:nicht|falsch)',
  ),
  words(
    '(?:ya )?(?:te|os|le) (?:lo )?(?:he|había|habia|hemos) (?:dicho|dhco|pedido|explicado|repetido)|(?:lo )?he (?:dicho|repetido|pedido|dichi)|(?:ya )?(?:te )?(?:lo )?(?:dije|dijimos|repetí|repeti|repito|pedí|pedi)|te (?:estoy|estaba|llevo) (?:pidiendo|diciendo)|habíamos (?:dejado claro|dicho|quedado)|(?:equivocad|incorrect|errone|erróne)[oa]s?|no (?:quiero|quería|queria|era eso|te pedí|te pedi|inventes|asumas|supongas|adivines|entiendes|has entendido)|es[aeot]s? no (?:es|son|era|eran|está|funciona)|(?:que )?as[ií] no (?:va|es|se|funciona|hay)?|solo te (?:pedí|pedi|dije|he pedido)|deja(?:d)? de|dejes de|nunca asumas|estás? (?:suponiendo|alucinando|inventando|asumiendo|iterando|equivocad\\w+)|(?:ya|antes|ayer) (?:estaba|estaban|esto) (?:funcionando|funcionanado|bien)|eres (?:\\S+ ){0,2}(?:tont\\w*|idiot\\w*|imb[eé]cil|inútil|estúpid\\w*)|me estás? (?:confundiendo|\\w+ndo)|desde cu[aá]ndo|qu[eé] (?:haces|mierda|putas?|coño|cojones|demonios|diablos)|lo mismo otra vez|otra vez (?:igual|lo mismo)|no me (?:entiendes|escuchas)',
  ),
  words(
    "je (?:te |vous )?(?:l['’]ai|t['’]ai|ai) (?:déjà )?(?:dit|demandé|répété|expliqué)|(?:comme )?(?:déjà|encore une fois|je (?:le )?répète)|ce n['’]est pas (?:le|la|l['’]|mon|ma|notre)(?: \\S+)?|(?:le|la|les) mauvais(?:e|es)?|je ne (?:veux|voulais|t['’]ai|vous ai) (?:pas|jamais)|(?:n['’]invente|ne devine|ne suppose|arrête|arrêtez) (?:pas|rien|de)|ça (?:marchait|fonctionnait) (?:avant|hier|très bien)|qu['’]est-ce que tu (?:fais|racontes|as)|n['’]importe quoi|tu (?:inventes|devines|supposes|hallucines|confonds|n['’]écoutes)|seulement (?:demandé|voulu)",
  ),
  words(
    '(?:eu )?(?:já|ja) (?:te )?(?:disse|falei|pedi|expliquei|avisei)|como (?:eu )?(?:já )?(?:disse|falei|pedi)|(?:eu )?só (?:pedi|quero|queria|falei)|(?:errad|incorret)[oa]s?|não (?:quero|queria|pedi|inventa|invente|assuma|suponha|adivinhe|entendeu)|(?:isso|esse|essa|este|esta|aquele|aquela) não (?:é|era|são|está|funciona)|para de|pare de|você (?:inventou|está inventando|supôs|alucinou|mudou|removeu|duplicou|trocou)|(?:já )?(?:estava|tava) (?:funcionando|certo|bom)|antes (?:funcionava|estava)|que (?:merda|porra|diabos|droga)|de novo (?:o mesmo|a mesma|isso)|lembre-se (?:que|de|do|da)',
  ),
  words(
    "(?:te |ti )?l['’]?ho già (?:detto|chiesto|spiegato)|(?:ti )?(?:ho|avevo) (?:già |solo )?(?:detto|chiesto)|come (?:ho )?(?:già )?detto|(?:quest|quell)[oaie] non (?:è|sono|funziona|va)|(?:la|il|lo|nella|nel) \\S+ sbagliat[oa]|non (?:volevo|voglio|inventare|supporre|indovinare|hai capito)|prima (?:funzionava|andava|era)|cosa (?:stai facendo|combini|hai fatto)|smettila|stai (?:inventando|indovinando|sbagliando)",
  ),
  words(
    '(?:ik )?(?:heb|had) (?:je |dat |het |al |toch )+(?:\\S+ ){0,2}(?:gezegd|gevraagd|uitgelegd)|zoals (?:ik )?(?:al )?(?:zei|gezegd)|de(?:ze)? verkeerde|ik (?:wil|wilde) (?:\\S+ ){0,2}(?:niet|geen|alleen)|dit (?:is|klopt) niet|niet (?:raden|gokken|aannemen)|werkte (?:eerst|eerder|gisteren|net)|wat (?:doe|ben) je',
  ),
  words(
    '(?:jag|jeg) (?:har |sa |sagde |sa jo )(?:\\S+ ){0,2}(?:sagt|bett|bedt|redan|allerede|jo)|som (?:jag|jeg) (?:sa|sagde|har sagt)|(?:fel|feil|forkert) \\S+|gissa inte|ikke gæt|ikke gjett|fungerade (?:förut|innan)|virkede (?:før|i går)|vad (?:håller|gör) du|hva(?:d)? (?:laver|gjør|holder) du',
  ),
  words(
    'już (?:ci )?(?:mówi\\S*|pisa\\S*|prosi\\S*)|(?:zły|zła|złe|niewłaściw\\S*|błędn\\S*) \\S+|nie (?:o to|to|chcę|chciał\\S*|zgaduj|wymyślaj)|wcześniej (?:działa\\S*|było)|co ty (?:robisz|zrobi\\S*)|(?:sana )?(?:söyledim|demiştim|istemedim)|yanlış \\S+|(?:tahmin|varsay)\\S* (?:etme|yapma)|eskiden çalış\\S+|ne yapıyorsun|už jsem (?:ti )?(?:říkal\\S*|psal\\S*)|špatn\\S+ \\S+|mondtam(?: már)?|rossz \\S+',
  ),
  anyOf(
    [
      /я (?:уже|же) (?:\S+ )?(?:говор|сказ|писал|просил|объясн)|(?:ещё|еще|в который) раз/,
      /не (?:тот|та|то|те|туда|там|в том|из того) /,
      /не (?:выдумывай|придумывай|угадывай|гадай|додумывай|понял|понимаешь)/,
      /я не (?:просил|хочу|хотел|говорил)|раньше (?:работал|было|все|всё)/,
      /что ты (?:делаешь|творишь|сделал|наделал|несёшь|несешь)/,
      /ты (?:опять|снова|выдум|придум|не читаешь|не слушаешь|перепутал)|бред|чушь/,
      /я вже (?:казав|казала|писав)|не той |раніше працю/,
    ],
    { before: /(?:^|[\s,.!?])/, flags: 'i' },
  ),
  anyOf([
    /(?:我)?(?:已经|刚才|刚刚|之前|早就)(?:\S{0,4})(?:说|讲|告诉|提醒|要求)|说(?:过|了)(?:多少|几|很多)?(?:遍|次)|(?:再|又)说一遍|不是让你/,
    /没让你|谁让你|我要的(?:是|不是)|不是(?:这个|那个|这里|那里|我|要)|(?:你)?(?:搞|弄|理解|改|写|用|看|放)错/,
    /错误的?(?:文件|目录|路径|分支|位置|地方|方向)|不要(?:猜|乱|瞎|擅自|自作主张|假设|编造|总是|老是|一直)|别(?:猜|乱|瞎|老|总)/,
    /(?:之前|原来|原本|昨天|刚才)(?:还|都|是)?(?:可以|能用|好的|正常|没问题)|你(?:在干|到底|怎么|总是|老是|根本|又|只|少|多|没|并没有|自己)|用不着|没必要/,
    /何必|胡说|乱改|改来改去|更适合|(?:你)?应该(?:用|是|先|在|把)|你(?:這|在)|說過|不是叫你/,
  ]),
  anyOf([
    /(?:さっき|前に|何度も|すでに|先ほど)(?:も)?.{0,8}(?:言|伝え|お願い|指示|説明)|と言った(?:のに|はず|でしょ|じゃ)|頼んで(?:い)?ない/,
    /言って(?:い)?ない|聞いて(?:い)?ない|指示して(?:い)?ない|だけ(?:で|を|に)?(?:いい|よい|お願い|頼)|別の(?:ファイル|場所|プロジェクト)です/,
    /推測(?:し)?ないで|勝手な|前は(?:動|でき|正常)|何を(?:して|やって)|なんで.{0,20}(?:した|する|してる|の)|そこじゃな|それじゃな|これじゃな|ではありません/,
    /意味が(?:ない|分から|わから)|ふざけ/,
  ]),
  anyOf([
    /(?:아까|전에|이미|분명히|몇 ?번)(?:도|이나)? ?.{0,8}(?:말했|얘기했|요청했|설명했|말씀)|라고 ?(?:했|말했)(?:는데|잖)|시킨 ?적|말한 ?적/,
    /부탁한 ?적|요청한 ?적|만 ?(?:하라고|해달라고|수정하라|고치라)|(?:다른|엉뚱한) ?(?:파일|폴더|곳|프로젝트)|(?:추측|짐작|마음대로|멋대로|임의로)/,
    /전에는 ?(?:됐|되|작동|잘)|뭐 ?(?:하는|한) ?(?:거|건)|이게 ?아니|그거 ?말고|이거 ?말고/,
  ]),
  words(
    '(?:tôi )?đã (?:nói|bảo|dặn) (?:rồi|bạn|là)|sai (?:file|thư mục|chỗ|rồi|nhánh)|tôi (?:chỉ|không) (?:muốn|yêu cầu|bảo|cần)|đừng (?:đoán|tự|có)|trước (?:đó|đây|giờ) (?:vẫn )?(?:chạy|được|hoạt động)|(?:sudah|udah) (?:saya |aku |gue )?(?:bilang|katakan|minta)|(?:file|folder|tempat|branch) (?:yang )?salah|(?:saya|aku|gue) (?:cuma|hanya|tidak|gak|nggak) (?:minta|mau|suruh)|jangan (?:asal|nebak|mengarang)|tadi(?:nya)? (?:bisa|jalan)|قلت لك|ليس هذا ما|أنت (?:تخمن|أخطأت)|मैंने (?:कहा|बोला|पहले)|ये नहीं|गलत (?:फ़ाइल|फाइल|जगह)',
  ),
];
