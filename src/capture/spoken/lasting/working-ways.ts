import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import { anyOf } from '../../../text/any-of.ts';
import { concessionOf, givesIn, grants } from '../context/acceptance.ts';
import type { OpenObjection } from '../open-objection.ts';
import { isAsked, sentencesOf } from '../words/sentences.ts';
import { plainSpelling, straight } from '../words/spelling.ts';
import { FOR_NOW, OF_PRODUCT, OF_PROJECT } from './working-manner-cues.ts';
import { tellsWayAbroad, WORKPLACE } from './working-ways-languages.ts';

/** How a human wants to be worked with, or where and with what work is done here, in free words to the one who works. */
interface Way {
  /** What of the words tells it; null where the agent's answer tells more. */
  line: string | null;
  /** The same as an instruction, which ends with a colon where the words complete it; null where they are one. */
  lead: string | null;
  /** It tells how things are here, not what to do. */
  fact: boolean;
}

interface Told {
  open: OpenObjection;
  /** The sentence, spelt plainly. */
  text: string;
}
/** The instruction that a sentence comes to; an empty one where it says that itself, null where it tells no way. */
type Read = (told: Told) => string | null;

const ofWork = (text: string): boolean => WORKPLACE.test(text) || OF_PROJECT.test(text);
const isConceded = ({ answer }: OpenObjection): boolean => grants(answer) || givesIn(concessionOf(answer));
/** Speaks of what only the talk shows. */
const UNNAMED = /^(?:(?:all|any) (?:of )?)?(?:this|that|it|these|those|them|so|one)\b(?! \w)/i;
const object = (words: string | undefined): string | null => {
  const text = (words ?? '').trim().replace(/[\s.!,;:]+$/, '');
  return text.length < 3 || UNNAMED.test(text) ? null : text;
};

const FORGOT = /\byou (?:\w+ )?(?:forgot|forget|forgetting) (?:again )?to ([a-z]+ [^.!?\n;,]{2,80})/i;
const forgot: Read = ({ text }) => {
  const work = object(FORGOT.exec(text)?.[1]);
  return work && ofWork(work) ? `Do not forget to ${work}` : null;
};

const BASE: Record<string, string> = {
  ran: 'run',
  run: 'run',
  installed: 'install',
  executed: 'execute',
  started: 'start',
  committed: 'commit',
  pushed: 'push',
  tested: 'test',
  edited: 'edit',
  built: 'build',
  worked: 'work',
};
const ASTRAY = new RegExp(
  `\\byou(?:'ve| have)?(?: just| again| also)* (${Object.keys(BASE).join('|')}) ([^.!?:;\\n]{0,60}?)\\b(outside(?: of)?|without|on|to|in) ((?:the |my |our |an? )?[\\w-]+)`,
  'i',
);
const SHARED = /\b(?:main|master|prod(?:uction)?|global\w*|wrong \w+)$/i;
const astray: Read = ({ text }) => {
  const [, verb, what, where, place] = ASTRAY.exec(text) ?? [];
  if (!verb || !(/^(?:outside|without)/i.test(where!) ? WORKPLACE.test(place!) : SHARED.test(place!)))
    return null;
  const named = object(what) ?? (/^work/i.test(verb) ? '' : 'anything');
  return `Do not ${BASE[verb.toLowerCase()]} ${named} ${where} ${place}`.replace(/ {2,}/g, ' ');
};

const MYSELF =
  /\bi(?:'ll| will| can| do|'d rather| would rather)? (?:(?:also|just|always) )?([a-z]+(?: [^.!?,;\n]{2,50}?)?),? (?:myself|on my own|by hand)\b/i;
