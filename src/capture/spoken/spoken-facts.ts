import { anyOf } from '../../text/any-of.ts';
import type { OpenObjection } from '../failure-state.ts';
import { admits, concessionOf, findsFault, grants, onlyConfirms } from './acceptance.ts';
import { accuses } from './accuses.ts';
import { showsAdvisedFailing, showsAsked, showsGivenFailing } from './advised.ts';
import { isAsMeant } from './as-meant.ts';
import { isBacked } from './backed.ts';
import { soundsCertain } from './certain.ts';
import { asksNegated, listsFindings, opensQuestion } from './complaint.ts';
import { relationOf } from './handover.ts';
import { isKept } from './kept.ts';
import { asksFact, type Manner, mannerOf, onlyAsks, seeksAdvice } from './manner.ts';
import { asksWork, castsRole, isLoud, pasted, pauses, reviews, takesBack } from './objection.ts';
import { plainWords } from './own-words.ts';
import { ownsUp } from './owned-up.ts';
import { rejectsIdea } from './reminder-cues.ts';
import { errorAmong, shownError } from './shown-error.ts';
import { soundOf } from './sound.ts';
import { plainSpelling } from './spelling.ts';
import type { Fault, SpokenFacts } from './spoken-verdict.ts';
import { isOtherFile, isReworked, obeysNow, type Switch } from './switched.ts';
import { ADDS, CHAT, isLetThrough, isTold, LOUD_CHARS, onlyWishes, putBefore, ranItself } from './told.ts';
import { NOD, standsForLater } from './user-rule.ts';
import { holdsAnyTime } from './working-manner.ts';
import { wayOf } from './working-ways.ts';

const SHORT_CHARS_MAX = 140;
const BRIEF_CHARS_MAX = 260;
/** Says something: neither a yes nor a wish. */
const STATES =
  /^(?!\W*(?:yes|yeah|yep|ok(?:ay)?|sure|right|correct|exactly|agreed|go)\b)(?!.*\bplease\b).{16}/is;

