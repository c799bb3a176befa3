import { baseName } from '../../../inject/paths.ts';
import { EDIT_TOOLS } from '../../../model/edit-tools.ts';
import { redact } from '../../../text/redact.ts';
import type { SeenCall } from '../../failure-state.ts';
import { code, cut, whole } from '../../wording/prose.ts';
import { behind } from '../../wording/told-cause.ts';
import { calledDone } from '../context/handover.ts';
import { namedNext } from '../context/switched.ts';
import { doneMeanwhile } from '../context/told.ts';
import type { Lasting } from '../lasting/lasting.ts';
import type { OpenObjection } from '../open-objection.ts';
import { chiefPart } from '../trigger/objected-command.ts';
import { complaintScore } from '../words/complaint.ts';
import { tellsFinding } from '../words/finding.ts';
import { asksWork } from '../words/objection.ts';
import { beforePrompt, pasted, showsJob } from '../words/own-words.ts';
import { opensQuestion } from '../words/question.ts';
import { sentencesOf } from '../words/sentences.ts';
import { shownError } from '../words/shown-error.ts';
import { instruction, isDirective, ORDERS_NOT, wishOf } from '../words/user-rule.ts';
import { concededFaults, concededSentences, tellsSomething } from './conceded.ts';
import { CODE_NAME, newCourse, standsAlone } from './course.ts';
import { NOT_SOURCE, withEdit, withLine } from './edited-since.ts';
import { lastingRemedy } from './lasting-remedy.ts';
import { foundCause, madeGood, soughtIn } from './made-good.ts';
import { asOrder, conceding } from './remedy-words.ts';
import { renaming } from './renamed.ts';
import { bare, keptPart } from './telling.ts';
import { askedWork, showsOutput, toldPart } from './told-part.ts';
import { editUndone, takenBack } from './undone.ts';

/** In so short a message what is ordered belongs to what it says. */
const ORDER_CHARS_MAX = 160;
/** So much of the human's words stands beside what was done. */
const BESIDE_CHARS_MAX = 160;

/** What the words are about. */
interface About {
  /** The call that they refuse. */
  refused: SeenCall | null;
  /** They name a fault of what the agent had handed over. */
  isFault: boolean;
  lasting: Lasting | null;
  /** The command that they object to, where one is known. */
  command?: string | null;
}

/** What is to be done instead: as the user says, as it was made good, as the agent then set out to, or as it concedes. */
export function spokenRemedy(
  open: OpenObjection,
  said: string,
  { refused, isFault, lasting, command = null }: About,
): string {
  const course = open.workedFirst || open.retold ? null : newCourse(open.answer);
  const alone = course && standsAlone(course, said);
  const good = open.inVain || open.retold ? null : goodRemedy(open, alone);
  const kept = open.rule ? null : keptPart(said);
  if (kept) return keptRemedy(open, kept);
  const own = toldPart(said).replace(/(?<![?…])[.\s]+$/, '');
  const above = beforePrompt(said);
  const ordered = shownError(said) > 0 || showsJob(said) ? null : instruction(above);
  if (lasting)
    return lastingRemedy(lasting, open, {
      own,
      command,
      order: said.length <= ORDER_CHARS_MAX ? ordered : null,
    });
  const wish = showsJob(said) ? null : wishOf(above);
  const told = ordered ?? (good && (wish?.length ?? 0) > ORDER_CHARS_MAX ? null : wish);
  const isFinding = tellsFinding(said) || said.length > LONG;
  if (told && !(good && isFinding) && !(isFault && complaintScore(told) > 0 && !asksWork(told))) {
    const order = orderRemedy(told, good, refused);
    return refused || (good && order.endsWith(good)) ? order : withLine(order, open, said);
  }
  if (good) return good;
  if (open.retold)
    return `What was made of it first is not what the user meant, who then said: ${redact(toldPart(open.retold)).replace(/[.\s]+$/, '')}`;
  if (open.inVain)
    return `Try it as the user does before you call it mended: what was changed first did not help. The user showed: ${own}`;
  const advised = isFinding && (tellsFinding(said) || !pasted(said)) ? adviceIn(soughtIn(said).words) : null;
  if (advised) return asOrder(advised);
  const holds = !pasted(open.text) && isDirective(said);
  if (course && holds && !own.endsWith('?'))
    return `As the user says: ${own}. The agent then set out to ${whole(course[0]!.toLowerCase() + course.slice(1), 200)}.`;
  if (alone) return withWords(whole(alone, 260), own);
  const admitted = concededSentences(open.answer);
  const isShown = showsOutput(open, said);
  const isOpen = isShown || own.endsWith('?') || opensQuestion(own);
  const conceded =
    (isOpen ? concededFaults(open.answer, isShown)[0] : undefined) ??
    admitted.find(tellsSomething) ??
    (isOpen ? admitted[0] : undefined);
  if (conceded) return withEdit(conceding(pasted(open.text) ? '' : own, conceded), open, said);
  const cause = redact(foundCause(open, CAUSE_CHARS_MAX));
  if (cause !== '') {
    const told = causeRemedy(cause, course, isShown ? '' : own);
    return course ? told : withEdit(told, open, said);
  }
  if (holds && !own.endsWith('?')) return withLine(`As the user says: ${own}`, open, said);
  const next = refused?.command ? namedNext(said, refused.command, open.after ?? []) : null;
  if (next)
    return `Run ${code(cut(next.text, 120))} instead of ${code(cut(partOf(refused!), 100))}. The user said: ${own}`;
  if (refused?.command) {
    const talks = doneMeanwhile(said) || (open.objection < OBJECTS && own.length > BRIEF_CHARS_MAX);
    if (talks) return `Go by what the user says: ${own}`;
    return `Do not run ${code(cut(partOf(refused), 100))} here. The user said: ${own}`;
  }
  if (isFault && calledDone(open.handover))
    return withEdit(`Try out what was changed before you call it done. The user found: ${own}`, open, said);
  if (shownError(said) > 0) return withEdit(`Mend what the user shows: ${own}`, open, said);
  if (complaintScore(own) > 0 && !asksWork(own))
    return withEdit(`Mend what the user found: ${own}`, open, said);
  return withLine(openRemedy(said, own), open, said);
}

