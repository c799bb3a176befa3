import { baseName } from '../../../inject/paths.ts';
import { SUMMARY_CHARS_MAX } from '../../../model/constants.ts';
import { salientLine } from '../../../text/fingerprint.ts';
import { redact } from '../../../text/redact.ts';
import { programOf } from '../../failures/blame.ts';
import { testSummaries } from '../../wording/message/failed-test.ts';
import { complaint, messageOf } from '../../wording/message/message.ts';
import { code, cut, firstFit, fit } from '../../wording/prose.ts';
import { toolName } from '../../wording/summary.ts';
import { calledDone } from '../context/handover.ts';
import { putBefore } from '../context/told.ts';
import type { Lasting } from '../lasting/lasting.ts';
import type { OpenObjection } from '../open-objection.ts';
import { chiefPart } from '../trigger/objected-command.ts';
import { tellsFinding } from '../words/finding.ts';
import { belowPrompt, pasted } from '../words/own-words.ts';
import { opensQuestion } from '../words/question.ts';
import { errorAmong, shownError } from '../words/shown-error.ts';
import { ruleSentence, statesRule } from '../words/user-rule.ts';
import { concededSentences, faultLine, inventedLine, tellingLine } from './conceded.ts';
import { dangles, leavesOpen } from './dangling.ts';
import { lineBehind } from './line-behind.ts';
import { bare, keptPart, tellingPart } from './telling.ts';
import { showsOutput } from './told-part.ts';
import { undoneWork } from './undone.ts';
import { shortNames, wholeLine } from './whole-line.ts';

/** Only points to what stands before it. */
export const POINTS_BACK = /\b(?:one|it|them|that|this|those|these|so)\b[.!]?$/i;

/** The rule, with the sentence before it where it only points back to that: "always write a new one". */
function ruleOf(said: string): string {
  const rule = bare(ruleSentence(said));
  if (!POINTS_BACK.test(rule)) return rule;
  const before = said.slice(0, said.indexOf(ruleSentence(said))).trim();
  return before === '' ? rule : `${bare(tellingPart(before)).replace(/[.\s]+$/, '')}; ${rule}`;
}

/** Says by itself that it holds at any time. */
const ABSOLUTE =
  /(?<!\p{L})(?:never|always|nie|niemals|immer|jamais|toujours|nunca|siempre|mai|sempre|nooit|altijd|nigdy|zawsze|никогда|всегда|asla)(?!\p{L})/iu;

/** The rule from the first clause on that states it by itself. */
function ruleClause(rule: string): string {
  const clauses = [...rule.matchAll(/[,;:] (?=\S)/g)].map((match) => rule.slice(match.index + 2));
  return clauses.find((clause) => clause.length > 20 && statesRule(clause)) ?? rule;
}

/** What the words are about. */
interface About {
  /** The objected command line, where one is known. */
  command: string | null;
  /** The call was refused. */
  refused: boolean;
  /** They name a fault of what was handed over. */
  isFault: boolean;
  /** They show an error that something printed. */
  showsError: boolean;
  lasting: Lasting | null;
}

const WRITES = /^(?:Edit|Write)$/;
const NAMED: Record<string, string> = { plan: 'the plan', question: 'the question' };

const wroteTo = (tool: string, file: string, refused: boolean): string => {
  if (tool === 'Write') return `${refused ? 'a' : 'the'} write to ${file}`;
  return `${refused ? 'an' : 'the'} edit of ${file}`;
};

/** What the words are about: the call that they refuse, the command that they name, or the file just written. */
function subjectOf(open: OpenObjection, { command, refused, isFault }: About): string {
  const about = open.rejected ?? open.last;
  const line = command ?? (refused ? about?.command : null);
  const file = about && WRITES.test(about.tool) && !line ? cut(baseName(about.target), 24) : '';
  let name = '';
  if (line) name = code(cut(programOf(chiefPart(line)), 32));
  else if (file !== '') name = wroteTo(about!.tool, file, refused);
  else if (about && refused) name = NAMED[putBefore(about.nativeTool) ?? ''] ?? toolName(about.nativeTool);
  if (isFault && !refused && command === null && calledDone(open.handover))
    return name === '' ? 'Called done, but: ' : `Called done in ${file || name}, but: `;
  if (name === '') return '';
  return refused ? `The user refused ${name}: ` : `The user on ${name}: `;
}

const WORDS = /\S\s+\S+\s+\S/;

/** The failing test, or the line of shown output that tells what failed; null where the message shows no error. */
function shownSummary(subject: string, said: string, showsError: boolean): string | null {
  const among = showsError && shownError(said) === 0 ? errorAmong(said) : null;
  if (among === null && shownError(said) === 0) return null;
  const below = among ?? belowPrompt(said);
  const message = messageOf({ error: below, salient: salientLine(below) });
  const line = complaint(message, null);
  if (line === '') return null;
  const lead = subject === '' ? 'The user shows: ' : subject;
  const short = shortNames(line);
  const told = firstFit(
    [...testSummaries(said, message, line), ...withoutChain(short)].map((text) => lead + text),
    [lead + short],
  );
  return among !== null && !WORDS.test(told.slice(lead.length)) ? null : told;
}

