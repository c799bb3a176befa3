import { baseName } from '../../../inject/paths.ts';
import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import { anyOf } from '../../../text/any-of.ts';
import { oneLine } from '../../../text/one-line.ts';
import { redact } from '../../../text/redact.ts';
import { isWhole } from '../../wording/prose.ts';
import { alone, behind } from '../../wording/told-cause.ts';
import type { OpenObjection } from '../open-objection.ts';
import { tellsFinding } from '../words/finding.ts';
import { beforePrompt, pasted } from '../words/own-words.ts';
import { opensQuestion } from '../words/question.ts';
import { shownError } from '../words/shown-error.ts';
import { contentOf } from '../words/topics.ts';
import { instruction } from '../words/user-rule.ts';
import { concededWhole, tellsFault } from './conceded.ts';
import { newCourse, standsAlone } from './course.ts';
import { leavesOpen } from './dangling.ts';
import { NOT_SOURCE } from './edited-since.ts';
import { isOrder } from './imperatives.ts';
import { foundCause, madeGood } from './made-good.ts';
import { orderAsFault } from './order-as-fault.ts';
import { askedWork } from './told-part.ts';
import { shortNames } from './whole-line.ts';

/** What was wrong, where the human's words only ask, retell or show what came of it: as the agent found it, or as it made it good. Pure. */

/** Says what is seen, not what is wrong with the work. */
const SEEN = anyOf(
  [
    /\bi (?:still )?(?:do(?:n't| not)|dont|can(?:'t|not)|cant) (?:see|find|get|hear) /,
    /\b(?:does|do|did|would|wo|ca)(?:n't|nt| not)(?: seem to)? (?:show|appear|load|work|display|render|start|open)\b/,
    /\b(?:is|are|was|still) (?:still )?(?:failing|broken|crashing|red|empty|blank|not (?:quite |really |fully |yet )?(?:working|there|right|showing))\b/,
  ],
  { flags: 'i' },
);
/** What a third person says. */
const RETELLS =
  /^(?:the|a|an|our|another|one|some) (?:user|customer|client|reporter|tester|issue|ticket|bug|report|reviewer)s? (?:\w+ )?(?:complain|report|sa(?:ys|id)|claim|ask|wrote|want|mention)/i;
const ASKS_NEGATED = /^(?:do|does|did|is|are|was|were|has|have|can|could|wo|would|should)n'?t\b/i;
const NAMES = /[`_/]|\w\.\w|\p{Ll}\p{Lu}|--\w/u;
const SEEN_CONTENT_MAX = 4;
const CAUSE_CONTENT_MIN = 3;
const NEEDED_CONTENT_MIN = 2;

/** What follows in the message on the words that were taken from it; empty where they do not stand there so. */
function restOf(words: string, said: string): string {
  const flat = oneLine(said);
  const at = flat.toLowerCase().indexOf(words.toLowerCase());
  return at < 0 ? '' : flat.slice(at + words.length);
}

/** True where a line of the human's words does not say by itself what was wrong. */
function hardlyTells(words: string, said: string, showsError: boolean): boolean {
  if (words.endsWith('?') || opensQuestion(words)) return askedWork(words) === null;
  if (/[…:]$/.test(words) || RETELLS.test(words)) return true;
  if (leavesOpen(words) && instruction(words) === null) return true;
  const rest = restOf(words, said);
  if (rest.startsWith(':') || (/^[^.!?]*\?/.test(rest) && ASKS_NEGATED.test(words))) return true;
  if (tellsFinding(said)) return false;
  const isSeen = SEEN.test(words) && !NAMES.test(words) && contentOf(words) <= SEEN_CONTENT_MAX;
  return pasted(said) || beforePrompt(said) !== said || showsError || shownError(said) > 0 || isSeen;
}

/** The line that tells what was wrong in place of these words; null where they say it, or nothing else does. */
export function lineBehind(
  open: OpenObjection,
  words: string,
  said: string,
  showsError: boolean,
): string | null {
  if (!hardlyTells(words, said, showsError)) return null;
  const cause = redact(foundCause(open, SUMMARY_CHARS_MAX));
  const found = contentOf(cause) >= CAUSE_CONTENT_MIN ? cause : null;
  if (found !== null && tellsFault(found)) return found;
  const course = newCourse(open.answer);
  const set = course && standsAlone(course, said);
  return (
    (words.endsWith('…') ? concededWhole(open.answer) : null) ??
    neededLine(open, madeGood(open, set)) ??
    found ??
    neededLine(open, set)
  );
}

const SHOULD = /^(?:we|you|i) (?:should|need to|have to|must) (?:also |just |simply )*(?=([a-z]+)\b)/i;
/** It is not told what is done to it. */
const UNNAMED = /^(?:do(?:n't| not) )?\w+ (?:it|this|that|them|these|those)\b(?! \w+ed\b)/i;

/** How a thing should be. */
const IS_DUE =
  /^(?!it\b|this|that|these|those|they|there|the fix\b)\S.*\bshould (?:not )?(?:be|have|hold|use|return|go)\b/i;

/** What was to be done, as it was made good. */
function neededLine(open: OpenObjection, told: string | null): string | null {
  const good = redact(told ?? '');
  const should = SHOULD.exec(good);
  const order = should && isOrder(should[1]!) ? good.slice(should[0].length) : good;
  const isOrdered = /^(?:do not|don't) /i.test(order) || isOrder(/^[A-Za-z]+/.exec(order)?.[0] ?? '');
  if ((!isOrdered && !IS_DUE.test(good)) || UNNAMED.test(order)) return null;
  for (const head of headsOf(shortNames(behind(order)).replace(/[.\s]+$/, ''))) {
    const tellings = isOrdered ? ordered(head, placeOf(open, order)) : [head];
    const told = tellings.find((each) => each.length <= SUMMARY_CHARS_MAX);
    if (told !== undefined) return alone(told);
  }
  return null;
}

/** How an order is told as a mistake, the fullest first. */
const ordered = (head: string, places: readonly string[]): string[] => [
  ...[...places, ''].flatMap((at) => orderAsFault(head, at) ?? []),
  ...[...places, ''].map((at) => `Needed${at}: ${head}`),
  head,
];

/** Names the file that was edited, where the order names nothing of the work. */
function placeOf({ correction }: OpenObjection, order: string): string[] {
  if (
    correction === null ||
    NOT_SOURCE.test(correction.target) ||
    !EDIT_TOOLS.has(correction.tool) ||
    NAMES.test(order)
  )
    return [];
  return [` in ${baseName(correction.target)}`];
}

/** A second order, or what the first is for. */
const ADDS =
  /,? (?:and|instead of|rather than|so(?: that)?|because|since|by|when|while) (?=\S)|[;,:] | [(–—-]/g;

/** The order whole, then without what only adds to it, while that says something. */
const headsOf = (order: string): string[] =>
  [order, ...[...order.matchAll(ADDS)].map(({ index }) => order.slice(0, index)).reverse()].filter(
    (head) => contentOf(head) >= NEEDED_CONTENT_MIN && isWhole(head),
  );
