import type { Episode } from '../../model/episode.ts';
import { fingerprint } from '../../text/fingerprint.ts';
import { redact } from '../../text/redact.ts';
import type { DetectorOptions, DetectorState } from '../detector-state.ts';
import { idOf, projectOf } from '../episode.ts';
import type { EditSeen } from '../failure-state.ts';
import { shownInput } from '../failures/seen-call.ts';
import { redactEpisode } from '../redact-episode.ts';
import { cut, whole } from '../wording/prose.ts';
import { causeTold } from '../wording/told-cause.ts';
import { admitsError } from './context/admission.ts';
import type { Words } from './open-objection.ts';
import { CODE_NAME, newCourse, standsAlone } from './telling/course.ts';
import { hereChanged } from './telling/edited-since.ts';
import { wholeLine } from './telling/whole-line.ts';
import { mentionsLoss } from './words/loss.ts';
import { sentencesOf } from './words/sentences.ts';
import { contentOf } from './words/topics.ts';

const DASH = /\s[—–-]\s/;
const FAULT_CHARS_MAX = 80;
/** Who found it, before the agent's own act. */
const LED_TO = /^[^:`]{8,60}: (?=(?:my|i)\b)/i;

/**
 * The episode of an error that the agent names itself, with no failing result near.
 * @param named the sentence that names it; the one that admits one where none is given
 * @param edits what it then changed, where that is known to be for it
 */
export function admittedEpisode(
  options: DetectorOptions,
  state: DetectorState,
  said: Words,
  named = admission(said.text),
  edits: readonly EditSeen[] = [],
): Episode | null {
  const { lastCall } = state;
  if (!lastCall) return null;
  const sentence = redact(cut(named, 400));
  const fault = faultOf(sentence, said.text);
  const loss =
    state.lastDestructive !== null && said.line - state.lastDestructive < 40 && mentionsLoss(said.text);
  const severity = loss ? 'data-loss' : 'notable';
  const episode: Episode = {
    id: idOf(options, state, said.uuid ?? `line ${said.line}`),
    agent: options.agent,
    file: options.file,
    sessionId: state.sessionId,
    project: projectOf(options, lastCall.cwd ?? state.cwd),
    timestamp: said.timestamp,
    lines: [said.line],
    uuids: said.uuid ? [said.uuid] : [],
    toolUseIds: [],
    failure: {
      line: said.line,
      uuid: said.uuid,
      toolUseId: null,
      tool: lastCall.tool,
      input: shownInput(lastCall.input),
      error: sentence,
    },
    correction: null,
    signals: loss ? ['self-diagnosis', 'data-loss'] : ['self-diagnosis'],
    kind: 'user',
    summary: faultIn(fault.replace(/[.:]$/, '')),
    mistake: `The agent named an error of its own: "${sentence}"`,
    remediation: remedyOf(said.text, sentence.includes(fault) ? sentence : fault, edits),
    trigger: { toolNames: [], commandPatterns: [], pathPatterns: [], errorPatterns: [] },
    tags: ['topic:self-diagnosis', `severity:${severity}`],
    severity,
    fingerprint: fingerprint('self', sentence),
    attempts: 1,
    cost: { calls: 1, bytes: said.text.length, seconds: 0 },
    evidence: `Agent: ${cut(said.text, 1000)}`,
    confidence: loss ? 0.75 : 0.6,
    reusable: 0.2,
    model: state.model,
    isSubagent: state.isSubagent,
  };
  return redactEpisode(episode, said.text);
}

/** Stands before what there is. */
const SEES = /^I see (?:that )?(?=\S)/i;
/** What a thing that is missing follows from. */
const SINCE = /^(?:since|because|as|now that) .{20,}?, (?=\S)/i;

/** A fault in one line; what it follows from is left out where both do not fit. */
function faultIn(fault: string): string {
  const told = fault.replace(SEES, '');
  const { line, lacks } = wholeLine('The agent admits: ', told);
  const rest = told.replace(SINCE, '');
  return lacks === 'nothing' || rest === told ? line : wholeLine('The agent admits: ', rest).line;
}

/** Says that something was wrong, and not what. */
const NAMES_NOTHING =
  /^(?:that|this|it|the|my) ?[\w' ]{0,24}\b(?:bug|mistake|error|fault|wrong|incorrect)\b[\w' ]{0,16}$/i;

/** Says what is mended, before it tells what is wrong with it. */
const ANNOUNCES = /^(?:let me|i'll|i will|i'm) [^—–:`]{4,60} (?:[—–]|-) (?=.{20})/i;

/** What of an admission names what was wrong: without what stands before its dash, or what stands behind it, or the cause that is told with it. */
function faultOf(sentence: string, text: string): string {
  const clauses = sentence.replace(ANNOUNCES, '').split(DASH);
  const at = Math.max(0, clauses.findIndex(admitsError));
  const own = clauses.slice(at).join(' — ');
  const plain = clauses[at]!.split(/; /)
    .at(-1)!
    .replace(/[.!]+$/, '');
  if (!NAMES_NOTHING.test(plain)) return own.length > FAULT_CHARS_MAX ? own.replace(LED_TO, '') : own;
  return clauses.slice(at + 1).join(' — ') || redact(causeTold(text, FAULT_CHARS_MAX, () => true)) || own;
}

const COURSE_CONTENT_MIN = 2;

/** What the agent sets out to do about it, where that can be understood alone, with what it admits where that names no code; else what it changed, and admits. */
function remedyOf(text: string, sentence: string, edits: readonly EditSeen[]): string {
  const course = newCourse(text);
  const alone = course && standsAlone(course, text);
  const admits = `the agent admits: ${whole(sentence, 300)}`;
  if (!alone || contentOf(alone) < COURSE_CONTENT_MIN) {
    const here = hereChanged(edits, sentence);
    return here === '' ? `Mind what ${admits}` : `${here} T${admits.slice(1)}`;
  }
  const fix = `${redact(whole(alone, 300))}.`;
  return CODE_NAME.test(alone) ? fix : `${fix} T${admits.slice(1)}`;
}

const admission = (text: string): string => sentencesOf(text).find(admitsError) ?? text;
