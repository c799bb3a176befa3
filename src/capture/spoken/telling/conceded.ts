import { anyOf } from '../../../text/any-of.ts';
import { namedIn } from '../../wording/named-in.ts';
import { isWhole } from '../../wording/prose.ts';
import { CONCEDES, concessionOf } from '../context/acceptance.ts';
import { ADMITS } from '../context/admission.ts';
import { sentencesOf } from '../words/sentences.ts';
import { contentOf } from '../words/topics.ts';
import { isOrder } from './imperatives.ts';
import {
  bare,
  best,
  clausesOf,
  NAMES_WRONG,
  type Option,
  optionOf,
  ownSentences,
  spokenOption,
} from './telling.ts';
import { wholeLine } from './whole-line.ts';

/** What an agent concedes to have been wrong, and the line that tells it where the human's words hardly do. Pure. */

/** Says what it will do, not what was wrong. */
const PLANS = /^(?:let me|let's|i'll|i will|i'm (?:going|now)|now|next|first|working|#|\||[-*] |\d+[.)] )/i;

/** Leads on to what was looked at; what was wrong is said behind it. */
const LEADS_ON = /^(?:looking at|confirmed\b|line \d|at \d{1,2}:|here(?:'s| is)|checking|searching)|:$/i;

/** How it will go from now on, of which nobody knows yet whether it does. */
export const SHOULD_WORK =
  /\b(?:should|will|would) (?:now (?:work|pass|load|run|show|be (?:able|fixed|correct))|(?:work|pass|load|run) now|(?:now )?be (?:live|visible|available|ready))\b/;
/** Says that the work is done. */
const ENDS = anyOf(
  [
    /^(?:(?:that|this|it|all|everything|the)\b.{0,40}\b(?:is|are)(?: now)? )?(?:done|finished|fixed|complete[d]?|updated|all set)\b.{0,3}$/,
    SHOULD_WORK,
  ],
  { flags: 'i' },
);

/** A title, in bold type or by its sign: it ends as no sentence does, and what follows it explains. */
const HEADING = /^(?:#+ |\*\*)[^*.!?\n]+(?:\*\*)?:?$/;

/** Tells how it came to see it, or what is to be said for the words; or only how much a thing weighs. */
const NO_FAULT = anyOf(
  [
    /from (?:my|the|our|what) |based on |according to /,
    /(?:that|this|it) (?:would|could|might|may|sounds|makes sense)\b/,
    /(?:this|that|it)(?:'s| is) an? (?:very )?(?:real|legit(?:imate)?|valid|genuine|fair|good) (?:[\w-]+ )?(?:concern|question|issue|point|finding|problem)\b(?!.*`)/,
    /[^`]*\bmight seem\b/,
  ],
  { before: /^/, flags: 'i' },
);

const CONCEDED_CHARS_MIN = 16;

/** The sentences in which the agent says what had been wrong. */
export function concededSentences(answer: string): string[] {
  if (concessionOf(answer) === 'none') return [];
  const first = ownSentences(answer.slice(0, 700)).slice(0, 3);
  const title = first.findIndex((sentence) => HEADING.test(sentence) && concededBonus(sentence) === 0);
  return (title < 0 ? first : first.slice(0, title))
    .map((sentence) =>
      sentence.replace(CONCEDES, '').replace(/\*\*|(?<=\s|^)\*(?=\S)|(?<=\S)\*(?=\s|$)/g, ''),
    )
    .filter((sentence) => sentence.length >= CONCEDED_CHARS_MIN)
    .filter((sentence) => ![PLANS, LEADS_ON, ENDS, NO_FAULT].some((pattern) => pattern.test(sentence)));
}

const VOID =
  /^(?:this|that|it|these|those)(?:'s| is| are| was| were) (?:an? )?(?:\w+ ){0,2}(?:bugs?|issues?|problems?|gaps?|catch(?:es)?|points?|findings?|regressions?)\b(?: in the \w+(?: \w+)?)?\W*$|^(?:\w+ )?(?:good|great|nice|fair|real|valid|helpful|useful) \w+\W*$|^i (?:was|am) (?:wrong|mistaken|sorry|sloppy)\b(?!.*(?:`| about ))/i;

/** True where what is conceded says more than that there is a fault. */
export const tellsSomething = (sentence: string): boolean => contentOf(sentence) >= 3 && !VOID.test(sentence);

const concededBonus = (clause: string): number =>
  VOID.test(clause) ? 0 : ADMITS.test(clause) ? 1.5 : NAMES_WRONG.test(clause) ? 1 : 0;

function concededOption(prefix: string, answer: string): Option | null {
  return best(
    concededSentences(answer).flatMap((sentence, index) =>
      clausesOf(sentence).flatMap((clause, at) => {
        const bonus = concededBonus(clause);
        const told = namedIn(clause, sentence, answer);
        return bonus === 0 ? [] : [optionOf(prefix, told, bonus - index - (at > 0 ? 0.4 : 0))];
      }),
    ),
  );
}

/** Says what is to be done, not what was wrong. */
const NAMES_FIX = /^(?:the |a |my )?(?:\w+ )?(?:fix|change|solution|option)\b|^(?:just|simply|so) [a-z]+/i;

/** What the agent concedes, where a sentence of it or the end of one says something and stands whole in a line. */
export function concededWhole(answer: string): string | null {
  for (const sentence of concededSentences(answer))
    for (const clause of clausesOf(sentence).filter(tellsSomething)) {
      const { line, lacks } = wholeLine('The agent admits: ', clause);
      if (lacks === 'nothing' && isWhole(line) && ![PLANS, NAMES_FIX].some((pattern) => pattern.test(clause)))
        return line;
    }
  return null;
}

/** Says of a thing that it is wrong as it is: not needed, or not where or what it should be. */
const FAULTY = anyOf(
  [
    /(?:misleading|redundant|inconsistent|confusing|unnecessary|superfluous|duplicated?|stale|hard-?coded|incomplete|outdated|overkill|pointless|wrong|incorrect|missing|nobody|never)\b/,
    /(?:can|could) (?:just |simply |safely |also |be )*(?:drop|remove|close|skip|delete)(?:p?ed|d)?\b/,
    /(?<=, )not (?:just )?(?:the |an? |in |on |as |by )?\w|(?<=\bbut .{0,60})still\b/,
  ],
  { before: /(?<![\w-])/, flags: 'i' },
);
const DENIES =
  /\b(?:(?:is|are|was|were|do|does|did|has|have|would|could)(?:n't| not)|ha(?:s|ve) no|still (?:nil|null|empty))\b/i;
/** What is needed is not there. */
const LACKS = /\b(?:just |only )?(?:needs? (?:the|an?|its|to (?:be|have|use))|lacks?|is (?:only )?half)\b/i;
/** From the plainest on. */
const FAULTS = [FAULTY, DENIES, LACKS];
export const HEDGES = /\b(?:might|may|maybe|perhaps|probably|likely|seems|(?<!n't )seem|could|not sure)\b/i;
/** Asks, or holds on a condition only. */
const OPEN = /\b(?:if|whether)\b|\?$/i;
/** Points at what was said before. */
export const POINTS = /^(?:it|this|that|these|those|they|there|here|which|what|how|both|same|one)\b/i;
const OPINES =
  /^(?:found it: |(?:(?:i'd say|i think|so|and|in fact|functionally|really|actually)[, ]+|the (?:issue|problem) (?:is|was) )(?:that )?)+/i;
/** Speaks of the agent itself. */
export const OWN = /\b(?:i|my)\b/i;
const LISTED = /^\d{1,2}[.)]\s+/;
const LATER_YES = /^(?:so )?(?:yes|you(?:'re| are))\b/i;
const CODE_NAMES = /`[^`\n]{2,40}`/g;
const FAULT_CHARS = 700;
const FAULT_SENTENCES_MAX = 8;

/** The agent's words from where it yields on; none where it does not, but of what it is `shown`, where it says what it sees. */
function yielded(answer: string, shown: boolean): string[] {
  const plain = answer.replace(/\*\*/g, '');
  const head = ownSentences(plain.slice(0, FAULT_CHARS));
  const sentences = (plain.length > FAULT_CHARS ? head.slice(0, -1) : head).slice(0, FAULT_SENTENCES_MAX);
  if (shown || concessionOf(answer) !== 'none') return sentences;
  const at = sentences.findIndex((sentence) => LATER_YES.test(sentence) && concessionOf(sentence) !== 'none');
  return at < 0 ? [] : sentences.slice(at);
}

/** What of an answer concedes a thing to be wrong as it is, the plainest first. */
export function concededFaults(answer: string, shown = false): string[] {
  const said = yielded(answer, shown)
    .map((sentence) => sentence.replace(CONCEDES, '').replace(LISTED, '').replace(OPINES, ''))
    .filter(
      (each) =>
        tells(each, shown) && ![PLANS, ENDS, HEDGES, OPEN, /:$/].some((pattern) => pattern.test(each)),
    );
  return FAULTS.flatMap((faulty) => said.filter((each) => faulty.test(each)));
}

/** Says more of a fault than how things are. */
const FAILING =
  /\b(?:overwr(?:ites?|ote)|only|too \w+|los(?:es|t)|dropp(?:ed|s)|skips?|ignor(?:es|ed)|fail\w*)\b/i;

/** True where the words say of a thing that it is wrong as it is. */
export const tellsFault = (words: string): boolean =>
  [FAULTY, DENIES, FAILING].some((pattern) => pattern.test(words));

/** What is seen to be wrong in what was shown says enough where it names one thing. */
const tells = (words: string, shown: boolean): boolean =>
  shown ? contentOf(words) >= 1 && !VOID.test(words) : tellsSomething(words);

/** The same in a line; null where none says by itself what is wrong. */
export function faultLine(answer: string, shown = false): string | null {
  const clauses = concededFaults(answer, shown)
    .flatMap((sentence) => clausesOf(sentence).map((clause) => namedIn(clause, sentence, answer)))
    .filter(
      (each) =>
        tells(each, shown) &&
        ![POINTS, /^i\b/i, PLANS, NAMES_FIX].some((pattern) => pattern.test(each)) &&
        !isOrder(each.split(' ', 1)[0]!),
    );
  const lines = clauses.map((clause) => wholeLine(OWN.test(clause) ? 'The agent admits: ' : '', clause));
  for (const faulty of FAULTS)
    for (const least of ['nothing', 'aside', 'more']) {
      const told = lines.filter(
        ({ shown: words, lacks }) => lacks === least && faulty.test(words) && isWhole(words),
      );
      const [first] = told.sort((a, b) => (least === 'more' ? contentOf(b.shown) - contentOf(a.shown) : 0));
      if (first) return first.line.replace(/[.;,]$/, '');
    }
  return null;
}

/** Says that what it was asked about has no source. */
const INVENTED =
  /\bi (?:just |simply |had |only )?(?:made (?:that|this|it|those|them) up|(invented|guessed|assumed) (?:that|this|it|those|them))\b/i;

/** What the agent concedes to have made up, by the one name that the human first asks about; null where it does not. */
export function inventedLine(answer: string, words: string): string | null {
  const invented = INVENTED.exec(answer.slice(0, FAULT_CHARS));
  const asked = sentencesOf(words).find((sentence) => sentence.trim().endsWith('?')) ?? words;
  const [name, ...others] = new Set(asked.match(CODE_NAMES) ?? []);
  if (invented === null || name === undefined || others.length > 0) return null;
  return `${name} was ${invented[1]?.toLowerCase() ?? 'made up'} by the agent`;
}

/** What it is worth to name the call that the words are about, in things named; more where that was refused. */
const SUBJECT_WEIGHT = 1;
const REFUSED_WEIGHT = 2;
/** A line that weighs less does not say what was wrong. */
const TELLS_MIN = 3;

/**
 * The line that tells most of what was wrong: the human's own words, or the agent's where those hardly name a thing.
 * @param subject what the words are about, to stand before them; empty where that is not known
 */
export function tellingLine(subject: string, words: string, answer: string): string {
  const plain = spokenOption('The user: ', words) ?? optionOf('The user: ', bare(words), 0);
  const about = subject === '' ? null : (spokenOption(subject, words) ?? optionOf(subject, bare(words), 0));
  const named = /^The user refused /.test(subject) ? REFUSED_WEIGHT : SUBJECT_WEIGHT;
  const own = about && about.weight + named >= plain.weight ? about : plain;
  const weight = own.weight + (own === about ? named : 0);
  if (weight >= TELLS_MIN) return own.line;
  const conceded = concededOption('The agent admits: ', answer);
  if (conceded && conceded.weight > weight) return conceded.line;
  // A bare "yes" says nothing by itself.
  const said = contentOf(words) === 0 && subject === '' ? concededSentences(answer)[0] : undefined;
  return said === undefined ? own.line : wholeLine('The agent admits: ', said).line;
}
