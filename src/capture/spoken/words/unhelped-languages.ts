import { anyOf } from '../../../text/any-of.ts';
import { words } from './objection-languages.ts';

/**
 * What people say where a mend did not help: it is seen still, is the same, goes on, came back, got worse. Read only right
 * after work was handed over; each counts once. Orders in the same words (`do the same`, `go on`) are kept out by their place.
 */
export const UNHELPED: RegExp[] = [
  words(
    '(?:it|that|this|they|the (?:\\S+ )?(?:problem|issue|bug|error|message)) (?:(?:has|have|just|already) ){0,2}(?:(?:came|comes?) (?:right )?back|persists?|remains|reappear(?:s|ed))(?! (?:to|up|with|as|ok|okay|fine|clean|green)\\b)',
    "(?:it|that|the (?:\\S+ )?(?:problem|issue|bug|error|message))(?:'s| is) back(?: again)?(?=\\s*[.!,]|$)",
    '(?:problem|issue|bug|error)s? (?:still )?(?:persists?|remains?)|(?:even|still|much) worse(?: than before)?|got worse',
  ),
  words(
    '(?:toda[vb][ií]a|a[uú]n|aun) (?:(?:lo|la|los|las|se|me|nos|le) )?(?:ve[os]?|vemos|ven|hay|sale[n]?|aparece[n]?|tengo|tiene[n]?|queda[n]?|est[áa]n?|pasa[n]?|ocurre[n]?|falla[n]?)(?! (?:que|por)(?:$|[\\s]))',
    '(?:sigo|seguimos) (?:viendo|teniendo|con (?:el|la) mism[oa] (?:error|problema|pantalla|resultado))|(?:me |nos )?pasa (?:exactamente )?lo mismo|(?:es|sigue siendo) lo mismo',
    '(?:est[áa]|va|qued[óo]|funciona|se ve) (?:a[uú]n |todav[ií]a |mucho )?peor',
    '(?:eso |esto )?no (?:sirvi[óo]|ayud[óo]|funcion[óo]|resolvi[óo]|arregl[óo])(?: (?:de )?nada)?',
    'v(?:olvi[óo]|uelve) a (?:pasar|ocurrir|aparecer|suceder|salir|fallar|romperse|reiniciarse)',
  ),
  words(
    'ainda (?:vejo|vemos|tem|h[áa]|aparece[m]?|acontece[m]?|est[áa]|est[ãa]o|fica|sai|falha)(?! que(?:$|\\s))',
    '(?:acontece|d[áa]|deu|ficou|est[áa]) (?:exatamente )?(?:a mesma coisa|na mesma)|(?:ficou|est[áa]|t[áa]) (?:ainda |bem |muito )?pior',
    'volt(?:ou|a) a (?:acontecer|aparecer|dar|falhar|quebrar)|n[ãa]o (?:adiantou|resolveu|ajudou)|continua (?:igual|na mesma)',
  ),
  words(
    "[çc]a (?:continue|recommence|persiste|se reproduit|n['’]a rien (?:chang[ée]|donn[ée]|r[ée]solu))|(?:m[êe]me|la m[êe]me) (?:erreur|probl[èe]me|r[ée]sultat)",
    "(?:c['’]est|ça fait|j['’]ai) (?:toujours |encore |exactement )?la m[êe]me chose(?! que)|(?:c['’]est|ça devient) (?:encore |m[êe]me )?pire",
    '(?:probl[èe]me|erreur|bug) (?:est |reste |toujours ){1,2}(?:l[àa]|pr[ée]sente?)|revenue?|(?:le |la |les )?vois (?:encore|toujours)',
  ),
  words(
    '(?:passiert|ist|sind|flackert|h[äa]ngt|fehlt|steht|kommt|tritt|besteht|sehe) (?:\\S+ ){0,3}(?:weiterhin|nach wie vor)',
    '(?:es ist |ist |immer noch |genau ){1,2}dasselbe|dasselbe (?:problem|ergebnis|verhalten)|(?:der )?(?:gleiche|selbe)[rn]? fehler',
    '(?:noch |jetzt |sogar ){1,3}schlimmer|(?:hat |das ){0,2}(?:nichts gebracht|nicht geholfen)|hilft nicht',
    '(?:kommt|ist|sind|tritt) (?:immer )?wieder(?: da| auf)?(?=\\s*[.!]*$)|\\S{4,}t noch(?=\\s*[.!]*$)',
  ),
  words(
    "(?:succede|vedo|appare|appaiono|c['’]è|ci sono|esce|sfarfalla) ancora|(?:succede|è) (?:sempre |ancora )?la stessa cosa",
    '(?:è|va|adesso è|ora è) (?:ancora |anche )?peggio(?: di prima)?|è tornat[oa]|non è servito|continua(?:no)? (?:a|come prima)',
  ),
  words(
    '(?:nadal|wciąż|ciągle|znowu|dalej) (?:\\S+ ){0,2}(?:miga|jest|są|widzę|mam|to samo|się dzieje|nie|występuje|błąd|problem)',
    '(?:jest |teraz jest |jeszcze )?gorzej(?: niż było)?(?=\\s*[.!,]|$)|nie pomogło|wróciło|bez zmian(?=\\s*[.!,]|$)',
    'het (?:is|gebeurt|komt) (?:nog|weer|terug)(?: (?:steeds|terug|zo))?(?=\\s*[.!,]|$)|(?:nog steeds |precies |het is )hetzelfde|^hetzelfde(?=\\W*$)',
    '(?:nog |nu )?erger(?: dan)?|(?:dat |het )?hielp niet|heeft niet geholpen',
    'daha (?:da )?kötü|yine (?:oluyor|aynı|var|çıktı)|işe yaramadı|düzelmedi|samma sak|det (?:är|blev) (?:kvar|värre|tillbaka)|det (?:er|blev) (?:der )?(?:stadig|fortsatt|verre|værre)',
  ),
  anyOf(
    [
      /(?:всё|все|опять|снова|по-прежнему|происходит|получается) то же самое(?=\s*(?:[,.!?]|$))|(?:стало|работает|выглядит) (?:ещё |еще |только )?хуже/,
      /не (?:помогло|помогает|сработало|решило)|(?:проблема|ошибка|баг) (?:осталась|остался|не (?:ушла|исчезла|пропала)|на месте|никуда)/,
      /продолжа(?:ет|ют)(?:ся)? (?:\S+ ){0,2}\S|вернул(?:ось|ась|ся|ись)|без изменений|не допомогло/,
    ],
    { before: /(?:^|[\s,.!?])/, flags: 'i' },
  ),
  anyOf([
    /^[\s,.，。！!]*(?:还是|仍然|仍|结果|效果|依旧)?一样(?:的|啊|呢|，|,|。|！|!|$)|(?:更|越来越)(?:糟|差|严重|慢|卡)|没有?(?:用|效果|解决|改善|帮助)(?!过|户|到)/,
    /又(?:出现|来|开始)了?|(?:问题|错误|现象)(?:还|依然|仍|依旧)(?:在|存在|有)|还在(?:发生|闪|报|出现)/,
  ]),
  anyOf([
    /変わ(?:りません|らない|ってい?ない)|(?:余計に|さらに|もっと|むしろ)?(?:ひどく|悪く|悪化)(?:な|し)|効果(?:な|が(?:な|ありません))/,
    /また(?:出|起き|同じ|発生)|(?:問題|エラー|現象)(?:が|は)(?:まだ)?(?:残|続|再発)|^[\s,.、。]*同じです|直(?:って(?:い)?(?:ない|ません)|りません)/,
  ]),
  anyOf([
    /아직(?:도)? ?(?:\S+ )?(?:보|있|나|안|그대로|같)|계속 ?(?:발생|나[와오타]|뜨|같은|그래|에러|오류|안|깜빡)|더 ?(?:심해|나빠|안 ?좋)/,
    /소용(?:이)? ?없|또 ?(?:나타|발생|그래|뜨|나와)|(?:문제|오류|에러)(?:가|는) ?(?:남|여전|그대로|계속)|그대로(?:예요|네요|입니다|야|$)/,
  ]),
  // All that is said: where more stands before them, they tell what is to be done.
  anyOf([/то же самое(?=\s*(?:[,.!?]|$))|to samo(?=\s*(?:[,.!?]|$))|те саме(?=\s*(?:[,.!?]|$))/], {
    before: /(?:^|[,.!?:]\s*|(?:nadal|ciągle|wciąż|znowu|dalej|jest|результат|итог)\s)/,
    flags: 'i',
  }),
];