const OWN_STEP = /^(?:no[,.!]? |ok[,.!]? )?i(?:'ll| will) (?:compile|test|build|commit|push|deploy)[.!\s]*$/i;
/** Something of that day, which he looks at or mends. */
const OF_DAY =
  /^(?:see|look|fix|think|find|figure|try|understand|\w+ (?:it|this|that|them|those|these|one|ones|some))\b/i;
/** What the user keeps for himself. */
export const LEFT = 'Leave this to the user:';
const reserved: Read = ({ text, open }) => {
  if (OWN_STEP.test(text) && open.rejected !== null) return LEFT;
  const work = MYSELF.exec(text)?.[1];
  return work && !OF_DAY.test(work) ? LEFT : null;
};

/** What agents bring along. */
const TOOLING = anyOf([
  /(?:exit |enter )?plan ?mode|multip\w* choices?|(?:clarifying |so many )?questions?|sub-?agents?|task agents?|agents?/,
  /background (?:tasks?|agents?|shells?)|to-?dos?(?: lists?)?|screenshots?|browsers?|emojis?|summar(?:y|ies)|reports?/,
  /(?:\.?md|markdown|temp(?:orary)?|backup) files?|skills?|inline (?:\w+ )?(?:code|scripts?|commands?)|heredocs?|sed/,
  /(?:python|bash|shell) (?:one-?liners?|scripts?)|worktrees?|mocks?|stubs?|placeholders?|(?:fake|dummy|mock(?:ed)?) data/,
]);
const STOPS = new RegExp(
  `\\b(?:stop|quit|no more|enough with|avoid|don't keep) (?:\\w+ing )?(?:the |any |all (?:the|these) |so many |with )*(?:${TOOLING.source})\\b`,
  'i',
);
const BARE_NO = new RegExp(
  `^(?:please |ok |and )*no (?:more )?(?:${TOOLING.source}|${WORKPLACE.source}|local)(?: \\w+)?[.!\\s]*$`,
  'i',
);

const USES =
  /^(?:no[,.! ]+|nope[,.! ]+|please )*(?:just )?use (?!(?:this|that|it|the (?:same|first|second|other|one))\b)(\S[^?\n]{2,60}?)[.!\s]*$/i;
const usesInstead: Read = ({ text, open }) => {
  const named = object(USES.exec(text)?.[1]);
  return named && open.rejected?.command && WORKPLACE.test(named) ? `Use ${named} here` : null;
};

const NEEDLESS =
  /\byou (?:shouldn't|should not|don't|do not) (?:have to|need to) ((?:source|activate|install|start|restart|build|create|log ?in|export|switch|cd)\b[^.!?,;\n]{2,60})/i;
const needless: Read = ({ text }) => {
  const work = object(NEEDLESS.exec(text)?.[1]);
  return work ? `There is no need to ${work}` : null;
};

const LOOKED: Record<string, string> = {
  read: 'Read',
  checked: 'Check',
  tested: 'Test',
  verified: 'Verify',
  compared: 'Compare',
  opened: 'Open',
  compiled: 'Compile',
};
const HAVE_YOU = new RegExp(
  `\\b(?:have|had) you (?:actually |even |really |at all |ever )*(${Object.keys(LOOKED).join('|')}) ([^.!?\\n]{4,80})\\?`,
  'i',
);
const looked: Read = ({ text, open }) => {
  const [, verb, what] = HAVE_YOU.exec(text) ?? [];
  const named = object(what);
  return named && isConceded(open) ? `${LOOKED[verb!.toLowerCase()]} ${named} before you answer` : null;
};

const STEP_ASKED =
  /\bdid(?:n't)? you (?:(?:run|use|call|do|try|follow|invoke) )?[`"']?(\/[a-z][\w:-]{3,40})/i;
/** A step that the client has a command for, and that was left out. */
const leftOut: Read = ({ text, open }) => {
  const step = STEP_ASKED.exec(text)?.[1];
  return step && (isConceded(open) || /^\W*no\b/i.test(open.answer)) ? `Do not leave out \`${step}\`` : null;
};

const ONLY_ASKED = anyOf(
  [
    /\bi (?:was )?(?:just |only )+(?:ask(?:ed|ing)|wanted (?:an answer|to know)|want (?:an answer|to know))\b/,
    /\b(?:just |only )?(?:answer|explain|analy[sz]e|look)\b[^.!?\n]{0,60}(?:,|\band\b|\bbut\b|\bnot\b) ?(?:do(?:n't| not) |not |never )(?:chang|edit|modif|touch|cod|implement|fix)\w*/,
    /(?<!\p{L})(?:ich (?:habe|wollte) (?:doch |dich )?nur (?:gefragt|wissen)|je (?:t['’]ai |voulais |posais |(?:te )?demandais )(?:juste|seulement|simplement) |solo (?:te )?(?:pregunt(?:[ée]|aba)|quer[ií]a (?:una respuesta|saber|preguntar))|s[óo] (?:perguntei|quer(?:o|ia) (?:uma resposta|saber))|ho solo (?:chiesto|fatto una domanda)|volevo solo (?:sapere|chiedere)|chiedevo solo)/u,
    /(?<!\p{L})(?:ik (?:vroeg|wilde) (?:alleen|enkel|gewoon)|sadece (?:\S+ ){0,6}sor(?:dum|muştum|uyordum)|(?:tylko|jedynie) pyta(?:łem|łam)|pyta(?:łem|łam) (?:tylko|jedynie)|(?:t|tôi|tao|mình|em|anh|chị) chỉ (?:muốn )?hỏi|(?:saya|aku|gue) (?:cuma|hanya) (?:(?:ber)?tanya|nanya))(?!\p{L})/u,
    /(?:ответ|проанализир|объясн)[^.!?\n]{0,60}а не (?:менял|менять|правил|трогал|делал)|я (?:просто|только|лишь) спрос/u,
    /我(?:只是|就是|仅仅)(?:在)?(?:问|想知道)|(?:只|仅)(?:回答|分析|解释)[^。！？\n]{0,20}(?:不要|别|不用)(?:改|动)|(?:質問|聞いた)(?:し(?:ている|た|てる))?だけ|물어본 ?(?:것|거)|질문(?:한|했을) ?(?:것|거|뿐)/u,
  ],
  { flags: 'iu' },
);
/** Wants the answer before anything else. */
const ANSWER_FIRST =
  /\bi asked (?:you )?(?:why|how|what|whether|which|a question|for an explanation|(?:you )?to explain)\b.{0,160}?\b(?:do|answer|explain|tell me) (?:that|this|it) first\b/is;
/** Files were written, or about to be, where an answer was wanted. */
const onlyAsked: Read = ({ text, open }) => {
  const about = open.rejected ?? open.last;
  const isWork = open.rejected !== null || (about !== null && EDIT_TOOLS.has(about.tool));
  const asks = ONLY_ASKED.test(text) || ANSWER_FIRST.test(open.text.slice(0, MESSAGE_CHARS_MAX));
  return isWork && asks ? 'Answer a question before any file is changed for it' : null;
};

/** Tells what is done at a certain step of any work. */
const DUTY =
  /\b(?:you|we) (?:need|have|must|should|ought)\b|^(?:please|always|make sure|never|also|and)\b|\bi (?:want|need) you\b/i;
const STEPS = anyOf(
  [
    /before (?:you )?(?:just |even |ever )?(?:start(?:ing)?|begin(?:ning)?) (?:to )?(?:mak\w+|chang\w+|cod\w+|edit\w*|implement\w*|writ\w+|\w+ing)/,
    /before (?:you )?(?:mak(?:e|ing) (?:any )?changes|cod(?:e|ing)|commit(?:ting)?|push(?:ing)?|(?:running|run|calling|call|using|use|editing|edit|touching|changing) (?:any|every|all)\b)/,
    /first\b[^.!?\n]{0,90}\b(?:and )?then (?:proceed|implement|continue|code|start)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);

/** What needs no context to be followed. */
const TOLD = anyOf(
  [
    /^(?:please |pls |also |and )?(?:use|run|keep|write|ask|check|read|update|follow|put|add) [^.!?\n]{2,60} when(?:ever)? (?:you(?:'re| are)? )?(?:chang|edit|writ|commit|push|creat|mak|add|test|runn|work|review|answer|search|plan|build|deploy)\w*/,
    /\b(?:you|we) (?:must|should|have to|need to) (?:use|follow|run|keep|write|put|ask|check|read) [^.!?\n]{2,60} for (?:all|any|every|each)\b/,
    /\b(?:answer|reply|respond|write|talk|speak)(?:ing)? (?:\w+ ){0,3}in (?:english|german|spanish|french|chinese|japanese|korean|russian|portuguese|italian|plain (?:text|english))\b/,
    /\b(?:ask|give|have|use|write|send) (?:me )?(?:more focused|fewer|shorter|simpler|smaller|one) (?:questions?|answers?|summar(?:y|ies)|replies|messages?|commits?)\b/,
    /\b(?:cannot|can't|can not|must not|may not) be (?:changed|edited|touched|modified|renamed|moved|removed|deleted)\b/,
  ],
  { flags: 'i' },
);

/** Said once before: that it was not kept tells that it holds. */
const REMINDS =
  /\b(?:as|like) i (?:already )?(?:mentioned|asked)\b|\bi (?:already |just |clearly )?(?:said|told you|asked you)\b/i;
const ANYWAY =
  /\bbut you (?:did|used|made|ran|created|still|went)\b[^.!?\n]{0,30}\b(?:anyways?|again|regardless)\b/i;

const HOW_IT_IS = anyOf(
  [
    /\b(?:i|we)(?:'ve| have)? (?:already |now )?(?:shifted|switched|migrated|moved) (?:from|to|away from|over to) [\w.-]{2,}/,
    /\b(?:is|are|'s) (?:already )?(?:used|needed|reserved|meant) (?:for|by) (?:something|someone|somebody|another|other)\b/,
    /\bi(?:'m| am) (?:now )?(?:using|running|on) (?:node|python|java|ruby|go|php|windows|linux|ubuntu|wsl|macos|powershell|zsh|fish|bun|deno|\w+ v?\d+\.?\d*)\b/,
  ],
  { flags: 'i' },
);

const WHO_ASKED = anyOf(
  [
    /\bwho (?:the \w+ )?(?:asked|told) you to\b|\b(?:nobody|no one|noone) (?:asked|told) you to\b/,
    /chi ti ha (?:chiesto|detto) di|qui[eé]n te (?:pidi[oó]|dijo) que|nadie te (?:pidi[oó]|dijo)|qui t['’]a demandé|wer hat (?:dich|dir) (?:gebeten|gesagt)|quem (?:te |lhe )?(?:pediu|mandou)|кто тебя просил|谁(?:让|叫)你|誰が頼|누가 .{0,10}(?:시켰|하래|하라)/,
  ],
  { flags: 'iu' },
);
const uncalled: Read = ({ text, open }) =>
  isConceded(open) && WHO_ASKED.test(text) ? 'Do what was asked for, and no more' : null;

const READERS: readonly Read[] = [
  uncalled,
  forgot,
  astray,
  reserved,
  usesInstead,
  needless,
  looked,
  leftOut,
  onlyAsked,
];
/** A program says it. */
const PRINTED = /^\W*(?:[\w.]{1,80}\.)?\w{0,60}(?:Error|Exception|Warning)\b|^\W*fatal:/i;
const CHARS_MAX = 300;
const CLAUSE_CHARS_MIN = 8;
const MESSAGE_CHARS_MAX = 420;

/** Says it itself. */
const tellsWay = (text: string): boolean =>
  STOPS.test(text) ||
  BARE_NO.test(text) ||
  TOLD.test(text) ||
  (STEPS.test(text) && DUTY.test(text)) ||
  ((REMINDS.test(text) || ANYWAY.test(text)) && WORKPLACE.test(text)) ||
  tellsWayAbroad(text);

/** Of what is said on the way, what the human does. */
const ownClause = (sentence: string): string =>
  sentence.split(/[,;]\s+/).find((clause) => MYSELF.test(clause)) ?? sentence;

/** Of clauses that stand side by side the one that tells the way, where one does by itself. */
const clauseOf = (sentence: string): string =>
  sentence.split(/[，；、]/).find((clause) => clause.length >= CLAUSE_CHARS_MIN && tellsWayAbroad(clause)) ??
  sentence;

function wayIn(sentence: string, open: OpenObjection): Way | null {
  const text = plainSpelling(straight(sentence));
  if (text.length < 6 || text.length > CHARS_MAX || OF_PRODUCT.test(text) || PRINTED.test(text)) return null;
  const isQuestion = isAsked(text);
  if (!isQuestion && HOW_IT_IS.test(text)) return { line: sentence, lead: null, fact: true };
  if (FOR_NOW.test(text)) return null;
  for (const read of READERS) {
    const lead = read({ open, text });
    if (lead !== null)
      return { line: lead === '' ? null : ownClause(sentence), lead: lead || null, fact: false };
  }
  return !isQuestion && tellsWay(text) ? { line: clauseOf(sentence), lead: null, fact: false } : null;
}

/** Of a sentence without an end its clauses are read one by one. */
const partsOf = (sentence: string): string[] =>
  sentence.trim().length > CHARS_MAX ? sentence.split(/[,;:] /) : [sentence];

/** The way of working that a human's words tell of; null where they tell of the day's work alone. */
export function wayOf(open: OpenObjection, words: string): Way | null {
  if (words.length > MESSAGE_CHARS_MAX) return null;
  let fact: Way | null = null;
  for (const sentence of sentencesOf(words).flatMap(partsOf)) {
    const way = wayIn(sentence.trim(), open);
    if (way && !way.fact) return way;
    fact ??= way;
  }
  return fact;
}
