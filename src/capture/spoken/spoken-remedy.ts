import { anyOf } from '../../text/any-of.ts';
import type { OpenObjection, SeenCall } from '../failure-state.ts';
import { code, cut } from '../wording/prose.ts';
import { complaintScore } from './complaint.ts';
import { holdsForLater } from './convention.ts';
import { chiefPart } from './objected-command.ts';
import { asksWork } from './objection.ts';
import { concededSentences, tellingPart } from './telling.ts';
import { instruction, wishOf } from './user-rule.ts';

/** Opens what the agent does next. */
const COURSE =
  /(?:^|[.!:—–-]\s+|,\s+|\n)(?:ok(?:ay)?,? |so,? )?(?:let me|i'll|i will|i'm going to) (.+?)(?:[.:!](?=\s|$)|\n|$)/gi;
/** Only looks, or goes on as it was going. */
const LOOKS_FIRST = anyOf(
  [
    /check|look|read|see|search|verify|think|review|trace|find|re-?read|be honest|start|continue|run/,
    /confirm|inspect|investigate|understand|explore|examine|take a|try|do (?:that|this|it)|watch|ask/,
  ],
  { before: /^(?:first |now |also |quickly |just |actually |redo those )*/, after: /\b/, flags: 'i' },
);
const COURSE_CHARS_MIN = 24;

/** What the agent then set out to do instead, as an instruction; null where it only looked. */
function newCourse(answer: string): string | null {
  for (const [, course] of answer.slice(0, 700).matchAll(COURSE)) {
    const text = course!.trim();
    if (text.length >= COURSE_CHARS_MIN && !LOOKS_FIRST.test(text))
      return text[0]!.toUpperCase() + text.slice(1);
  }
  return null;
}

/**
 * What is to be done instead: as the user says, as the agent then did, or as it concedes.
 * @param isFault the words name a fault of what the agent had handed over
 */
export function spokenRemedy(
  open: OpenObjection,
  said: string,
  refused: SeenCall | null,
  isFault: boolean,
): string {
  const told = instruction(said) ?? wishOf(said);
  if (told && !(isFault && complaintScore(told) > 0 && !asksWork(told)))
    return `As the user says: ${cut(told, 400)}`;
  const own = cut(tellingPart(said), 260).replace(/(?<![?…])[.\s]+$/, '');
  const course = newCourse(open.answer);
  const holds = holdsForLater(said);
  if (course && holds && !own.endsWith('?'))
    return `As the user says: ${own}. The agent then set out to ${cut(course[0]!.toLowerCase() + course.slice(1), 200)}.`;
  if (course) return `${cut(course, 260)}. The user said: ${own}`;
  const conceded = concededSentences(open.answer)[0];
  if (conceded) {
    const asked = own.endsWith('?') ? '' : `The user says: ${own}. `;
    return `${asked}The agent concedes: ${cut(conceded, 300)}`;
  }
  if (holds && !own.endsWith('?')) return `As the user says: ${own}`;
  if (refused?.command)
    return `Do not run ${code(cut(chiefPart(refused.command)?.text ?? refused.command, 100))} here. The user said: ${own}`;
  if (isFault) return `Try out what was changed before you call it done. The user found: ${own}`;
  if (complaintScore(own) > 0 && !asksWork(own)) return `Mend what the user found: ${own}`;
  return own.endsWith('?')
    ? `Settle the user's question first: ${own}`
    : `Do what the user asked for: ${own}`;
}
