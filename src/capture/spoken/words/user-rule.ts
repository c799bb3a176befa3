import { anyOf } from '../../../text/any-of.ts';
import { PatternFilter } from '../../../text/pattern-filter.ts';
import { castsRole } from './objection.ts';
import { NO_SUCH } from './objection-cues.ts';
import { FOREIGN_INSTRUCTION, FOREIGN_PROHIBITION, FOREIGN_RULE } from './objection-languages.ts';
import { pasted } from './own-words.ts';
import { HEAD_CHARS, isAsked, sentencesOf, statementsOf } from './sentences.ts';
import { plainSpelling } from './spelling.ts';

const RULE = anyOf(
  [
    /(?:^|[.!;,:]\s*|\b(?:please|should|must) )always (?!be(?:en)?\b|was|were|is\b|are\b|ha[ds]\b|have\b|fail|work|get|got|see|the\b|that\b|this\b|a\b)[a-z]+ [a-z]/,
    anyOf(
      [
        /always (?:use|run|check|do|make|add|keep|prefer|read|write|put|start|include|ask|commit|test|verify|quote|call|set|go|work)/,
        /never (?:use|run|do|commit|push|add|edit|touch|change|delete|force|skip|write|put|modify|call|create|assume|mention|include)|from now on/,
        /(?:in (?:the )?future|going forward),? (?:please|always|never|don't|do|use|just|make|only|run)/,
        /(?:every time|whenever) you [^.!?\n]{3,80}(?:,|\bplease\b|\bmust\b|\bshould\b)|as a rule|remember(?: (?:to|that|this|never|always)|:|,)/,
        /we (?:always|never) |(?<!can |could |should |if )we only |(?<!\b(?:can|could|should|if|do|did|why|when|how|where|and) )we use \S+/,
        /we don't use|our (?:convention|rule|policy|standard)|must (?:always|never)|make it a rule|every single time/,
        /\b(?:every|each) [\w -]{2,40} (?:gets|goes|needs|must|has to|lives|belongs)\b|(?:for )?next time[,:]/,
        /(?:don't|dont|do not|no) (?:need|want) [^.!?\n]{1,60} every time/,
        /(?:run|check|do|ask|read|use|update|rebuild|restart) [^.!?\n]{1,60} (?:after|before) (?:every|each|any) |\bonly ever /,
        /(?:add|put|write|save|note|keep) (?:this|that|it|these) (?:down )?(?:to|in|into) (?:your |the |my )?(?:memory|(?:claude|agents|gemini)\.md)/,
        /(?:if|that) you (?:always|never) (?!be(?:en)?\b|was|were|are\b|ha[ds]\b|have\b)[a-z]+/,
        /(?:before|after|when) (?:you )?(?:running|executing|editing|committing|pushing|changing|writing|creating) (?:any|every|each)/,
      ],
      { before: /\b/ },
    ),
    /we should (?:always|never|only|be using) /,
  ],
  { flags: 'i' },
);

/** Who may do what before whom: asking less, or nothing until it is said; and what is to be written down for later. */
const CONSENT = anyOf(
  [
    /\b(?:do(?:n't| not)|dont|never|stop|no need to|quit) (?:ask(?:ing)?|prompt(?:ing)?) (?:me|us|for)\b/,
    /\b(?:until|till|unless|before) i (?:say|tell|ask|confirm|approve|agree|review|allow|give you|have (?:approved|reviewed|confirmed))\b/,
    /\bwithout (?:my (?:permission|consent|approval|confirmation|ok|say|go[- ]ahead)|asking (?:me|us)|checking with (?:me|us))\b/,
    /\b(?:put|add|write) (?:an?|another|this|the following) rule (?:in|into|to) (?:the |your |our |my )?[\w./-]+\.md[cx]?\b/,
    /\b(?:put|add|make|leave|write|save|keep) (?:an? |this |that |the )?(?:note|rule|reminder|instruction|line|entry|preference)s? (?:of (?:this|that|it) )?(?:in|into|to) (?:your |the |my |our )?(?:memory|rules?\b|[\w./-]*(?:claude|agents?|gemini|copilot-instructions|rules)\.mdc?\b|\.cursorrules)/,
    /\b(?:when|whenever|after|once|before) you (?:finish|start|complete|write|commit|edit|change|create|are done)[^.!?\n]{0,60}[.,:]? ?\b(?:pause|stop|wait|ask|never|always|tell|show|check|run|don't|do not)\b/,
    /\bwhen(?:ever)? (?:writ+ing|creating|making|naming|committing|editing|running|adding)\b[^.!?\n]{2,60}, ?(?:please )?(?:never|always|do(?:n't| not)|dont|use|include|keep)\b/,
  ],
  { flags: 'i' },
);
const CONSENT_CHARS_MAX = 300;

const isRule = (text: string): boolean =>
  RULE.test(text) ||
  FOREIGN_RULE.test(text) ||
  (text.length <= CONSENT_CHARS_MAX && CONSENT.test(plainSpelling(text)));

const rulesFilter = new PatternFilter([RULE, FOREIGN_RULE, CONSENT]);

/** False where no sentence of the message can state a rule: most hold none of the words. */
const mayStateRule = (message: string): boolean => rulesFilter.possible(plainSpelling(message)).length > 0;

/** True where the message states a rule for the future, short enough to be one. */
export function statesRule(message: string): boolean {
  const text = message.trim();
  return (
    text.length <= 500 &&
    !pasted(message) &&
    !castsRole(text) &&
    mayStateRule(text) &&
    (sentencesOf(text).some(tellsRule) || standsForLater(text))
  );
}

/** Tells what is to be done, not how things are done. */
export const ORDERS_WORK =
  /^(?:(?:please|now|and|then|also|finally|can you|could you|i (?:want|need|would like|'d like) you to)[\s,]+)*(?:add|create|write|build|implement|install|set up|fix|change|update|extend|refactor) (?!(?:an?|this|the|another) (?:rule|note|reminder|instruction|line)\b)/i;
/** Tells what is not to be done. */
export const ORDERS_NOT = /^(?:don't|do not|dont|never|stop|no)\b/i;
/** What a fix begins with, or goes on with, that quotes a rule. */
export const RULE_LEAD = "Follow the user's rule: ";

/** True of a fix that tells what is not to be done, in our words or as the user's rule. */
export function forbids(remediation: string): boolean {
  const at = remediation.indexOf(RULE_LEAD);
  return ORDERS_NOT.test(at < 0 ? remediation : remediation.slice(at + RULE_LEAD.length));
}

/** What that is for. */
const PURPOSE = /\s(?:in order )?to (?:make sure|ensure|guarantee)\b.*/is;

/** Only asks for a nod to it. */
export const NOD =
  /[,，、\s]+(?:ok(?:ay)?|alright|all right|please|deal|got it|understood|right|s[ií]|ja|d['’]accord|va bene|ладно|хорошо)\s*[?？]\s*$|(?:[，,]\s*)?(?:好吗|好嗎|好不好|可以吗|行吗|行不行|明白吗|いいですか|わかりましたか|알겠(?:지|죠|어))\s*[?？]\s*$/iu;

const tellsRule = (sentence: string): boolean => {
  const text = sentence.trim().replace(NOD, '');
  return isRule(ORDERS_WORK.test(text) ? text.replace(PURPOSE, '') : text) && !isAsked(text);
};

/** True where the rule says when to ask, or is to be written down: it holds whatever was done before. */
export const standsForLater = (message: string): boolean =>
  message.length <= CONSENT_CHARS_MAX &&
  CONSENT.test(
    plainSpelling(
      sentencesOf(message)
        .filter((sentence) => !isAsked(sentence))
        .join(' '),
    ),
  );

const DIRECTIVE = anyOf(
  [
    /(?:^|[.,;!]\s*)(?:(?:please|pls|plz) )?(?:(?:do(?:n't| not)|dont|never|always|avoid) (?!we\b|you\b|worry\b|think\b|know\b|see\b|\w+ (?:this|that|it|these|those)\b)[a-z]|you (?:must|should never|should always)\b|we (?:don't|do not|never|always) (?!have\b|know\b|see\b|need\b))/,
    /\b(?:will (?:cause|break)|has broken)\b/,
    NO_SUCH,
    /^(?:can|could|should) we not\b/,
    /\bwe (?:should|must) (?!check\b|see\b|look\b|probably\b|maybe\b|also\b|first\b|now\b)(?:be \w+ing|use|keep|have|always|never|only|avoid)\b/,
    /\blet's (?:only|never|always|avoid)\b|\bwe should(?:n't| not) (?:be |ever )?\w|^(?:please |pls )?prefer \w|\bwe already (?:use|built|have)\b|\bwhat i said was\b/,
    /\b(?:go(?:es)?|lives?|belongs?) (?:in(?:to)?|under|next to|beside) [`"']?[\w.-]*[/.]\w/,
    /\buse \S+ (?:instead of|rather than|over|not) \S|^stop \w+ing\b/,
    /\b(?:remove|drop|take)\b.{0,40}\b(?:from|out of) (?:the |this |that )?(?:commit|pr|pull request|repo|repository)\b/,
  ],
  { flags: 'i' },
);
const DIRECTIVE_CHARS_MAX = 240;

/** True where the words of a correction also hold for later sessions: a prohibition, an obligation, a consequence. */
export function isDirective(message: string): boolean {
  const text = message.trim().slice(0, HEAD_CHARS);
  return (
    message.trim().length <= DIRECTIVE_CHARS_MAX &&
    !pasted(message) &&
    !/\bfor now\b/i.test(text) &&
    (DIRECTIVE.test(text) || FOREIGN_PROHIBITION.test(text)) &&
    !/^(?:can|could|would) (?:you|we)\b(?! not\b)/i.test(text)
  );
}

const INSTRUCTS = anyOf(
  [
    /use|run|do(?! not\b)|(?:don't|do not|dont)(?! (?:know|think|mind|care|see|understand|remember|get (?:it|why|what))\b)|never|always|create|put|keep|leave|revert|undo|restore|move|write/,
    /read|ask|add|remove|make|check|test|call|start|stop|only|avoid|drop|rename|stick|open|let|assert/,
    /fetch|show|wait for|log|commit|push|prefer|try|follow/,
    /we (?:use|have|need|want|don't|do not|only|always|never)|you (?:must|should|need to|have to)/,
  ],
  {
    before: /^(?:(?:no|nope|please|so|and|but|instead|just|stop|wait|let'?s)\b[\s,.!:-]*)*/,
    after: /\b/,
    flags: 'i',
  },
);

/** `One small thing: could you please put the tests next to the source?`: what is asked stands behind it. */
const POLITE =
  /^(?:[^?]{0,40}[:,] )?(?:can|could|would|will) (?:you|we) (?:please |just |maybe )*(?=(?:use|put|keep|leave|move|stop|avoid|not|only|always|never|revert|undo|restore|follow|prefer|stick|rename|drop)\b)/i;

function plainly(sentence: string): string {
  const text = sentence.trim();
  if (!POLITE.test(text)) return text;
  return text
    .replace(POLITE, '')
    .replace(/^not /i, 'do not ')
    .replace(/[?？]$/, '.');
}

/** A question, a heading, or what git prints between the words. */
const NO_ORDER = /[?？:]$|^do [a-z][\w.-]* -|^create mode \d|^commit [0-9a-f]{7,40}\b|^\w+ failed\b/i;

/** The sentences of a correction that tell what to do; null where it only objects. */
export function instruction(message: string): string | null {
  if (pasted(message)) return null;
  const sentences = statementsOf(message.slice(0, 800))
    .map(plainly)
    .filter(
      (sentence) =>
        sentence.length > 4 &&
        !NO_ORDER.test(sentence) &&
        (INSTRUCTS.test(sentence) || FOREIGN_INSTRUCTION.test(sentence)),
    );
  const words = sentences.slice(0, 3).join(' ');
  return sentences.length > 0 ? words.replace(/^(?:no|nope|stop|wait)(?:[,.!:;]+\s*|\s+-+\s+)/i, '') : null;
}

const WISHES =
  /\b(?:should(?:n't| not)?|must|needs? to|let'?s|prefer|rather than|instead|belongs?)\b|(?:^|\s)(?:soll(?:te)?|müssen|il faut|devrait|debería|hay que|dovrebbe|bisogna|deve(?:ria)?|moet)(?=\s)/i;

/** The sentence of a correction that says how it should be; null where there is none. */
export function wishOf(message: string): string | null {
  if (pasted(message)) return null;
  const sentences = statementsOf(message.slice(0, 800));
  return (
    sentences.find((part) => part.length > 12 && !/[?？:]\s*$/.test(part) && WISHES.test(part))?.trim() ??
    null
  );
}

/** The sentence that states the rule, or the whole message. */
export function ruleSentence(message: string): string {
  return (sentencesOf(message).find(isRule) ?? message).trim();
}
