import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { anyOf } from '../../../text/any-of.ts';
import { withoutLinks } from '../../../text/markdown.ts';
import { isWhole } from '../../wording/prose.ts';
import { tellsFinding } from '../words/finding.ts';
import { objectionScore } from '../words/objection.ts';
import { beforePrompt } from '../words/own-words.ts';
import { sentencesOf } from '../words/sentences.ts';
import { contentOf } from '../words/topics.ts';
import { instruction } from '../words/user-rule.ts';
import { wholeLine } from './whole-line.ts';

/** Opens or is nothing but a no; what follows says why. */
const ONLY_OBJECTS = anyOf(
  [
    /^(?:違います|ちがいます|違う|不对|不是(?:这样)?|아니요?|아니에요|нет|틀렸어요|틀렸습니다)[。.!,，、！\s]*$/,
    /^(?:(?:no|nope|nein|non|nee|não|いいえ|不|아니|stop|wait|hmm+|ok(?:ay)?|so|but|actually|uh oh|ah|oh|yeah|yes|i mean|not really|hang on|hold on)[\s,.!:—-]*)+$/,
    /^(?:no,? )?(?:that(?:'?s| is)|this is|it(?:'?s| is)|das (?:ist|war)|eso (?:no )?es|ce n'est|c'est|dit is|questo|isso) .{0,28}(?:wrong|not (?:right|what i \w+(?: (?:you )?(?:to do|for))?)|incorrect|falsch|pas (?:bon|ça)|mal|lo que pedí|fout|sbagliato|errado)\W*$/,
    /^no, eso no es lo que pedí\W*$/,
    /^(?:no,? )?(?:no (?:tienes|tenés) razón|te equivocas|tu as tort|tu te trompes|du hast unrecht|hai torto|ti sbagli|ты не прав[аы]?|you(?:'re| are) wrong)\W*$/,
  ],
  { flags: 'i' },
);
const LEAD =
  /^(?:(?:no|nope|nein|non|nee|nej|stop|wait|hm+|please|but|however|so|well|uh oh|oh no|ah|oh|ok(?:ay)?|yeah|yes|lol|also|actually|q|nit|fyi|i mean|wondering(?: now)?|looking at (?:this|that))(?:[,.!:—]+\s*|\s+[—-]+\s+)|(?:please|but|so|well|hm+|and|ok(?:ay)?|yeah|actually|i mean(?! to\b)|i think|i guess|nope|wait|what i (?:mean|meant|said) (?:is|was)|no(?= (?:it|that|the|we|you|i(?! mean\b)|im|this|those|these)\b)|i(?:'m| am) wondering(?: now)?)\s+(?:that\s+)?)+/i;
/** A clause that can stand alone begins so. */
const CLAUSE_START = anyOf(
  [
    /we|you|it|they|i|he|she|nobody|nothing|the|this|that|these|those|there|are|is|do|does|did|don't|didn't|isn't/,
    /why|what|should|shouldn't|can|can't|use|just|only|all|not|no|never|always|let's|keep|leave|wir|du|das/,
    /die|der|es|nous|tu|on|il|el|la|los|não|você/,
  ],
  { before: /^/, after: /\b/, flags: 'i' },
);
/** Says only what is not meant: what is stands before it. */
const ONLY_EXCLUDES = /^not (?:just |only )?(?:the|an?|on|in|at|to|for|from|as|by|with)\b/i;

/** A line of output between the words. */
const OUTPUT =
  /^\S* *[$❯] |^(?:[⎿●⏺❯├└│]|===|\+ |-{2,}|[>#*] |create mode \d|[\w.]+ :?= \S|time=|\{"|(?:low|medium|high) severity$)/i;
/** Needs a sentence after it to say anything. */
const DEPENDS =
  /^(?:like|also|if|since|when|because|while|although|otherwise|unless|unlike|for|given|after|in|at|to|as|wenn|weil|si|parce que|porque|als|omdat)\b/i;
export const NAMES_WRONG =
  /\b(?:wrong|not (?:correct|right)|incorrect|mistake|my|bug|missed|missing|lacks?|only|never|wouldn't|didn't)\b/i;
/** What is still wrong, after what is well. */
const STILL =
  /\bstill (?:fails?|breaks?|doesn't|does not|isn't|is not|not|crashes|errors?|shows?|gets?|happens|excludes?|skips?|drops?|ignores?|uses?|reads?|writes?|points?|calls?|returns?|expects?|assumes?)\b/i;
/** What is wrong, after what is well. */
const TURNS = /^(?:but|however|yet|only)\b/i;
const ASKED_CHARS_MAX = 70;
const SENTENCES_MAX = 12;
const LATER_MAX = 4.2;
/** What is asked first is what the human minds. */
const ASKS_WHY = /^(?:where|why|what|who|how come)\b.*\?$/i;
/** Asks for something besides. */
const ASKS_MORE = /^(?:(?:can|could|would) (?:you|we) (?!not\b)|feel free to\b|maybe (?!you|it)\b)/i;
/** Says what would be better, after what is wrong. */
const ADVISES = /^(?:consider|i(?:'d| would) (?:suggest|recommend))\b/i;
const ADVICE = 2.5;
/** The human takes back his own words. */
const TAKES_BACK =
  /\b(?:my|mine)\b.{0,60}\b(?:was|were) (?:wrong|off|mistaken|incorrect)\b|\bi (?:was wrong|(?:missed|misread|overlooked|misjudged|retract))\b|\bretracted\b/i;
/** Says what is well, and what is wrong behind it. */
const PRAISES =
  /\b(?:good|fine|nice|great|well|correct|right|safe|critical|important|useful|works?)\b.*, but\b/i;
/** What is wrong is not to be cut off. */
const PRAISE = 1.5;
/** A clause that objects, or says what to do, needs to name but one thing. */
const OBJECTS_CLEARLY = 2.5;

/** A line that an editor or a terminal broke goes on in the next one: that is indented, or goes on in the midst of a sentence. */
const BROKEN = /(?<=\n|^)([^\n]{50,}[^\n.!?:;\s`)])[ \t]*\n(?=(?:[ \t]{2,}(?![-*•]|\d+[.)])\S|[a-z]))[ \t]*/g;

/** The words without what only sets them: lines that were broken to fit, and where a link leads. */
const unset = (text: string): string => {
  const joined = text.replace(BROKEN, (_, line: string) => (/[\w-]\/$/.test(line) ? line : `${line} `));
  return withoutLinks(joined);
};

/** The sentences that a human wrote: neither output nor what is too short to say anything. */
export const ownSentences = (text: string): string[] =>
  sentencesOf(unset(beforePrompt(text)))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 3 && !OUTPUT.test(sentence));

/** A human's message from the first sentence on that says what was wrong or what to do. */
export function tellingPart(text: string): string {
  const sentences = ownSentences(text);
  const first = sentences.findIndex((sentence) => !ONLY_OBJECTS.test(sentence));
  return first <= 0 ? text : sentences.slice(first).join(' ');
}

/** Asks for something to be put back as it was. */
const ASKS_BACK =
  /(?:(?:^|[,;—–-]\s+)(?:so |and |then )?(?:please )?|\b(?:can|could|would) (?:you|we) (?:please )?)(?:revert|undo|roll ?back|put back)\s(?:it|that|this|them|these|those)\b(?! (?:to|in|with|for)\b)/i;

/** The words that say what should have stayed as it was, where a message asks to undo "that"; null for all others. */
export function keptPart(text: string): string | null {
  const sentences = ownSentences(text);
  const at = sentences.findIndex((sentence) => ASKS_BACK.test(sentence));
  if (at < 0) return null;
  const asking = sentences[at]!;
  const reason = bare(asking.slice(0, asking.search(ASKS_BACK))).replace(/[\s,;—–-]+$/, '');
  if (contentOf(reason) >= 2) return reason;
  const before = bare(sentences[at - 1] ?? '');
  return contentOf(before) >= 2 && !before.endsWith('?') ? before.replace(/[\s.!]+$/, '') : null;
}

/** A finding's number in a list, and how grave it is. */
const GRADE =
  /^(?:[-*•]\s+)?(?:\(?\d{1,2}[.)]\s+)?(?:[[(*]*(?:(?:critical|high|medium|low|major|minor|nit)(?: (?:severity|priority))?|P[0-3])[\])*]*\s*[:–—-]\s+|(?:critical|high|medium|low) (?:severity|priority)\s+|\[?P[0-3]\]?\s+)?(?=\S)/i;

/** A sentence by itself: no number in a list, no brackets around it, no "no" and no bare objection before it, nothing put in between. */
export function bare(sentence: string): string {
  const plain = sentence
    .trim()
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    .replace(GRADE, '');
  let text = /^\((.+)\)[.!]?$/s.exec(plain)?.[1] ?? plain;
  for (let guard = 0; guard < 3; guard++) {
    const clause = /^([^:,;.!]{2,40})\s*[:,;.!]\s+(?=\S)/.exec(text);
    if (!clause || !ONLY_OBJECTS.test(clause[1]!)) break;
    text = text.slice(clause[0].length);
  }
  return (
    text
      .replace(LEAD, '')
      .replace(/ [-–—] [^-–—]{4,50} [-–—] /, ' ')
      .replace(OPINES, '') || text
  );
}

/** How it should be, and how not. */
const SETS_AGAINST =
  /\b(?:should|must|have to|need to|ought to|supposed to)\b[^,;.]{4,80}, not (?:just |only )?\w/i;
/** Put in where a clause ends, and says nothing. */
const OPINES = /(?<=\w),? i (?:think|guess|believe|suppose)(?=[,.;!?]|$)/gi;

const SUBJECT =
  /^((?:the|this|that|our|your|my|its) [^,;:]{2,40}?) (?:is|was|are|were|has|have|does|do|can|will)\b/i;

/** What is wrong behind a `but`, with the thing that is well before it for a pronoun. */
function named(rest: string, link: string, sentence: string): string {
  const subject = /\bbut\b/.test(link) ? SUBJECT.exec(sentence)?.[1] : undefined;
  return subject === undefined ? rest : rest.replace(/^(?:it|they)\b/, () => subject);
}

/** The sentence, and what of it can stand alone after its first clauses. */
export function clausesOf(sentence: string): string[] {
  const all = [sentence];
  for (const match of sentence.matchAll(
    /(?:[,;:] | [-–—] )(?:(?:but|and|so|like|then) )*|\sbut\s|\sand\s(?=(?:why|we|you)\b)/g,
  )) {
    const rest = sentence.slice(match.index + match[0].length);
    if (CLAUSE_START.test(rest) && !ONLY_EXCLUDES.test(rest) && rest.length > 12)
      all.push(named(rest, match[0], sentence));
  }
  return all;
}

export interface Option {
  line: string;
  weight: number;
}

export function best(options: Option[]): Option | null {
  let top: Option | null = null;
  for (const option of options) if (!top || option.weight > top.weight) top = option;
  return top;
}

/** What a line loses of its weight where the words are cut. */
const LACKING = { nothing: 0, aside: 0, more: 0.6, needed: 3 };

/** What is left of the words in a line, and how much that tells. */
export function optionOf(prefix: string, words: string, bonus: number): Option {
  const { line, shown, lacks } = wholeLine(prefix, words);
  const content = contentOf(shown);
  const weight =
    content +
    (content >= (bonus >= OBJECTS_CLEARLY ? 1 : 2) ? bonus : Math.min(bonus, 0)) -
    LACKING[lacks] -
    (DEPENDS.test(shown) ? 2 : shown.endsWith(':') ? 1 : 0) -
    (!isWhole(shown) && isWhole(words) ? 2 : 0) -
    (shown.includes(' ') ? 0 : 3);
  return { line, weight };
}

/** The sentences behind what the human takes back, where they say something. */
function standing(sentences: string[]): string[] {
  const rest = sentences.slice(sentences.findLastIndex((sentence) => TAKES_BACK.test(sentence)) + 1);
  return rest.some((sentence) => contentOf(sentence) >= 3) ? rest : sentences;
}

/** The most telling line of a human's words. */
export function spokenOption(prefix: string, text: string): Option | null {
  const sentences = standing(ownSentences(text).filter((sentence) => !ONLY_OBJECTS.test(bare(sentence))));
  const whole = bare(sentences.join(' '));
  // A finding is named first; what follows tells how it came to be seen.
  const isFinding = tellsFinding(text);
  const isShort = sentences.length > 1 && prefix.length + whole.length <= SUMMARY_CHARS_MAX;
  return best(
    (isShort ? [whole] : sentences.slice(0, SENTENCES_MAX)).flatMap((sentence, index) =>
      clausesOf(bare(sentence)).map((clause, at) => {
        const objects = objectionScore(clause) >= 1 ? 1.5 : 0;
        const told = instruction(clause) || SETS_AGAINST.test(clause) ? 1.5 : 0;
        const wrong =
          (NAMES_WRONG.test(clause) ? 0.5 : 0) +
          (index > 0 && STILL.test(clause) && !DEPENDS.test(clause) ? 2 : 0);
        const turns = index > 0 && at === 0 && TURNS.test(sentence) ? 2 : 0;
        const advises = ADVISES.test(clause) ? ADVICE : 0;
        const asks = index + at === 0 && ASKS_WHY.test(clause) && clause.length <= ASKED_CHARS_MAX ? 4 : 0;
        const later =
          (ASKS_MORE.test(clause) || (index > 0 && objects === 0 && clause.endsWith('?')) ? 1.5 : 0) +
          (isFinding ? index * 1.6 : Math.min(index * 0.7, LATER_MAX)) +
          (at > 0 ? (isFinding ? 1.2 : 0.7) : 0);
        const option = optionOf(
          prefix,
          clause,
          1 + Math.max(objects, told) + wrong + turns + asks - later - advises,
        );
        const praises = PRAISES.test(clause) && !/\bbut\b/.test(option.line) ? PRAISE : 0;
        return { ...option, weight: option.weight - praises };
      }),
    ),
  );
}

/** The sentence of a human's words that tells most, whole; null where none tells anything. */
export function chiefSentence(text: string): string | null {
  const sentences = ownSentences(text).filter((sentence) => !ONLY_OBJECTS.test(bare(sentence)));
  const weights = sentences.slice(0, 6).map((sentence) => spokenOption('', sentence)?.weight ?? 0);
  const at = weights.indexOf(Math.max(...weights));
  return at < 0 ? null : sentences[at]!;
}
