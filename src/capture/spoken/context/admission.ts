import { anyOf } from '../../../text/any-of.ts';
import { filtered } from '../../../text/pattern-filter.ts';
import { straight } from '../words/spelling.ts';

/** Where an agent names an error of its own: in an answer, or unasked. Pure. */

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

/** Names an own error, wherever in a sentence. */
export const OWN_ERRORS = [
  /my (?:mistake|bad|apologies|error|fault)/,
  /(?:i (?:need|have) to|let me) correct (?:myself|my (?:own|last|earlier|previous))/,
  /i (?:was (?:wrong|sloppy|mistaken|incorrect)|stand corrected|misread|misunderstood|overlooked|got (?:that|this|it) wrong|messed up|made (?:a mistake|an error|that up)|conflated|over-?(?:corrected|engineered|complicated|reached|claimed|stated|sold|stepped)|mis(?:stated|judged|counted|labell?ed|interpreted)|jumped)/,
  /(?:that was|it was) (?:my|a) (?:mistake|wrong|over)|over-correction|that was me\b/,
];

/** Names an own error: more than agreeing that the human has a point. */
export const ADMITS = anyOf(
  [
    ...OWN_ERRORS,
    /(?:sorry|i apologi[sz]e) (?:about|for) (?!the (?:confusion|inconvenience|trouble|wait)\b)(?:that|the|my|not|missing|leaving)\b/,
    /i (?:was framing|missed|forgot|just copied|said (?:that|i would|it) but)/,
    /(?:i|my \w+) should(?:n't| not)? have/,
  ],
  { before: /\b/, flags: 'i' },
);

const admitsAbroad = filtered(FOREIGN_ADMISSION);
export const namesOwnError = (text: string): boolean => ADMITS.test(text) || admitsAbroad(text);

/** True where the first 600 characters of an answer name an own error. */
export const admits = (answer: string): boolean => namesOwnError(straight(answer.trim().slice(0, 600)));

const SELF_DIAGNOSIS = anyOf(
  [
    /(?:that|this|it) was my (?:error|fault)|my (?:mistake|bad)\b/,
    /i (?:made (?:a|an) (?:mistake|error)|was wrong (?:about|to|when)|forgot to|accidentally|mistakenly|incorrectly (?:assumed|used|set|placed|added)|wrongly|shouldn't have|should not have|should have (?:used|checked|run|read|verified|known)|misread|misdiagnosed|introduced (?:a|this|that) (?:bug|regression)|broke )/,
    /i used the wrong|i(?: think i| believe i)? (?:may have|might have|have|could have|'ve)? ?(?:just )?caused (?:a |the |some )?data loss|the (?:[a-z]+ )?reviewer (?:is|was) (?:absolutely |completely |quite )?(?:right|correct)\b/,
    /i(?: just| also| had| have)? (?:overwr(?:ote|itten)|clobbered|deleted|removed|dropped|committed|pushed|reset|reverted|discarded|edited|changed) (?:[^\s.!?]+ ){1,10}?(?:without (?:first )?(?:reading|checking|looking|asking|a backup|backing)|by (?:mistake|accident)|unintentionally)/,
    /(?:bug|typo|error|mistake|regression|problem) (?:that |which )?i(?:'d| had|'ve| have)? (?:just )?(?:introduced|made|left)\b/,
    /i (?:miscounted|mistyped|misspell?ed|misnamed|misplaced|miscalculated|overlooked)\b|i was (?:editing|looking at|using|testing|running|reading) the wrong\b/,
    /i(?:'d| had|'ve| have)? left (?:behind |in )?(?:a|an|the|that|some|my) [^.!?\n]{3,100}(?:, so|[.;]|\s[—–-]) ?(?:i'll|let me|i will|i'm going to) (?:just |also |now )?(?:fix|clean|remove|restructure|correct|delete|drop)\b/,
    /my (?:own )?(?:test|edit|script|regex|assertion|scenario|query|pattern|sed|replacement|expectation) (?:itself )?(?:(?:was|is) (?:wrong|broken|invalid|incorrect|bogus)|didn't (?:actually )?(?:exercise|test|cover|match))\b/,
    /my (?:earlier|previous|initial|first) (?:claim|assumption|diagnosis|statement|fix|answer|edit) was (?:wrong|incorrect|incomplete|mistaken)/,
    /(?<!\b(?:if|whether|sure|case|unless) )(?:that|this|it|the|my) (?:[\w`. -]{0,40} )?(?:absorbed|caught|included|staged|committed|picked up|pulled in|deleted|removed|replaced|renamed|touched|overwrote) (?:(?!\b(?:nothing|anything|none|no)\b)[^.!?\n]){0,60}?(?:more than (?:i )?(?:intended|wanted|meant|planned)|\bi did(?:n't| not) (?:want|intend|mean)(?! to (?:make|say|imply)))\b/,
    /(?:that|this|it|which|i)(?:'ve| have| just| had)? (?:amended|committed (?:to|on)|pushed (?:to|on)|merged (?:into )?|edited|overwrote|deleted|removed|reverted|stashed|rebased|reset) the wrong (?!way\b)\w+/,
    /my (?:`[^`\n]{1,60}`|\w+(?: \w+)?) (?:also )?swept (?:in|up)\b/,
  ],
  { before: /\b/, flags: 'i' },
);

const diagnosesItself = filtered(SELF_DIAGNOSIS);

/** True where the assistant names an error of its own. */
export function admitsError(text: string): boolean {
  return diagnosesItself(text.slice(0, 1500));
}
