import type { Episode, Signal } from '../../model/episode.ts';
import { headOf } from '../../text/ends.ts';
import { fingerprint } from '../../text/fingerprint.ts';
import { redact } from '../../text/redact.ts';
import type { DetectorOptions, Told } from '../detector-state.ts';
import { EVIDENCE_MAX, idOf, MIN_CONFIDENCE, projectOf, refOf, unique } from '../episode.ts';
import type { SeenCall } from '../failure-state.ts';
import { shownInput } from '../failures/seen-call.ts';
import { reusableScore } from '../grouping/reusable.ts';
import { redactEpisode } from '../redact-episode.ts';
import type { ShellPart } from '../shell/shell.ts';
import { code, cut } from '../wording/prose.ts';
import { calledDone } from './context/handover.ts';
import { type Switch, sharesWork, switchedBy } from './context/switched.ts';
import { putBefore } from './context/told.ts';
import { type Lasting, lastingOf } from './lasting/lasting.ts';
import type { OpenObjection } from './open-objection.ts';
import { spokenRemedy } from './telling/spoken-remedy.ts';
import { POINTS_BACK, spokenSummary } from './telling/spoken-summary.ts';
import { spokenTrigger } from './trigger/spoken-trigger.ts';
import { isLinked, spokenFacts } from './verdict/spoken-facts.ts';
import { spokenProbability } from './verdict/spoken-probability.ts';
import { ownWords, plainWords } from './words/own-words.ts';
import { RULE_LEAD, ruleSentence } from './words/user-rule.ts';

const WORDS_CHARS_MAX = 800;
/** Of words that are less surely a correction it is not asked whether they outlast it. */
const LASTING_MIN = 0.52;

/** The episode of a human's correction, or null where the words are none. */
export function spokenEpisode(options: DetectorOptions, told: Told, open: OpenObjection): Episode | null {
  const switched = switchedBy(open);
  const facts = spokenFacts(open, switched);
  if (facts === null) return null;
  const confidence = spokenProbability(facts);
  if (confidence < (options.minConfidence ?? MIN_CONFIDENCE)) return null;
  const lasting = confidence < LASTING_MIN ? null : lastingOf(open);
  const trigger = spokenTrigger(open, switched, lasting);
  const said = redact(cut(open.rule ? ruleSentence(plainWords(open.text)) : open.text, 600));
  const refused = open.rejectedLine === null || !isLinked(open) ? null : open.rejected;
  const about = open.rejected ?? objectedCall(open.last, trigger.line);
  const severity = open.destroyed ? 'data-loss' : 'notable';
  const habit = lasting?.habit ?? (lasting && flagged(trigger.commandPatterns));
  const episode: Episode = {
    id: idOf(options, told, refused?.callId ?? open.uuid ?? `line ${open.line}`),
    agent: options.agent,
    file: options.file,
    sessionId: told.sessionId,
    project: projectOf(options, about?.cwd ?? told.cwd),
    timestamp: open.timestamp,
    lines: linesOf(open),
    uuids: unique([refused ? open.rejectedUuid : null, open.uuid].filter((uuid) => uuid !== null)),
    toolUseIds: refused ? [refused.callId] : [],
    failure: {
      line: open.line,
      uuid: open.uuid,
      toolUseId: refused?.callId ?? null,
      tool: about?.tool ?? '',
      input: about ? shownInput(about.input) : {},
      error: said,
    },
    correction: open.correction ? refOf(open.correction) : null,
    ...(habit && { subject: { rule: habit } }),
    signals: signalsOf(open),
    kind: 'user',
    ...wordsOf(open, said, {
      command: trigger.command,
      switched,
      refused,
      about,
      isFault: facts.fault.score > 0 && (open.handover?.claimed === true || open.handover?.wrote === true),
      showsError: facts.shown,
      lasting,
    }),
    trigger: {
      toolNames: trigger.toolNames,
      commandPatterns: trigger.commandPatterns,
      pathPatterns: trigger.pathPatterns,
      ...(trigger.contentPatterns && { contentPatterns: trigger.contentPatterns }),
      errorPatterns: [],
    },
    tags: [`topic:${open.rule ? 'user-rule' : 'user-correction'}`, `severity:${severity}`],
    severity,
    fingerprint: fingerprint('user', said),
    attempts: 1,
    cost: { calls: 1, bytes: open.text.length, seconds: 0 },
    evidence: evidenceOf(open, said),
    confidence: Number(confidence.toFixed(3)),
    reusable: reusableOf(lasting, trigger.toolNames.length > 0, switched),
    model: told.model,
    isSubagent: told.isSubagent,
  };
  return redactEpisode(episode, `${open.text}\n\n${headOf(open.answer ?? '', ANSWER_CHARS_MAX)}`);
}

/** The pattern that names a command's long flag: words about that another day are the same lesson. */
const flagged = (patterns: readonly string[]): string | undefined =>
  patterns.find((pattern) => /\)--[a-z]|\\s--[a-z]/.test(pattern));