/** What led to an error, before what it is. */
const LINK = /^[A-Za-z](?:[\w ./-]|'[^'\n]*'|"[^"\n]*"){2,60}: (?:-: )?(?=[^:]+: |[^:]{15,}$)/;

/** The line, and what is left of it without what led to it, link by link. */
function* withoutChain(line: string): Generator<string> {
  let before = '';
  for (let rest = line; rest !== before; rest = rest.replace(LINK, '')) {
    yield rest;
    before = rest;
  }
}

/** Says whose the words are that follow. */
const SPEAKER = /^(?:The user(?: refused [^:`]*(?:`[^`]*`)?)?|The agent admits): /;
/** Stands before the words: whose they are, and what they are about. */
const SPEAKS_OF = /^(?:(?:The user|Refused|Called done)[^:]*|The agent admits): /;
const LISTED = /^\s*(?:\d+[.)]|[-*•]) /;

/** What the agent concedes of output that was pasted without an error in it; null where it concedes nothing. */
function concededSummary(open: OpenObjection, said: string): string | null {
  if (!pasted(said) || LISTED.test(said) || tellsFinding(said)) return null;
  const conceded = concededSentences(open.answer)[0];
  return conceded === undefined ? null : fit(`The agent admits: ${conceded}`);
}

/** One line for a human's correction: the sentence that tells, and the call that it is about. */
export const spokenSummary = (open: OpenObjection, said: string, about: About): string =>
  withFile(open, tellingSentence(open, said, about)).replace(/(?<=\p{L}{3}|\d)[.,;]$|:$/u, '');

const LOOKS = /^(?:Read|Edit|Write)$/;
const LEAD = /^(?:The user(?: shows)?|Called done, but): /;

/** The file that words are about which do not say it: what was written right before them, or looked at last. */
const fileBefore = ({ wrote, last }: OpenObjection): string =>
  cut(baseName(wrote ?? (last && LOOKS.test(last.tool) ? last.target : '')), 32);

/** A line that leaves open what it is about, with the file before it where that fits. */
function withFile(open: OpenObjection, line: string): string {
  const lead = LEAD.exec(line)?.[0] ?? '';
  const words = line.slice(lead.length);
  const file = fileBefore(open);
  if (file === '' || /^\p{Lu}[\w ]*: /u.test(words) || !dangles(words)) return line;
  const told =
    lead === '' ? words.replace(/^\p{Lu}(?=\p{Ll}|\s)(?!I\b)/u, (first) => first.toLowerCase()) : words;
  const leads = lead.startsWith('Called') ? [`Called done in ${file}, but: `] : [`The user on ${file}: `];
  return (
    [...leads, `On ${file}: `].map((each) => each + told).find((each) => each.length <= SUMMARY_CHARS_MAX) ??
    line
  );
}

/** What the user has undone, and why. */
function undoneSummary(work: string | null, why: string): string {
  if (work === null) return fit(`The user has it undone: ${why}`);
  const told = `The user has ${work} undone`;
  return firstFit([`${told}: ${why}`, `Undone: ${work}; ${why}`, told], [told]);
}

function tellingSentence(open: OpenObjection, said: string, about: About): string {
  const { lasting } = about;
  if (open.rule) {
    const own = ruleOf(said);
    const rule = lasting?.line && !own.includes('; ') ? bare(redact(lasting.line)) : own;
    const full = `The user's rule: ${rule}`;
    if (full.length <= SUMMARY_CHARS_MAX) return full;
    const head = fit(`Rule: ${rule}`);
    return ABSOLUTE.test(head) || statesRule(head.slice('Rule: '.length))
      ? head
      : fit(`Rule: ${ruleClause(rule)}`);
  }
  if (lasting?.summary) {
    const [prefix = ''] = SPEAKER.exec(lasting.summary) ?? [];
    return wholeLine(prefix, redact(lasting.summary.slice(prefix.length))).line;
  }
  const kept = keptPart(said);
  if (kept) return undoneSummary(undoneWork(open), kept);
  if (lasting?.line)
    return tellingLine(subjectOf(open, { ...about, isFault: false }), redact(lasting.line), '');
  const subject = subjectOf(open, about);
  const own =
    shownSummary(subject, redact(open.text), about.showsError) ??
    concededSummary(open, said) ??
    tellingLine(subject, said, open.answer);
  const words = own.replace(SPEAKS_OF, '');
  const isOpen = words.endsWith('?') || opensQuestion(words) || leavesOpen(words);
  const isShown = showsOutput(open, said);
  const fault =
    isOpen || isShown ? (inventedLine(open.answer, said) ?? faultLine(open.answer, isShown)) : null;
  if (fault !== null) return fault;
  return lineBehind(open, words, said, about.showsError) ?? own;
}
