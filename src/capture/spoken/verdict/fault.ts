import { anyOf } from '../../../text/any-of.ts';
import { findsFault } from '../context/acceptance.ts';
import { relationOf } from '../context/handover.ts';
import { isReworked } from '../context/switched.ts';
import { CHAT, putBefore } from '../context/told.ts';
import type { OpenObjection } from '../open-objection.ts';
import { listsFindings } from '../words/finding.ts';
import { asksWork } from '../words/objection.ts';
import { asksNegated, opensQuestion } from '../words/question.ts';
import { accuses } from '../words/reminder-cues.ts';
import { shownError } from '../words/shown-error.ts';
import { soundOf } from './sound.ts';

/** A fault that a human's words name in what the agent had just handed over. */
export interface Fault {
  score: number;
  handed: boolean;
  claimed: boolean;
  related: boolean;
  repeated: boolean;
}

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
/** Goes on to something else. */
export const goesOn = (text: string): boolean => NEXT.test(text) || NEXT_TASK.test(text);

/** Reports that it works, with nothing held against it. */
const APPROVES =
  /^(?=[^\n]{0,200}\b(?:no (?:issues|problems|errors|bugs)|so far so good|all (?:is |tested |so far |looks |works )*(?:good|fine|well)|looks? (?:good|great|fine)|works (?:great|well|fine|perfectly)|that fixed it|fixed the (?:issue|problem|bug)|you fixed it)\b)(?!.*\b(?:but|however|only thing|except|although|though|still|not (?:working|fixed))\b)/is;
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
export function faultOf(open: OpenObjection): Fault {
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