/** What was wrong, with what the agent set out to do about it, or with the words that it answers. */
function causeRemedy(cause: string, course: string | null, own: string): string {
  const told = `The cause, as the agent told it: ${behind(cause)}`;
  if (course) return `${told}. ${whole(course, 200)}.`;
  return own === '' ? `${told}.` : withWords(told, own);
}

/** A finding says what would be better. */
const ADVISES =
  /\b(?:consider|safer|better to|would be (?:better|simpler)|recommend\w*|update to|needs? (?:to|either|an?)|worth (?:an?|adding))\b/i;

/** The sentence of a finding that advises; null where none does. */
const adviceIn = (said: string): string | null =>
  sentencesOf(said)
    .map((sentence) => sentence.trim())
    .find((sentence) => ADVISES.test(sentence) && sentence.length > 20 && sentence.length < 300) ?? null;

/** Longer words that hold nothing against a refused command talk, and forbid nothing. */
const OBJECTS = 0.5;
/** So short an order leaves open what it comes to. */
const BRIEF_CHARS_MAX = 60;
/** Longer words than these are a report as much as an order. */
const LONG = 600;
const CAUSE_CHARS_MAX = 180;

const withWords = (fix: string, own: string): string =>
  own.length > BESIDE_CHARS_MAX || own.endsWith('…') ? fix : `${fix}. The user said: ${own}`;

/** Points at what was about to be done. */
const THIS = /\b(?:this|that|it|these|those)\b/i;

/** An order, with what it comes to where it is short, and with the refused command that it points at. */
function orderRemedy(told: string, good: string | null, refused: SeenCall | null): string {
  const order = asOrder(told);
  if (told.length > BRIEF_CHARS_MAX) return order;
  const plain = order.replace(/[.\s]+$/, '');
  if (good) return `${plain}. ${good}`;
  return refused?.command && ORDERS_NOT.test(plain) && THIS.test(told)
    ? `${plain}: ${code(cut(partOf(refused), 100))}`
    : order;
}

/** How it was made good, with the file that was edited for it. */
function goodRemedy(open: OpenObjection, course: string | null): string | null {
  const good = madeGood(open, course) ?? (open.correction ? renaming(open.correction) : null);
  if (good === null) return null;
  const target = open.correction && EDIT_TOOLS.has(open.correction.tool) ? open.correction.target : '';
  const file = NOT_SOURCE.test(target) ? '' : baseName(target);
  const where = file === '' || good.includes(file) ? '' : ` (${code(cut(file, 60))})`;
  return `${redact(good)}${where}.`;
}

/** What should have stayed as it was, with what changed it: as the agent names it that takes it back, the refused command, or the file. */
function keptRemedy(open: OpenObjection, kept: string): string {
  const said = `The user says: ${whole(kept, 260)}`;
  const course = takenBack(open);
  if (course && CODE_NAME.test(course)) return `${whole(course, 260)}. ${said}`;
  const name = open.rejected?.command ? partOf(open.rejected) : baseName(editUndone(open)?.target ?? '');
  return `Leave ${name === '' ? 'it' : code(cut(name, 100))} as it was. ${said}`;
}

const partOf = ({ command }: SeenCall): string => chiefPart(command)?.text ?? command;

const LIST_MARK = /^\s*[-*•]\s+/;

/** Where neither the words nor the answer say what to do: a finding and an error are to be mended, a question settled. */
function openRemedy(said: string, own: string): string {
  if (tellsFinding(said) || tellsFinding(own))
    return `Mend what the user found: ${bare(own.replace(LIST_MARK, ''))}`;
  if (pasted(said)) return `See what is wrong in what the user shows: ${own}`;
  const asked = askedWork(own);
  if (own.endsWith('?') || (opensQuestion(own) && asked === null))
    return `Settle the user's question first: ${own}`;
  return asked === null ? `Go by what the user says: ${own}` : `Do what the user asked for: ${asked}`;
}
