import { anyOf } from '../../../text/any-of.ts';

/** What work is done with and in, by names that most languages share. */
export const WORKPLACE = anyOf(
  [
    /\.?venvs?|virtual ?envs?|virtual environments?|conda|miniconda|anaconda|poetry|pipenv|npm|pnpm|yarn|docker(?:[- ]compose)?/,
    /containers?|sandbox|wsl|terminals?|shells?|powershell|worktrees?|git|commits?|push|branch(?:es)?|prs?|ci|cd|sudo/,
    /headless|sub-?agents?|task agents?|agents?|mcp|plan ?mode|claude\.md|agents\.md|ssh|cron|staging|production|prod/,
    /(?:dev |local )?servers?|localhost|env(?:ironment)? (?:files?|variables?)|\.env|tests?|scripts?|pip|uv|bun|make|gradle|maven/,
  ],
  { before: /(?<![\w/-])/, after: /(?![\w-])/, flags: 'i' },
);

/** The same in words of their own. */
const PLACE_ABROAD = anyOf(
  [
    /(?<!\p{L})(?:servidor|terminal|entorno|ambiente|rama|pruebas|testes?|umgebung|zweig|serveur|environnement|branche|ramo)(?!\p{L})/u,
    /(?<!\p{L})(?:сервер|терминал|ветк|окружени|тест)\p{L}*/u,
    /终端|終端|服务器|服務器|伺服器|环境|環境|分支|虚拟环境|虛擬環境|ターミナル|サーバー|ブランチ|仮想環境|터미널|서버|브랜치|가상 ?환경|전역/,
  ],
  { flags: 'iu' },
);

/** First one thing, then the other, whatever is worked on. */
const ORDER_ABROAD = anyOf(
  [
    /antes de [^.!?\n]{3,60}(?:deb(?:es|er[ií]as)|tienes que|hay que|deve(?:s|rias?)?|precisa|tem que)(?!\p{L})/u,
    /avant de [^.!?\n]{3,60}(?:tu (?:dois|devrais)|il faut|vous devez)(?!\p{L})/u,
    /bevor du [^.!?\n]{3,60}(?:musst|sollst|solltest|bitte)(?!\p{L})|prima di [^.!?\n]{3,60}(?:devi|dovresti|bisogna)(?!\p{L})/u,
    /(?:прежде чем|перед тем как) [^.!?\n]{3,60}(?:надо|нужно|должен|сначала)/u,
  ],
  { before: /(?<!\p{L})/u, flags: 'iu' },
);

/** Forbids, or wants without. */
const NOT_ABROAD = anyOf(
  [
    /(?<!\p{L})(?:no (?:uses|pares|hagas|ejecutes|instales|abras|lances|corras|toques|apagues)|sin (?:apagar|parar|usar|tocar|instalar|abrir))(?!\p{L})/u,
    /(?<!\p{L})(?:n[ãa]o (?:use|pare|fa[çc]a|execute|instale|abra|rode|toque)|sem (?:parar|usar|instalar|abrir|desligar))(?!\p{L})/u,
    /(?<!\p{L})(?:n['’](?:utilise|installe|exécute|ouvre|arrête)|ne (?:lance|fais|touche|stoppe|coupe)|sans (?:utiliser|arrêter|installer|lancer|bloquer))(?!\p{L})/u,
    /(?<!\p{L})(?:ohne|kein\p{L}*|nicht (?:im|in|mit|auf|über))(?!\p{L})/u,
    /(?<!\p{L})(?:non (?:usare|installare|eseguire|aprire|fermare)|senza (?:usare|fermare|aprire))(?!\p{L})/u,
    /(?<!\p{L})не (?:используй|запускай|трогай|ставь|устанавливай|открывай|останавливай)(?!\p{L})/u,
    /(?:不要|别|不用|禁止)(?:再)?(?:用|使用|开|装|跑)?|使わない|使用しない|しないで|하지 ?말고|쓰지 ?말|하지 ?마/,
  ],
  { flags: 'iu' },
);

/** Who is to be asked, in which language one is answered, what is there already. */
const HABITS_ABROAD = anyOf([
  /(?:没有?|还没|未)(?:经过?|有)?(?:我)?(?:的)?(?:确认|同意|允许|询问)[^。！？\n]{0,8}(?:就|便)|(?:必须|需要|应该|一定要)先?(?:询问|征求|问)我/,
  /(?:用|使用)(?:中文|英文|英语|日文|日语)(?:回答|回复|交流|说明|输出)|(?:回答|回复|输出)[^。！？\n]{0,6}(?:用|使用)(?:中文|英文|英语)/,
  /日本語で(?:回答|答え|書い|説明)|한국어로 ?(?:답|설명|대답|말)/,
  /(?:respond[ea]|contesta|escribe|habla)(?:me)? en español|responda? em português|répond(?:s|ez)(?:-moi)? en français|antworte (?:mir )?(?:bitte )?auf deutsch|отвечай(?:те)? (?:мне )?по-русски|rispondi in italiano/i,
]);

/** Spares what stood there before this change. */
const AS_IT_WAS = /原来的|原本的|原有|现有|元の|既存|기존/;

/** True where a sentence in another language tells how work is done here. */
export const tellsWayAbroad = (sentence: string): boolean =>
  HABITS_ABROAD.test(sentence) ||
  ((ORDER_ABROAD.test(sentence) ||
    (NOT_ABROAD.test(sentence) && !AS_IT_WAS.test(sentence) && !/^[\x20-\x7e]*$/.test(sentence))) &&
    (WORKPLACE.test(sentence) || PLACE_ABROAD.test(sentence)));