/** Lines of the transcript that the episode spans, in their order: the refusal that the words came with, the words, and their copy. */
const linesOf = ({ line, rejectedLine, echoLine }: OpenObjection): number[] =>
  unique([rejectedLine ?? line, line, echoLine ?? line]).sort((a, b) => a - b);

function signalsOf(open: OpenObjection): Signal[] {
  const signals: Signal[] = ['user-correction'];
  if (open.rule) signals.push('user-rule');
  if (open.destroyed) signals.push('data-loss');
  return signals;
}

/** What the words are about: the command they object to, the call they refuse, the call before them. */
interface Subject {
  command: string | null;
  switched: Switch | null;
  refused: SeenCall | null;
  about: SeenCall | null;
  /** They name a fault of what was handed over. */
  isFault: boolean;
  /** They show an error that something printed. */
  showsError: boolean;
  lasting: Lasting | null;
}

/** Summary, mistake and remediation; `said` is what the user said, redacted and cut. */
function wordsOf(open: OpenObjection, said: string, subject: Subject) {
  const { command, switched, refused, about, isFault, showsError, lasting } = subject;
  const words = redact(headOf(open.rule ? ownWords(open.text) : open.text, WORDS_CHARS_MAX));
  const handed =
    isFault && refused === null
      ? `${calledDone(open.handover) ? 'The agent called it done' : 'A fault was left'} ${about ? afterCall(about) : ''}, and the user found`
      : (REPLIES[putBefore(about?.nativeTool) ?? ''] ??
        `The user corrected what was done ${about ? afterCall(about) : ''}`);
  const mistake = `${handed.trimEnd()}: "${cut(said, 400)}"`;
  return {
    summary: spokenSummary(open, words, { command, refused: refused !== null, isFault, showsError, lasting }),
    mistake: mistake.replace(' ,', ','),
    remediation: `${insteadOf(switched, said)}${
      open.rule
        ? `${RULE_LEAD}${cut(redact(wholeRule(open.text, lasting?.line ?? said)), 400)}`
        : spokenRemedy(open, words, { refused, isFault, lasting, command })
    }`,
  };
}

/** How the user's words are told that follow on a plan or a question. */
const REPLIES: Record<string, string> = {
  plan: 'The user corrected a plan',
  question: 'Asked by the agent, the user said',
};

const RULE_CHARS_MAX = 300;
/** A rule with what follows it, where that is short; what stands between fences belongs to it where it announces that. */
function wholeRule(text: string, said: string): string {
  const own = (/:\s*$/.test(said) ? ownWords(text) : plainWords(text)).trim();
  const from = POINTS_BACK.test(said) ? own : own.slice(Math.max(0, own.indexOf(said)));
  const part = from.split(/\n\s*\n/)[0]!;
  return part.length <= RULE_CHARS_MAX ? part : said;
}

/** ``after `npm test` ``, `after an edit of src/a.ts`. */
function afterCall(call: SeenCall): string {
  if (call.tool === 'Bash')
    return `after ${call.command ? `\`${cut(call.command, 120)}\`` : call.nativeTool}`;
  const target = cut(call.target, 100);
  if (target !== '' && call.tool === 'Edit') return `after an edit of ${target}`;
  if (target !== '' && call.tool === 'Write') return `after a write to ${target}`;
  return `after ${call.nativeTool}${target === '' ? '' : ` on ${target}`}`;
}

/** So much of the agent's answer is looked at for what tells a secret. */
const ANSWER_CHARS_MAX = 4096;

function evidenceOf(open: OpenObjection, said: string): string {
  const lines = [`User: ${said}`, open.answer ? `Agent: ${cut(open.answer, 500)}` : ''];
  return lines.filter(Boolean).join('\n').slice(0, EVIDENCE_MAX);
}

function reusableOf(lasting: Lasting | null, hasTrigger: boolean, switched: Switch | null): number {
  return reusableScore({
    kind: 'user',
    changedCommand: false,
    editsBetween: 0,
    attempts: 1,
    lasting: lasting?.score,
    replaced: hasTrigger && switched?.by === 'program' && switched.denies,
    hasTrigger,
  });
}

/** The call that the words are about: the last one, or an earlier command that they name. */
function objectedCall(last: SeenCall | null, line: string | null): SeenCall | null {
  if (last === null || line === null || last.command.includes(line)) return last;
  return { ...last, tool: 'Bash', nativeTool: 'Bash', target: '', command: line, input: { command: line } };
}

/** The command that took the place of another, for those who do not read the user's language. */
function insteadOf(switched: Switch | null, said: string): string {
  if (switched === null || switched.by === 'command' || !switched.denies) return '';
  const isSameWork = sharesWork(switched.from, switched.to);
  const shown = (part: ShellPart) => {
    const whole = `${part.program} ${part.sub}`.trim();
    const named = isSameWork || said.includes(whole) ? whole : part.program;
    return code(cut(switched.by === 'argument' ? part.text : named, 60));
  };
  return `Use ${shown(switched.to)}, not ${shown(switched.from)}. `;
}
