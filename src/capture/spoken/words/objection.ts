import { anyOf } from '../../../text/any-of.ts';
import { remembered } from '../../../text/remembered.ts';
import { Cues } from './cues.ts';
import { isPortuguese } from './objection-contrasts.ts';
import { MADE, OBJECTION_CUES, TAKE_OUT } from './objection-cues.ts';
import { FOREIGN_DECLINES, FOREIGN_REQUEST, FOREIGN_WORK } from './objection-languages.ts';
import { pasted } from './own-words.ts';
import { accuses, rejectsIdea } from './reminder-cues.ts';
import { HEAD_CHARS, isTooShort } from './sentences.ts';
import { plainSpelling } from './spelling.ts';

/**
 * Reads a human's words: do they object to what was done, or ask for something new? Wording in several languages;
 * scores are log-odds contributions.
 */

const QUESTION_ONLY =
  /^(?:how|what|where|when|which|who|is|are|do|does|did|can|could|would|should|will|has|have)\b[^.!]*\?\s*$/i;
/** `can't we …`, `should we not …`: asks for something else than what is there. */
const NEGATED_QUESTION =
  /^(?:can|could|should|would|do|does|did|is|are)(?:n't\b|'t\b| (?:we|you|it|this|that|i) not\b)/i;
const REQUEST = anyOf(
  [
    /can you|could you|please(?! (?:don't|do not|dont|stop|never|avoid|no)\b)/,
    /let's(?! (?:not|only)\b)|add|create|write/,
    /make(?! sure (?:that )?(?:(?:you|we|it|this) )?(?:do(?:n't| not|nt)|never|not)\b)|implement/,
    /update|fix|run|commit|push|review|check|go ahead|do|continue|proceed|use|change|remove/,
    /rename|move|show|give|explain|tell|open|test|build|merge|rebase|help|i(?:'d| would) like|i want/,
    /we need|we should/,
    /look(?!,? (?!(?:at|in|into|for|up|how|what|why|where|if|whether|which|who)\b)(?:\w+ ){1,3}(?:is|are|was|were|has|does)\b)/,
  ],
  {
    before:
      /^(?:(?:ok|okay|yes|yeah|sure|great|perfect|nice|thanks|cool|alright|now|next|then|also|and|please|so)\b[\s,.!]*)*/,
    after: /\b/,
    flags: 'i',
  },
);
/** `list them one a line please` */
const POLITE =
  /^[a-z]+ (?!.*\b(?:no|not|don't|stop|never|again|still|why|you)\b)[^.!?\n]{2,100}\bplease\W*$/i;
/** True where the words only ask for work, by how they begin. */
export const asksWork = (text: string): boolean => {
  const head = plainSpelling(text.trim().slice(0, 120));
  return (
    REQUEST.test(head) ||
    WISH.test(head) ||
    BEGINS_WORK.test(head) ||
    POLITE.test(head) ||
    FOREIGN_WORK.test(head)
  );
};

/** True where the words put an idea before the agent. */
export const proposes = (text: string): boolean => PROPOSES.test(plainSpelling(text.slice(0, HEAD_CHARS)));

const BEGINS_WORK = anyOf(
  [
    /have (?:the|an?|it|this|my|each|all|every)|have [^.!?\n]{2,60} be|put|set|turn|replace|switch/,
    /include|allow|enable|disable|adjust|convert|improve|refactor|rewrite|apply|generate|install/,
    /deploy|publish|release|document|summari[sz]e|find|search|get|take|copy|download|upload|restart/,
    /start|kill|launch|read|adapt|expand|increase|reduce|extend|polish|clean|clear|register/,
    /handle|evaluate|compare|analy[sz]e|investigate|debug|try|wire|hook|split|merge|spin/,
    /when the user|as an? \w+,|i(?:'d| would) (?:like|love|prefer)|i (?:want|need) (?:you )?to/,
  ],
  {
    before:
      /^(?:(?:ok|okay|yes|great|perfect|nice|thanks|cool|alright|now|next|then|also|and|please|so|just|lets|let us)\b[\s,.!]*)*/,
    after: /(?![\w'])/,
    flags: 'i',
  },
);

/** Says that the agent is right about what it found. */
const AGREES =
  /^(?:yes|yeah|yep|right|correct|exactly|agreed|indeed|true)\b(?![^?]*\b(?:but|why|you|instead|so|not|\w+n't)\b)[^?]*$/i;
const AGREES_CHARS_MAX = 80;

/** Wants to understand: `help me understand why we would not …`. */
const LEARNS =
  /\b(?:maybe you (?:can|could) (?:explain|elaborate)|help me (?:to )?understand|i(?:'m| am) (?:\w+ ){0,2}(?:struggling|confused|trying to understand))\b/i;

/** Puts an idea before the agent. */
const PROPOSES = anyOf(
  [
    /don't you think|(?<!why |how )do you (?:think|agree)|does (?:that|this|it) make sense/,
    /am i (?:thinking|missing|wrong)|would(?:n't)? it be (?:better|good|nice|possible|easier|helpful)/,
    /(?:one|another|some) ?(?:more |other )?thing (?:we|you) (?:could|can|might|should) (?:also )?(?:add|do|try)/,
    /i(?:'m| am) thinking|i guess (?:we|i|it|that)|maybe we (?:should|could)/,
  ],
  { before: /\b/, after: /\b/, flags: 'i' },
);

/** Asks to take out what the agent put in. */
const TAKES_BACK = new RegExp(
  `^(?:(?:ok(?:ay)?|please|now|just|and|then|so|no)\\b[\\s,.!]*)*${TAKE_OUT.source}\\b[^!?.\\n]{0,80}\\byou(?:'ve| have)? (?:just )?${MADE.source}\\b`,
  'i',
);
/** True where the words ask to take out what the agent put in. */
export const takesBack = (text: string): boolean =>
  TAKES_BACK.test(plainSpelling(text.trim().slice(0, HEAD_CHARS)));

/** Goes on to the next thing to do. */
const GOES_ON =
  /^(?:and )?(?:also|additionally|next|then|after that)\b[\s,:]+(?!(?:you|do|don't|dont|never|stop|why|it|this|that|the|there|i|we|not|no|still|when|if)\b)[a-z]/i;

/** Asks for more, after a word or two: `hmm, can we maybe add …`. */
const WISH =
  /^(?:(?:hmm+|hm|ok|okay|but|and|so|also|yes|yeah|great|cool|nice|perfect|oh|ah|i think|i wonder if)\b[\s,.!]*){0,3}(?:can|could|should|shall) (?:we|you|i) (?:(?:maybe|also|please|now|just|perhaps|then|quickly)[\s,]+)*(?:add|have|show|include|support|get|try|see|check|make|test|look|review|run|create|write|do|explain|summari[sz]e|commit|push|open|change|rename|update|improve|fix|split|merge)\b/i;
const DECLINES_OFFER = anyOf(
  [
    /thanks|thank you|never ?mind|need|don't (?:set|bother|worry|do (?:it|that) (?:now|yet))/,
    /not (?:now|yet|needed)|leave it|let's (?:see|wait|keep|leave)|that's (?:fine|ok|all|it)/,
    /it's (?:fine|ok)|just|i'?ll|i do|i'm (?!asking|talking|saying|referring)/,
  ],
  { before: /^no\b[\s,]*/, flags: 'i' },
);

/** Only pauses or ends the work: `stop here for today`, `wait, I have to …`. */
const PAUSES = anyOf(
  [
    /^(?:(?:ok|okay|no|so)\b[\s,.!]*)?(?:stop|wait|hold on|hang on|pause)\b[\s,.!]*(?:here|there|for (?:today|now|a)\b|a (?:sec|second|moment|minute|bit)\b(?![\s,.!…-]*(?:is|are|was|were|do|does|did|has|have|why|what|how|where|you|that|this|it|there|shouldn't|isn't|aren't|didn't|doesn't|wasn't)\b)|i(?:'ll| will|'m| am| have to| need to| must)|until|till|while)\b/,
    /^(?:you )?hold up\b/,
    /^(?:please |you )*(?:wait|hold on|hold up|hang on|hold|pause|stop|cancel|abort|halt|one (?:sec|second|moment))\W*$/,
    /^(?:(?:wait|hold on|hang on|one (?:sec|second|moment)|before (?:that|you do|we do))\b[\s,.!]*)+(?:first[\s,]+)?(?:show|tell|explain|let me|give|what|can you|could you)\b/,
  ],
  { flags: 'i' },
);

/** Spares the agent work: `don't wait for the build`. */
const SPARES =
  /^(?:(?:ok(?:ay)?|no|yes|and)\b[\s,.!]*)*(?:you )?(?:(?:do(?:n't| not)|dont) (?:need to |have to )?(?:wait|worry|bother)|no need to (?:wait|worry|bother))\b/i;

/** Does the rest without the agent. */
const TAKES_OVER = anyOf(
  [
    /\bi(?:'ll| will| can|'m going to| am going to) (?:just )?(?:do|run|handle|build|test|try|fix|launch|deploy|push|commit|take care of) (?:it|that|this|them|those|the rest)\b/,
    /\bi(?:'ll| will| can) [^.!?\n]{1,30}(?:myself|manually|by hand|on my own)\b/,
  ],
  { flags: 'i' },
);

/** True where the words only pause or end the work. */
export const pauses = (text: string): boolean => PAUSES.test(text.trim());

/** Gives the agent a part to play; what follows are its instructions. */
const CASTS =
  /^(?:(?:please )?act as|you are|you're|imagine you are|pretend (?:to be|you are)|du bist|tu es|eres|você é|sei) (?:now )?(?:an?|the|ein|eine|une?|una|uno|um|uma) \p{L}/iu;

/** True where the words open by giving the agent a part to play. */
export const castsRole = (text: string): boolean => CASTS.test(text.trim());

const TEXTS_REMEMBERED = 64;

/** Parts that the description of a task has. */
const SECTIONS =
  /^[ \t]*(?:#+ |\*\*|- )?(?:context|background|task|goals?|objectives?|requirements?|acceptance criteria|expected(?: \w+)?|actual(?: \w+)?|scope|deliverables?|constraints?|description|problem(?: statement)?|motivation|proposal|steps(?: to reproduce)?|implementation|out of scope)\b\**[.:]?\**(?=$|[ \t])/gim;
const SECTIONS_MIN = 2;
/** Says outright that a task follows. */
const GIVES_TASK = /\byour (?:job|task|mission|assignment) (?:here )?is to\b/i;
const TASK_CHARS_MIN = 300;
const TASK_CHARS_MAX = 4000;

/** True where the words are the description of a task, in parts with headings: whatever fault it tells of is to be mended. */
export const describesTask = remembered(
  TEXTS_REMEMBERED,
  (text: string): boolean =>
    text.length >= TASK_CHARS_MIN &&
    (GIVES_TASK.test(text.slice(0, TASK_CHARS_MAX)) ||
      (text.slice(0, TASK_CHARS_MAX).match(SECTIONS)?.length ?? 0) >= SECTIONS_MIN),
);

/** What stands in quotation marks or backticks is somebody else's: a text to write, a message, a name. */
export const QUOTED = /"[^"\n]{1,200}"|`[^`\n]{1,200}`|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]/g;

/** Says how far the next step goes: `do not implement anything yet`, `I don't want to start this now`. */
const SCOPES = anyOf(
  [
    /(?:do not|don't|without|i (?:do not|don't) want (?:you )?to|no need to) (?:proceed\w*|implement\w*|start\w*|mak(?:e|ing) (?:any )?changes|chang(?:e|ing) anything|writ(?:e|ing) (?:any )?code|cod(?:e|ing)|execut\w+|build(?:ing)?)\b[^.!?\n,;]{0,40}\b(?:yet|now|first|any|anything|changes|code|until|before)\b/,
    /(?:do not|don't) (?!(?:\w+ ){0,6}(?:work|see|get|have|know)\b)[a-z]+ [^.!?\n,;]{0,40}\byet\b/,
    /do not proceed\b(?=\W*(?:$|i\b|just|first|yet|with))/,
  ],
  { before: /\b(?:please )?/, flags: 'gi' },
);

/** What the next step is to spare, and what is hoped for. */
const CAUTIONS =
  /(?:(?<=\S.{12})\b(?:make sure|be sure|ensure|be careful|take care|without (?:break|chang|los|touch|affect)ing)|\b(?:hopefully|i hope))\b[^.!?\n;]*/gi;

/** What others do or want: `for those who don't want it`. */
const OF_OTHERS =
  /\b(?:those|people|users?|anyone|anybody|everyone|someone|somebody|customers?|clients?|visitors?|players?|developers?|teams?) (?:who|that|which) (?:do(?:n't| not)|never|can(?:'t|not)|aren't|are not|won't|haven't)\b[^.!?\n,;]*/gi;

/** A file that the human points at, as a client writes it: `@src/a.ts`. */
const MENTION = /(?<!\S)@[\w./-]*\w/g;

const OBJECTIONS = new Cues(OBJECTION_CUES);

const DECLINES_CHARS_MAX = 80;
const LOUD = 0.6;
const LOUD_LETTERS_MIN = 15;

/** In capitals, or with several marks: whatever the language, somebody is upset. */
export function isLoud(text: string): boolean {
  if (/[!?！？]{2}[!?！？]|[!！]{2}/.test(text)) return true;
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  return upper >= LOUD_LETTERS_MIN && upper > 3 * (text.match(/\p{Ll}/gu)?.length ?? 0);
}

/** A no with thanks or praise, to an offer. */
export const declinesKindly = (text: string): boolean =>
  text.length <= DECLINES_CHARS_MAX && FOREIGN_DECLINES.test(text);

/** Strength of the objection in a human's message; 0 where there is none. Bounded work on any length. */
export function objectionScore(message: string): number {
  const head = message.trim().slice(0, HEAD_CHARS).replace(MENTION, 'file');
  const plain = plainSpelling(head).replace(QUOTED, ' … ');
  const words = isPortuguese(plain) ? plain.slice('no '.length) : plain;
  const text = words.replace(SCOPES, ' … ').replace(CAUTIONS, ' … ').replace(OF_OTHERS, ' … ');
  if (isTooShort(text, 3) || castsRole(text) || describesTask(message)) return 0;
  if (declinesKindly(text)) return 0;
  if (DECLINES_OFFER.test(words) || PAUSES.test(words) || SPARES.test(words)) return 0.3;
  let score = OBJECTIONS.sum(text);
  if (score > 0 && isLoud(text)) score += LOUD;
  if (pasted(message)) score *= 0.35;
  if (text.length <= AGREES_CHARS_MAX && AGREES.test(text)) score *= 0.35;
  if (QUESTION_ONLY.test(text) && !NEGATED_QUESTION.test(text) && !accuses(text)) score -= 1;
  if (/^(?:so |but |and )?what(?:'s| is| was| went) wrong\b/i.test(text)) score -= 1.5;
  if (/^(?:q|question|learning q|curious|wondering)\b\s*:?/i.test(text)) score -= 0.8;
  if (/\b(?:don't worry|never ?mind|no worries)\b/i.test(text)) score -= 2;
  if (TAKES_OVER.test(text)) score -= 2;
  if (rejectsIdea(text)) return Math.min(score, 5);
  if (WISH.test(text) || LEARNS.test(text)) score -= 2;
  else if (PROPOSES.test(text)) score -= 1;
  else if (TAKES_BACK.test(text)) score += 0.4;
  else if (REQUEST.test(text) || GOES_ON.test(text) || FOREIGN_REQUEST.test(text)) score -= 1.2;
  return Math.max(0, Math.min(score, 5));
}
