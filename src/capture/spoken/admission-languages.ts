import { anyOf } from '../../text/any-of.ts';

/** An agent names an error of its own in a language other than English: more than agreeing that the human has a point. */
export const FOREIGN_ADMISSION = anyOf(
  [
    /(?:допустил|сделал|совершил)[аи]? (?:\S+ ){0,3}ошибк|(?:^|[\s,.])я (?:\S+ )?ошиб(?:ся|лась)(?![а-яё])|моя (?:ошибка|вина|недоработка)|не дов[её]ла? (?:\S+ ){0,3}до конца/,
    /(?:^|[\s,.])я (?:\S+ )?(?:забыл|упустил|пропустил|перепутал|проглядел)а?(?![а-яё])|(?:мій|моя) (?:помилка|недогляд)/,
    /(?:comet[íi]|hice) (?:un|el mismo|otro) error|error m[ií]o|mi error|me equivoqu[ée]|se me (?:olvid[óo]|pas[óo])|(?:lo |la )?olvid[ée](?= |\b)|no deb[íi] |deb[íi] haber|deber[íi]a haber/,
    /cometi (?:um|o mesmo|outro) erro|erro meu|meu erro|(?<!\p{L})(?:eu )?errei(?!\p{L})|me enganei|(?<!\p{L})esqueci(?!d|a)|n[ãa]o deveria ter|deveria ter \p{L}+[aei]do/u,
    /j['’]ai (?:fait|commis) (?:une|la m[êe]me) erreur|mon erreur|erreur de ma part|ma faute|je me suis tromp[ée]|j['’]ai (?:oubli[ée]|mal (?:compris|lu|interpr[ée]t[ée]))|j['’]aurais d[ûu]|je n['’]aurais pas d[ûu]/,
    /mein fehler|(?:habe ich|ich habe) (?:mich |da |hier |das |es |den |die )*(?:geirrt|vertan|vergessen|[üu]bersehen|missverstanden|falsch (?:verstanden|gelesen|gemacht))|(?:einen|denselben|den gleichen) fehler gemacht|h[äa]tte ich (?:\S+ ){0,5}(?:sollen|m[üu]ssen)/,
    /ho (?:commesso|fatto) (?:un|lo stesso) errore|(?:errore mio|mio errore)|mi sono sbagliat[oa]|ho (?:sbagliato|dimenticato|frainteso)|(?:non )?avrei dovuto/,
    /m[óo]j b[łl][ąa]d|pope[łl]ni(?:[łl]em|[łl]am) b[łl][ąa]d|pomyli(?:[łl]em|[łl]am) si[ęe]|(?:zapomnia|przeoczy)(?:[łl]em|[łl]am)|mijn fout|ik (?:heb|had) (?:\S+ ){0,3}(?:vergeten|over het hoofd gezien|verkeerd)|benim hatam|hata yapt[ıi]m|unuttum/,
    /是我(?:的(?:错|失误|疏忽|问题)|(?:弄|搞|理解|写|看|记)错|疏忽|漏)|我(?:的(?:错|失误|疏忽)|(?:又|再次)?犯了|(?:弄|搞|理解|写|看|记)错了|漏(?:掉|了|写|改)|忘(?:了|记)|疏忽了|不该|不应该)/,
    /私の(?:ミス|間違い|誤り|見落とし|勘違い)|(?:見落とし|勘違いし|間違え|誤解し|失念し|忘れ)て(?:い|おり)?ました|べきでした|べきではありませんでした/,
    /제 ?(?:실수|잘못|착오|불찰)|제가 (?:\S+ ){0,4}(?:실수|잘못|놓쳤|놓친|빠뜨|착각|오해|잊)|(?:했어야|말았어야) (?:했|합)/,
  ],
  { flags: 'iu' },
);