/** What is given to be read may be anybody's. */
const GIVES_TO_READ = /^\s*(?:here(?:'s| is| are)|these are|the logs?|logs?:|fyi)\b/i;

/** Asks for what would be, not about what was done. */
const HYPOTHETICAL = /\bwhat (?:happens|would happen|if)\b[^.!]*\?\s*$/i;

/** Goes on to something else. */
const goesOn = (text: string): boolean => NEXT.test(text) || NEXT_TASK.test(text);

/** The words show an error that something printed: of what was handed over, or one that an edit follows. */
const showsError = ({ text, handover, correction, editedLate }: OpenObjection): boolean =>
  !GIVES_TO_READ.test(text) &&
  !goesOn(text) &&
  ((handover !== undefined && shownError(text) > 0) ||
    (correction !== null && editedLate !== true && errorAmong(text) !== null));

/** What the client says where the model's service refuses: nothing of it is the agent's work. */
const OF_SERVICE = /\bAPI Error: [45]\d\d \{"type":"error"/;
const SERVICE_CHARS = 2000;

/** What a reviewer or a program has found, pasted or in its words. */
const readsAsFinding = (text: string): boolean => pasted(text) || listsFindings(text) || reviews(text);

/**
 * What the verdict on a human's words rests on; null where they cannot be about what was done.
 * @param acceptance score of the agent's answer to them
 */
export function spokenFacts(
  open: OpenObjection,
  acceptance: number,
  switched: Switch | null,
): SpokenFacts | null {
  const { text, answer, rejected, commands, after = [] } = open;
  if ((isLetThrough(open) && !grants(answer)) || showsAsked(open)) return null;
  if ((onlyWishes(open) || OF_SERVICE.test(text.slice(0, SERVICE_CHARS))) && !admits(answer)) return null;
  const fault = faultOf(open);
  const told = isTold(open);
  const certain = soundsCertain(open);
  const advised = showsAdvisedFailing(open) || showsGivenFailing(text, open.handover?.shown[0] ?? '');
  const shown = advised || showsError(open);
  const way = !open.rule && wayOf(open, plainWords(text).trim())?.fact === false;
  const firm = isFirm(open);
  const kept = isKept(open);
  if (!firm && !mayCorrect(open, { acceptance, switched, fault, told, shown, certain, way, kept }))
    return null;
  const redone = open.redone === true;
  const reworked = isReworked(open);
  const concession = onlyConfirms(text, answer)
    ? 'none'
    : ownsUp(plainWords(text), answer)
      ? 'admits'
      : concessionOf(answer);
  const isConceded = concession === 'yields' || concession === 'admits';
  const isFinding = readsAsFinding(text);
  const facts: Omit<SpokenFacts, 'backed' | 'asMeant'> = {
    objection: open.objection,
    acceptance,
    rejected: rejected !== null,
    inline: open.inline === true,
    redone,
    planned: putBefore(rejected?.nativeTool) !== null,
    told,
    asksWork: asksWork(text),
    adds: ADDS.test(text),
    chat: CHAT.test(text) || pauses(text) || ranItself(open),
    loud: isLoud(text.slice(0, LOUD_CHARS)),
    sameShell: rejected?.tool === 'Bash',
    reworked,
    rule: open.rule,
    actedBefore: open.actedBefore,
    question: isQuestion(open),
    hypothetical: HYPOTHETICAL.test(text.slice(0, 600)),
    short: text.length <= SHORT_CHARS_MAX,
    brief: text.length <= BRIEF_CHARS_MAX && STATES.test(text),
    pasted: pasted(text) || (isFinding && reworked && (isConceded || !asksWork(text))),
    manner: mannerOfTalk(shown || rejectsIdea(plainSpelling(text)), mannerOf(text, open.said)),
    concession,
    answersQuestion: /^\W{0,4}(?:good|great|fair) question\b/i.test(answer),
    acted: redone || (open.editedLate !== true && (reworked || open.correction !== null)),
    switched,
    undone: open.undone === true || (reworked && takesBack(text)),
    otherFile: isOtherFile(open),
    obeyed: (open.rule || acceptance >= 0.8) && obeysNow(text, commands, after),
    afterFailure: open.afterFailure === true,
    asksFact: asksFact(text),
    onlyAsks: onlyAsks(text),
    interrupted: open.interrupted === true,
    fault,
    firm,
    standing: open.rule && standsForLater(text),
    denies: DENIES_FIRST.test(text),
    sounds: soundOf(open),
    shown,
    given: open.given === true,
    seeksAdvice: seeksAdvice(text) && !rejectsIdea(plainSpelling(text)),
    foundOut: isFinding && isConceded && open.given === true,
    certain,
    way,
    kept,
    advised,
    granted: grants(answer) && !CONFIRMS.test(text),
  };
  return { ...facts, backed: isBacked(facts, open), asMeant: !reworked && !isConceded && isAsMeant(open) };
}

/** An error that is shown, or what says that the offer will not do, is no mere answer to it. */
const mannerOfTalk = (objects: boolean, manner: Manner): Manner =>
  objects && manner === 'answers' ? 'plain' : manner;

/** Only wants to hear that it is so. */
const CONFIRMS =
  /(?:\b(?:right|correct|true|verdad|cierto|certo|vero|richtig|stimmt)|верно|правильно|(?:对|是)(?:吗|吧|么|不对)|맞(?:아|어|지|나|죠|습니까)\S{0,3}|(?:です|だ)よね)\s*[?？][\s)]*$/i;

/** Opens with a no, and more than that. */
const DENIES_FIRST = anyOf(
  [
    /no|nope|nah|wrong|(?:that|this|it)(?:'s| is|s)? (?:just |simply |still )?not/,
    /not (?:that|this|the|what|it|like|good|working|right|here|there|those|these)/,
  ],
  {
    before: /^\W*/,
    after: /\b(?!,? (?:problem|worries|need|thanks|thank|idea|rush|hurry|more|further|other))[\s,.!:-]*\S/,
    flags: 'i',
  },
);

/** Goes on to something else, or to somebody else's machine. */
const NEXT = anyOf(
  [
    /(?:the )?(?:next|other|remaining|second|third|last) (?:problem|issue|thing|bug|one|step)\b/,
    /next\b|new (?:issue|bug|task|problem)|another (?:issue|bug|thing|problem)|separate\w*|unrelated/,
    /different (?:issue|topic|bug)/,
    /looking at (?:the |our )(?!changes|diff|output|results?|code\b)[\w -]{2,24}:/,
    /(?:customers?|clients?|users?|people|someone|somebody) (?:report|complain|say|said|told)/,
    /(?:hm+ )?on (?:my|his|her|their) (?:mac|machine|laptop|pc|phone|computer)/,
  ],
  { before: /^(?:(?:ok(?:ay)?|great|perfect|cool|so|now|and|thanks|good|nice)\b[\s,.!]*)*/, flags: 'i' },
);
/** Reports that it works, with nothing held against it. */
const APPROVES =
  /^(?=[^\n]{0,200}\b(?:no (?:issues|problems|errors|bugs)|so far so good|all (?:is |tested |so far |looks |works )*(?:good|fine|well)|looks? (?:good|great|fine)|works (?:great|well|fine|perfectly)|that fixed it|fixed the (?:issue|problem|bug)|you fixed it)\b)(?!.*\b(?:but|however|only thing|except|although|though|still|not (?:working|fixed))\b)/is;
/** Sets out to the next task, in other languages. */
const NEXT_TASK = anyOf(
  [
    /(?:maintenant|ahora|agora|adesso|ora|jetzt|nun|теперь)[\s,]+(?:on va|je (?:veux|voudrais)|vamos|quiero|quero|vogliamo|voglio|facciamo|lass uns|wollen wir|m[öo]chte ich|давай(?:те)?|хочу|надо)(?=[\s,.!])(?![^.!?]{0,30}(?:melhor|corrig|mejor|arregl|am[ée]lior|verbesser|beheb|migliora|исправ|поправ))/,
    /(?:m[öo]chte|will) ich (?:jetzt|nun|als n[äa]chstes)(?=[\s,.])|接下来|现在(?:我们|请|开始|把)|次は|次に|이제 (?:부터|다음)|다음(?:은|으로)/,
  ],
  {
    before: /^(?:(?:ok(?:ay)?|bon|alors|gut|so|bien|vale|bom|bene|хорошо|так|好的?|좋아)[\s,.!]*)*/,
    flags: 'i',
  },
);
/** Praise with nothing held against it. */
const PRAISES =
  /^(?=[^.!?\n]{0,80}\b(?<!\b(?:an?|great|not|isn't|isnt|no) )(?:nice|great|good|perfect|awesome|excellent|amazing|wow|love|well done|beautiful|brilliant|fantastic)\b)(?!.*(?:\b(?:but|however|only|except|although|though|still|yet|not (?:working|fixed)|errors?|failed|fails|pero|mas|mais|aber|però)\b|\bно\s|但|不过|けど|でも|지만|는데))/is;

/** What the agent then finds, and mends in its own file, was told of. */
const FOUND = 1.6;
const BARE_CHARS_MAX = 32;

/** Words that sound so much like a correction are about the work, whether or not they name a thing of it. */
const CERTAIN = 2;

/** A few words that name nothing (`não resolveu`) speak of what is there. */
const isBare = (text: string): boolean => text.trim().length <= BARE_CHARS_MAX;

const NO_FAULT: Fault = { score: 0, handed: false, claimed: false, related: false, repeated: false };

/** The fault that the words name in what the agent had just handed over. */
function faultOf(open: OpenObjection): Fault {
  const { text, complaint = 0, handover, rejected, answer } = open;
  const reworked = isReworked(open);
  if (CHAT.test(text) || putBefore(rejected?.nativeTool) !== null) return NO_FAULT;
  if (handover === undefined || asksWork(text) || listsFindings(text)) return NO_FAULT;
  if (goesOn(text) || PRAISES.test(text) || APPROVES.test(text)) return NO_FAULT;
  const { claimed, wrote } = handover;
  if (wrote !== true && !reworked && asksNegated(text)) return NO_FAULT;
  const error = shownError(text);
  const handed = error === 0 && (!/[?？]/.test(text) || accuses(text));
  const finds = findsFault(answer);
  const score = Math.max(complaint, reworked && claimed ? error : 0, reworked && finds ? FOUND : 0);
  if (score === 0) return { ...NO_FAULT, handed, claimed };
  const relation = relationOf(handover, text);
  const related = relation.related || isBare(text) || (reworked && !opensQuestion(text));
  const { repeated } = relation;
  const isOfWork =
    related ||
    repeated ||
    finds ||
    (claimed &&
      (!/^\p{ASCII}*$/u.test(text) || (handover.wrote === true && (soundOf(open) ?? 0) >= CERTAIN)));
  return { score: isOfWork ? score : 0, handed, claimed, related, repeated };
}

/** A fault that clearly stands before the mark is told, not asked about; so is blame. */
const STATED_MIN = 1.5;
const STATED_BEFORE = /[^.!?\s][.!。！]\s*(?<=\s|[。！])[^.!。！]{3,240}[?？]\s*$/;
/** With a mark, or with the particle that asks in Chinese, Japanese and Korean. */
const ENDS_QUESTION =
  /(?:[?？]|[吗嗎么呢][。.]?|(?:です|ます|でしょう|ません|だろう)か[。.]?|(?:나요|까요|니까|가요)[.]?)\s*$/;
const WHY_AFTER = /\b(?:why|what's up|how come|wtf)\s*[?？]+\s*$/i;

/** A question of fact, and what lies behind it. */
const FACT_FIRST =
  /^(?:(?:wait|so|ok(?:ay)?|hm+)\b[\s,.!]*)*(?:is|are|was|were|does|do|did|what|which|who|where|how)\b(?![^.!?\n]*\b(?:really|even|still|you)\b)[^.!?\n]*\?/i;
/** Wants to be told how to do it himself. */
const ASKS_HOW =
  /(?:^|[.!\s])(?:how (?:can|do|could|should) i|wie kann ich|comment (?:puis-je|je peux|faire)|c[oó]mo (?:puedo|hago)|como (?:posso|fa[çc]o)|come (?:posso|faccio)|как мне)\s[^.!?]*\?\s*$/i;
/** Puts an idea as a question, whatever words it has of a fault. */
const ASKS_WISH = /^\W*(?:would|could|should|shall|can) (?:this|it|that|we|you|i)\b/i;
/** A question without its mark. */
const ASKS_UNMARKED = /^(?!\W*(?:\w+\W+)?(?:why|when)\b)/i;

function isQuestion(open: OpenObjection): boolean {
  const { text, complaint = 0, handover, rule } = open;
  if (accuses(text) || rejectsIdea(plainSpelling(text))) return false;
  if (rule && (standsForLater(text) || NOD.test(text.trim()))) return false;
  if (!/[?？]/.test(text) && !ENDS_QUESTION.test(text))
    return (complaint === 0 || ASKS_WISH.test(text)) && opensQuestion(text) && ASKS_UNMARKED.test(text);
  if (!ENDS_QUESTION.test(text)) return complaint === 0 && FACT_FIRST.test(text);
  return !(
    handover !== undefined &&
    complaint >= STATED_MIN &&
    (isReworked(open) || !ASKS_HOW.test(text)) &&
    (STATED_BEFORE.test(text) || WHY_AFTER.test(text))
  );
}

const FIRM_CHARS_MAX = 400;
const QUOTES = /"[^"\n]*"|\u201c[^\u201d\n]*\u201d|\u00ab[^\u00bb\n]*\u00bb/g;

/** A few words of the human's own, once something was done, tell what holds at any time. */
const isFirm = ({ text, rejected, last }: OpenObjection): boolean =>
  last !== null &&
  text.length <= FIRM_CHARS_MAX &&
  putBefore(rejected?.nativeTool) === null &&
  !pasted(text) &&
  !castsRole(text) &&
  !GIVES_TO_READ.test(text) &&
  shownError(text) === 0 &&
  holdsAnyTime(plainWords(text).replace(QUOTES, ' … '));

/** An answer that takes the words in. */
const YIELDS = 0.8;

/** True where the words can be about what was done: they object, or their refusal or what followed says so. */
function mayCorrect(
  open: OpenObjection,
  {
    acceptance,
    switched,
    fault,
    told,
    shown,
    certain,
    way,
    kept,
  }: Pick<SpokenFacts, 'acceptance' | 'switched' | 'fault' | 'told' | 'shown' | 'certain' | 'way' | 'kept'>,
): boolean {
  const isBrokenWork = isReworked(open) && readsAsFinding(open.text);
  return (
    isLinked(open) ||
    isBrokenWork ||
    fault.score > 0 ||
    told ||
    shown ||
    certain ||
    way ||
    kept ||
    (isReworked(open) && acceptance >= YIELDS) ||
    switched !== null ||
    isOtherFile(open) ||
    open.undone === true ||
    (open.interrupted === true && (open.objection > 0 || acceptance >= YIELDS)) ||
    acceptance >= 2.2 ||
    admits(open.answer)
  );
}

/** A refusal is only evidence where its words, or those right after it, object, or another way is taken. */
export function isLinked(open: OpenObjection): boolean {
  return open.inline === true || open.objection >= 0.5 || open.rule || open.redone === true;
}
