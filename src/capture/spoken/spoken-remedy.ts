import { anyOf } from '../../text/any-of.ts';
import { redact } from '../../text/redact.ts';
import type { OpenObjection, SeenCall } from '../failure-state.ts';
import { code, cut } from '../wording/prose.ts';
import { complaintScore, listsFindings, opensQuestion } from './complaint.ts';
import { holdsForLater } from './convention.ts';
import type { Lasting } from './lasting.ts';
import { chiefPart } from './objected-command.ts';
import { asksWork, pasted, reviews } from './objection.ts';
import { shownError } from './shown-error.ts';
import { namedNext } from './switched.ts';
import { bare, concededSentences, keptPart } from './telling.ts';
import { askedWork, GRADED, toldPart } from './told-part.ts';
import { instruction, wishOf } from './user-rule.ts';

/** Opens what the agent does next. */
const COURSE =
  /(?:^|[.!:—–-]\s+|,\s+|\n)(?:ok(?:ay)?,? |so,? )?(?:let me|i'll|i will|i'm going to) (.+?)(?:[.:!](?=\s|$)|\n|$)/gi;
/** Only looks, or goes on as it was going. */
const LOOKS_FIRST = anyOf(
  [
    /check|look|read|see|search|verify|think|review|trace|find|re-?read|be honest|start|continue|run/,
    /(?:save|note|record|store|memori[sz]e|remember|log|add) (?:(?:that|this|your|the|it) )?(?:preferences?|rules?|down|to (?:my |the )?memory|for (?:future|later))/,
    /confirm|inspect|investigate|understand|explore|examine|take a|try|do (?:that|this|it)|watch|ask/,
  ],
  { before: /^(?:first |now |also |quickly |just |actually |redo those )*/, after: /\b/, flags: 'i' },
);
const COURSE_CHARS_MIN = 24;
/** What it helps with is what is to be done. */
const HELPS = /^help (?:you |us )?(?:to )?(?=[a-z]+ \S)(?!with\b)/i;

/** What the agent then set out to do instead, as an instruction; null where it only looked. */
function newCourse(answer: string): string | null {
  for (const [, course] of answer.slice(0, 700).matchAll(COURSE)) {
    const text = course!.trim();
    if (text.length >= COURSE_CHARS_MIN && !LOOKS_FIRST.test(text)) {
      const work = text.replace(HELPS, '');
      return work[0]!.toUpperCase() + work.slice(1);
    }
  }
  return null;
}

/** In so short a message what is ordered belongs to what it says. */
const ORDER_CHARS_MAX = 160;

/** What the words are about. */
interface About {
  /** The call that they refuse. */
  refused: SeenCall | null;
  /** They name a fault of what the agent had handed over. */
  isFault: boolean;
  lasting: Lasting | null;
}

/** What is to be done instead: as the user says, as the agent then did, or as it concedes. */
export function spokenRemedy(
  open: OpenObjection,
  said: string,
  { refused, isFault, lasting }: About,
): string {
  const kept = open.rule ? null : keptPart(said);
  if (kept) return `Leave it as it was. The user says: ${cut(kept, 260)}`;
  const own = toldPart(said).replace(/(?<![?…])[.\s]+$/, '');
  const order = shownError(said) > 0 ? null : instruction(said);
  if (lasting) return lastingRemedy(lasting, own, open.answer, said.length <= ORDER_CHARS_MAX ? order : null);
  const told = order ?? wishOf(said);
  if (told && !(isFault && complaintScore(told) > 0 && !asksWork(told)))
    return `As the user says: ${cut(told, 400).replace(/\s*[;,]$/, '')}`;
  const course = open.workedFirst ? null : newCourse(open.answer);
  const holds = holdsForLater(said);
  if (course && holds && !own.endsWith('?'))
    return `As the user says: ${own}. The agent then set out to ${cut(course[0]!.toLowerCase() + course.slice(1), 200)}.`;
  if (course) return `${cut(course, 260)}. The user said: ${own}`;
  const conceded = concededSentences(open.answer)[0];
  if (conceded) return conceding(own, conceded);
  if (holds && !own.endsWith('?')) return `As the user says: ${own}`;
  const next = refused?.command ? namedNext(said, refused.command, open.after ?? []) : null;
  if (next)
    return `Run ${code(cut(next.text, 120))} instead of ${code(cut(partOf(refused!), 100))}. The user said: ${own}`;
  if (refused?.command) return `Do not run ${code(cut(partOf(refused), 100))} here. The user said: ${own}`;
  if (isFault) return `Try out what was changed before you call it done. The user found: ${own}`;
  if (shownError(said) > 0) return `Mend what the user shows: ${own}`;
  if (complaintScore(own) > 0 && !asksWork(own)) return `Mend what the user found: ${own}`;
  return openRemedy(said, own);
}

const partOf = ({ command }: SeenCall): string => chiefPart(command)?.text ?? command;

const LIST_MARK = /^\s*[-*•]\s+/;

/** Where neither the words nor the answer say what to do: a finding and an error are to be mended, a question settled. */
function openRemedy(said: string, own: string): string {
  if (listsFindings(said) || reviews(said) || GRADED.test(own))
    return `Mend what the user found: ${bare(own.replace(LIST_MARK, ''))}`;
  if (pasted(said)) return `See what is wrong in what the user shows: ${own}`;
  const asked = askedWork(own);
  if (own.endsWith('?') || (opensQuestion(own) && asked === null))
    return `Settle the user's question first: ${own}`;
  return asked === null ? `Go by what the user says: ${own}` : `Do what the user asked for: ${asked}`;
}

/** A `yes` says nothing by itself. */
const SAYS_MIN = 8;

/** What the agent concedes is to be kept in mind, with the words that it concedes where they state something. */
const conceding = (own: string, conceded: string): string => {
  const said = cut(conceded, 300);
  if (own.endsWith('?') || own.length < SAYS_MIN) return `Mind what the agent admits: ${said}`;
  return `Go by what the user says: ${own}${/[.!…]$/.test(own) ? '' : '.'} The agent admits: ${said}`;
};

/** The same for words that outlast the talk: what they ask for, without what the agent did about it that day. */
function lastingRemedy(
  { line, lead, summary }: Lasting,
  own: string,
  answer: string,
  order: string | null,
): string {
  const words = line === null ? own : cut(redact(bare(line)), 300).replace(/(?<![?…])[.\s]+$/, '');
  if (lead?.endsWith(':')) return `${lead} ${words}`;
  const admitted = concededSentences(answer);
  if (lead !== null) {
    const named = admitted.find(
      (sentence) => /`[^`]+`(?!.*\?$)/.test(sentence) && !lead.includes(sentence.slice(-20, -1)),
    );
    const said = `${redact(lead)}. The user ${words.endsWith('?') ? 'asked' : 'said'}: ${words}`;
    return named ? `${said}${/[?.…]$/.test(words) ? '' : '.'} The agent admits: ${cut(named, 200)}` : said;
  }
  const conceded = line === null || summary !== null ? admitted[0] : undefined;
  if (conceded) return conceding(words, conceded);
  const isTold = order !== null && !words.includes(order);
  return `As the user says: ${isTold ? cut(order.includes(words) ? order : `${words}. ${order}`, 300) : words}`;
}
