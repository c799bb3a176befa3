import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { remembered } from '../../../text/remembered.ts';
import type { DetectorState } from '../../detector-state.ts';
import { FOREIGN_CLAIMS } from '../words/complaint-languages.ts';
import { shared, topics } from '../words/topics.ts';

/** What the agent had handed over when a human spoke (`hasGiven`): without it, words about a fault only ask for work. */
export interface Handover {
  /** It said that the work is done. */
  claimed: boolean;
  /** It had written files for it. */
  wrote?: boolean;
  /** The agent's last words, and the names of its last files. */
  shown: string[];
  /** The human's last messages. */
  asked: string[];
}

/** How words are about what was handed over. */
interface Relation {
  /** They name a thing that the agent's last words, its last files or the messages before name. */
  related: boolean;
  /** They say again much of what one of these messages said. */
  repeated: boolean;
}

/** In lower case. */
const CLAIMS = anyOf([
  /\b(?:done|fixed|finished|complete[ds]?|implemented|resolved|solved|works?|ready|succe\w*|updated|added|created|removed|changed|improved|corrected|installed|configured|deployed|now (?:(?:both|all|the|this|it|every) (?:\w+ )?)?(?:is|are|have|\w+s)|the fix|this (?:ensures|prevents|makes|fixes|keeps)|should (?:now )?(?:be|work|pass|show|fix)|pass(?:es)?|you can (?:now|try|test)|in place|erledigt|fertig|behoben|umgesetzt|hinzugef|listo|hecho|arreglad|corregid|funciona|he (?:creado|añadido|cambiado|actualizado|puesto)|pronto|feito|corrigid|adicionad|implementad|agora|terminé|corrigé|ajouté|c'est fait|fatto|corrett|aggiunt|klaar|opgelost|toegevoegd|klart|fixat|gotowe|naprawi|tamam|eklendi|düzelt|xong|selesai)/,
  /✅|✓|готово|исправ|добав|完成|修复|修好|已(?:经|更|添|修|创|删|改)|好了|完了|ました|완료|수정했|추가했|했습니다/,
]);

const SAME_MIN = 2;
const SAME_SHARE = 0.5;
/** Points at what is there without a name: `it`, `now`, `still`. */
const POINTS = anyOf(
  [
    /^(?:\W*(?:ok(?:ay)?|no|nope|so|but|hm+|and|well|hey)\b(?:\W+(?:ok(?:ay)?|no|nope|so|but|hm+|and|well|hey)\b)*\W*)?(?:it|this|that|now|still|same|nothing|again)\b/,
    /^\W*(?:(?:mas|pero|aber|mais|ma|но|maar|und|y|e|et|и)\s+)?(?:还是|仍然|仍旧|还有|まだ|また|아직|여전히|(?:immer noch|schon wieder|todav[ií]a|a[uú]n|sigue|seguimos|toujours|ainda|continua|ancora|nog steeds|опять|снова|вс[её] ещ[её])(?=\s)|(?:ça|cela|c['’]est|il|elle|das|es|er|sie|eso|esto|ello|isso|isto|ele|ela|questo|quello|это|оно|он|она)(?=\s)|这|那个|它|これ|それ|이거|이건|그거)/,
  ],
  { flags: 'i' },
);

/** Still as it was, or all of it. */
const STILL = anyOf(
  [
    /^(?:все|всё|todo|tudo|tout|alles|tutto|nichts|nada|rien|niente|ничего)\s/u,
    /(?:m[eê]me (?:erreur|probl[eè]me)|mism[oa] (?:error|problema)|mesm[oa] (?:erro|problema)|gleiche[rn]? fehler|stess[oa] (?:errore|problema)|та же (?:ошибка|проблема)|т[оа]т? же сам)/u,
    /(?:(?:problema|erro[r]?|problem|problème|fehler) (?:persiste|contin[uú]a|sigue|besteht|bleibt))(?![\p{L}])/u,
    /(?:immer ?noch|schon wieder|nach wie vor|todav[ií]a|a[uú]n no|sigue[ns]?\s|toujours pas|encore|ainda|continua|de novo|ancora|nog steeds|fortfarande|stadig|nadal|wciąż|hâlâ|опять|снова|по-прежнему|вс[её] (?:ещ[её]|равно))(?![\p{L}])/u,
    /还是|仍|依然|まだ|相変わらず|아직|여전히/u,
  ],
  { flags: 'iu' },
);

const WORDS_CHARS_MAX = 400;
const PROMPT_CHARS_MAX = 4000;
const FILES = 4;

const hasActed = (state: DetectorState): boolean => state.actions > (state.actionsBefore ?? 0);

/** True where the agent has acted or spoken since the human last spoke: only then can stopping it be about what it does. */
export const hasBegun = (state: DetectorState): boolean => state.answeredSince === true || hasActed(state);

const TEXTS_REMEMBERED = 64;

const claimsWork = remembered(TEXTS_REMEMBERED, (answer: string): boolean => {
  const words = answer.toLowerCase();
  return CLAIMS.test(words) || FOREIGN_CLAIMS.test(words);
});

const claims = (state: DetectorState): boolean => claimsWork(state.lastAnswer);

/** Puts what was written before where it is used. */
const DELIVERS =
  /\b(?:git push|deploy|restart|reload|(?:docker|compose) (?:\S+ )*(?:up|restart)|(?:npm|pnpm|yarn|bun) (?:run )?(?:dev|start|preview|build))\b/;

const delivers = (state: DetectorState): boolean =>
  (state.edits ?? 0) > 0 && DELIVERS.test(state.lastCall?.command ?? '');

const hasWritten = (state: DetectorState): boolean => (state.edits ?? 0) > (state.editsBefore ?? 0);

/** The file that was last written since the human last spoke. */
export const lastWritten = (state: DetectorState): string | undefined =>
  hasWritten(state) ? state.written.at(-1) : undefined;

/** True where files were written since the human last spoke, calls made that the agent says did the work, or earlier work delivered. */
export const hasGiven = (state: DetectorState): boolean =>
  hasActed(state) && (hasWritten(state) || claims(state) || delivers(state));

/** So long an answer after calls tells what was found. */
const REPORT_CHARS_MIN = 100;

/** True where the agent has looked something up since the human last spoke and told what it found: its findings are what was given. */
export const hasReported = (state: DetectorState): boolean =>
  hasActed(state) && state.lastAnswer.length >= REPORT_CHARS_MIN && !/[?？]\W{0,3}$/.test(state.lastAnswer);

/** True where the agent had written files and said that it is done. */
export const calledDone = (handover: Handover | undefined): boolean =>
  handover?.claimed === true && handover.wrote === true;

/** In lower case. */
const ADVISES = anyOf(
  [
    /should (?:now |then )?\w+/,
    /(?:then|now|please|just|and|to) (?:refresh|reload|re-?run|run|try|restart|open|click|select|drag|set|add|use|paste|type)/,
    /try (?:it|again|to|the)|you can (?:now )?|you (?:will|'ll) (?:now )?see/,
    /will (?:now |then )?(?:show|work|load|open|be|appear|fix)/,
  ],
  { before: /\b/, after: /\b/ },
);

/** The same in other languages; in lower case. */
const ADVISES_FOREIGN = anyOf(
  [
    /(?<![\p{L}])(?:ejecuta|abre|prueba|haz clic|reinicia|recarga|execute|abra|clique|rode|reinicie|lance[rz]?|ouvre[rz]?|clique[rz]|red[ée]marre[rz]?|essaie|starte|öffne|klicke|führe|probiere|esegui|apri|clicca|riavvia)(?![\p{L}])/u,
    /(?:нажми|открой|запусти|выполни|попробуй|поставь|скинь)|(?:运行|打开|点击|执行|重启|刷新|试试)|(?:実行して|開いて|クリック|再起動|試して)|(?:실행|열어|클릭|눌러|재시작|알려 ?주세요)/,
  ],
  { flags: 'u' },
);

/** Shows commands to run, or code to use. */
const FENCE = /```/;

const advises = (answer: string): boolean => ADVISES.test(answer) || ADVISES_FOREIGN.test(answer);

/** Asks the human to try what was handed over; in lower case. */
const ASKS_TO_TRY =
  /\b(?:can|could|would|will) you (?:please |now |also )*(?:try|test|check|refresh|reload|restart|re-?run|do a hard refresh|hard[- ]refresh)\b|\b(?:does (?:it|that) work|is it (?:fixed|gone|better)) now\?/;

/** True where the agent's last words told the human what to do, and asked nothing but to try it: its advice is what was given. */
export const hasAdvised = (state: DetectorState): boolean =>
  (!/[?？]\W{0,3}$/.test(state.lastAnswer) || ASKS_TO_TRY.test(state.lastAnswer.toLowerCase())) &&
  (FENCE.test(state.lastAnswer) || advises(state.lastAnswer.toLowerCase()));

/** What had been handed over, at the time of a human's words. */
export function handoverOf(state: DetectorState): Handover {
  const files = state.written.slice(-FILES).map(baseName).join(' ').replaceAll(/[._-]/g, ' ');
  const wrote = hasWritten(state);
  return { claimed: claims(state), wrote, shown: [state.lastAnswer, files], asked: state.lastWords ?? [] };
}

/** How a human's words are about what had been handed over before them. */
export function relationOf({ shown, asked }: Handover, words: string): Relation {
  const head = words.slice(0, WORDS_CHARS_MAX);
  const own = topics(head);
  const isSeen = (text: string): boolean => shared(own, topics(text)) > 0;
  const isAgain = (before: string): boolean => {
    const common = shared(own, topics(before));
    return common >= SAME_MIN && common >= own.size * SAME_SHARE;
  };
  return {
    related: POINTS.test(words.trim()) || asked.some(isSeen) || shown.some(isSeen) || STILL.test(head),
    repeated: asked.some(isAgain),
  };
}

const LAST_WORDS = 3;

/** Remembers a human's words for the next ones. */
export function noteWords(state: DetectorState, words: string): void {
  state.actionsBefore = state.actions;
  state.answeredSince = false;
  state.editsBefore = state.edits ?? 0;
  state.lastPrompt = words.slice(0, PROMPT_CHARS_MAX);
  state.lastWords = [...(state.lastWords ?? []), words.slice(0, WORDS_CHARS_MAX)].slice(-LAST_WORDS);
}
