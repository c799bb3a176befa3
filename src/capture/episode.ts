import type { Episode, Signal } from '../model/episode.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { hash64 } from '../text/hash.ts';
import { redact, redactDeep } from '../text/redact.ts';
import { synthesizeTrigger } from '../triggers/synthesize.ts';
import { tagsOf } from './episode-tags.ts';
import { factsOf } from './failure.ts';
import type {
  DetectorOptions,
  DetectorState,
  OpenFailure,
  OpenObjection,
  SeenCall,
} from './failure-state.ts';
import { objectedCommand } from './objected-command.ts';
import { isDestructive, isDirective, mentionsLoss, pasted, ruleSentence } from './objection.ts';
import { reusableScore } from './reusable.ts';
import { CODE_KINDS, correctionProbability } from './verdict.ts';
import { cut, writeUp } from './write-up.ts';

/** Redacts everything that was said or run; names and positions stay as they are. */
export function redactEpisode(episode: Episode): Episode {
  const { summary, mistake, remediation, trigger, tags, evidence, correction } = episode;
  const { uuid, toolUseId } = episode.failure;
  const clean = redactDeep({
    summary,
    mistake,
    remediation,
    trigger,
    tags,
    evidence,
    failure: episode.failure,
    correction,
  });
  return {
    ...episode,
    ...clean,
    failure: { ...clean.failure, uuid, toolUseId },
    correction:
      correction && clean.correction ? { ...clean.correction, toolUseId: correction.toolUseId } : null,
  };
}

/** Episodes below it are dropped unless the options say otherwise. */
export const MIN_CONFIDENCE = 0.35;

const EVIDENCE_MAX = 1500;
const IDS_MAX = 12;

function idOf(options: DetectorOptions, state: DetectorState, key: string): string {
  return hash64(`${options.agent}\n${state.sessionId}\n${options.file}\n${key}`);
}

function projectOf(options: DetectorOptions, cwd: string | null): string {
  if (!cwd) return '';
  return options.project ? options.project(cwd) : cwd;
}

const refOf = (call: SeenCall) => ({
  line: call.line,
  toolUseId: call.callId,
  tool: call.tool,
  input: call.tool === 'Bash' ? { ...call.input, command: call.command } : call.input,
});

function secondsBetween(from: string | null, to: string | null): number {
  const span = from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : 0;
  return Number.isFinite(span) && span > 0 ? Math.min(span, 86_400) : 0;
}

const unique = <T>(values: T[]): T[] => [...new Set(values)];

function failureSignals(open: OpenFailure): Signal[] {
  const facts = factsOf(open);
  const signals: Signal[] = [];
  if (open.correction) signals.push('error-correction');
  if (open.attempts.length >= 3 || open.variants.length >= 3) signals.push('retry-loop');
  if (open.timedOut || open.kind === 'timeout') signals.push('hang');
  if (facts.admitted) signals.push('self-diagnosis');
  if (isDestructive(open.call.command) && mentionsLoss(`${open.error.slice(0, 600)} ${open.after}`))
    signals.push('data-loss');
  if (signals.length === 0) signals.push('error-correction');
  return signals;
}

function severityOf(open: OpenFailure, signals: Signal[]): Episode['severity'] {
  if (signals.includes('data-loss')) return 'data-loss';
  if (signals.includes('hang')) return 'hang';
  if (open.hidden) return 'silent';
  if (open.attempts.length >= 3) return 'notable';
  return 'friction';
}

function wordsOf(open: OpenFailure) {
  const part = open.correction?.tool === 'Bash' ? (open.correction.parts[open.correctionPart] ?? null) : null;
  return {
    failing: open.culprit ? [open.culprit] : [],
    corrected: part && open.changed && open.edits.length === 0 ? part : null,
  };
}

/** The episode of a failing call and its correction, redacted. */
export function failureEpisode(
  options: DetectorOptions,
  state: DetectorState,
  open: OpenFailure,
  confidence: number,
): Episode {
  const first = open.attempts[0]!;
  const signals = failureSignals(open);
  const severity = severityOf(open, signals);
  const changedCommand =
    open.correction !== null && open.changed && open.call.tool === 'Bash' && open.edits.length === 0;
  const text = writeUp(open);
  const trigger = synthesizeTrigger({
    tool: open.call.tool,
    ...wordsOf(open),
    failingLine: redact(open.call.command),
    correctedLine:
      open.correction && open.changed && open.edits.length === 0 ? redact(open.correction.command) : null,
    salient: redact(open.salient),
    error: open.error,
    missingProgram: open.kind === 'command-not-found' && /not found/.test(open.salient),
    faultInCode: CODE_KINDS.has(open.kind) && !changedCommand,
  });
  const last = open.attempts[open.attempts.length - 1]!;
  const evidence = [
    `${open.call.nativeTool}: ${open.call.command || open.call.target}`.slice(0, 500),
    `→ ${open.error.slice(0, 600)}`,
    open.correction
      ? `✓ ${open.correction.command || `${open.correction.nativeTool} ${open.correction.target}`}`.slice(
          0,
          400,
        )
      : '',
  ];
  return redactEpisode({
    id: idOf(options, state, first.callId || String(first.line)),
    agent: options.agent,
    file: options.file,
    sessionId: state.sessionId,
    project: projectOf(options, open.call.cwd ?? state.cwd),
    timestamp: open.timestamp,
    lines: unique(open.attempts.map((attempt) => attempt.line))
      .sort((a, b) => a - b)
      .slice(0, IDS_MAX),
    uuids: unique(open.attempts.flatMap((attempt) => (attempt.uuid ? [attempt.uuid] : []))).slice(0, IDS_MAX),
    toolUseIds: unique(open.attempts.map((attempt) => attempt.callId)).slice(0, IDS_MAX),
    failure: { ...refOf(open.call), line: open.resultLine, uuid: open.resultUuid, error: open.error },
    correction: open.correction ? refOf(open.correction) : null,
    signals,
    kind: open.kind,
    ...text,
    trigger,
    tags: tagsOf(open, severity),
    severity,
    fingerprint: open.fingerprint,
    attempts: open.attempts.length,
    cost: {
      calls: open.calls,
      bytes: open.bytes,
      seconds: secondsBetween(open.call.timestamp, open.correction?.timestamp ?? last.timestamp),
    },
    fixedByCommand: changedCommand,
    evidence: evidence.filter(Boolean).join('\n').slice(0, EVIDENCE_MAX),
    confidence: Number(confidence.toFixed(3)),
    reusable: reusableScore({
      kind: open.kind,
      changedCommand,
      editsBetween: open.edits.length,
      attempts: open.attempts.length,
      rule: false,
      hasTrigger: open.call.tool === 'Bash' ? trigger.commandPatterns.length > 0 : undefined,
    }),
    model: open.model,
    isSubagent: state.isSubagent,
  });
}

/** The episode of a human's correction, or null where the words are none. */
export function correctionEpisode(
  options: DetectorOptions,
  state: DetectorState,
  open: OpenObjection,
  acceptance: number,
): Episode | null {
  if (open.objection < 0.5 && acceptance < 2.2 && !open.rule) return null;
  const confidence = correctionProbability({
    objection: open.objection,
    acceptance,
    rejected: open.rejected !== null,
    rule: open.rule,
    actedBefore: open.actedBefore,
    question: /\?\s*$/.test(open.text),
    pasted: pasted(open.text),
  });
  if (confidence < (options.minConfidence ?? MIN_CONFIDENCE)) return null;
  const objected = objectedCommand(open.text, open.commands, open.rejected?.command || null);
  const said = redact(cut(open.rule ? ruleSentence(open.text) : open.text, 600));
  const about = open.rejected ?? open.last;
  const signals: Signal[] = ['user-correction'];
  if (open.rule) signals.push('user-rule');
  if (open.destroyed) signals.push('data-loss');
  const severity = open.destroyed ? 'data-loss' : 'notable';
  const doing = about
    ? about.tool === 'Bash'
      ? `after ${about.command ? `\`${cut(about.command, 120)}\`` : about.nativeTool}`
      : `after ${about.nativeTool}${about.target ? ` on ${cut(about.target, 100)}` : ''}`
    : '';
  return redactEpisode({
    id: idOf(options, state, open.rejected?.callId ?? open.uuid ?? `line ${open.line}`),
    agent: options.agent,
    file: options.file,
    sessionId: state.sessionId,
    project: projectOf(options, about?.cwd ?? state.cwd),
    timestamp: open.timestamp,
    lines: unique([open.rejectedLine ?? open.line, open.line]).sort((a, b) => a - b),
    uuids: unique([open.rejectedUuid, open.uuid].filter((uuid): uuid is string => uuid !== null)),
    toolUseIds: open.rejected ? [open.rejected.callId] : [],
    failure: {
      line: open.line,
      uuid: open.uuid,
      toolUseId: open.rejected?.callId ?? null,
      tool: about?.tool ?? '',
      input: about ? about.input : {},
      error: said,
    },
    correction: open.correction ? refOf(open.correction) : null,
    signals,
    kind: 'user',
    summary: cut(open.rule ? `The user's rule: ${said}` : `The user objects: ${said}`, 80),
    mistake: `The user corrected what was done ${doing}: "${cut(said, 400)}"`.replace('  ', ' '),
    remediation: open.rule ? `Follow the rule: ${cut(said, 400)}` : remedyOf(open, said),
    trigger: {
      toolNames: objected ? ['Bash'] : [],
      commandPatterns: objected ? [objected] : [],
      pathPatterns: [],
      errorPatterns: [],
    },
    tags: [`topic:${open.rule ? 'user-rule' : 'user-correction'}`, `severity:${severity}`],
    severity,
    fingerprint: fingerprint('user', said),
    attempts: 1,
    cost: { calls: 1, bytes: open.text.length, seconds: 0 },
    evidence: [`User: ${said}`, open.answer ? `Agent: ${cut(open.answer, 500)}` : '']
      .filter(Boolean)
      .join('\n')
      .slice(0, EVIDENCE_MAX),
    confidence: Number(confidence.toFixed(3)),
    reusable: reusableScore({
      kind: 'user',
      changedCommand: false,
      editsBetween: 0,
      attempts: 1,
      rule: open.rule,
      directive: isDirective(open.text) && confidence >= 0.6,
      hasTrigger: objected !== null,
    }),
    model: state.model,
    isSubagent: state.isSubagent,
  });
}

function remedyOf(open: OpenObjection, said: string): string {
  const answer = open.answer.trim();
  return answer ? `The agent answered: ${cut(answer, 400)}` : `Do what the user asked for: ${cut(said, 300)}`;
}

/** The episode of an error that the agent names itself, with no failing result near. */
export function selfEpisode(
  options: DetectorOptions,
  state: DetectorState,
  said: { text: string; line: number; uuid: string | null; timestamp: string | null },
): Episode | null {
  const { lastCall } = state;
  if (!lastCall) return null;
  const sentence = redact(cut(admission(said.text), 400));
  const loss =
    state.lastDestructive !== null && said.line - state.lastDestructive.line < 40 && mentionsLoss(said.text);
  const severity = loss ? 'data-loss' : 'notable';
  return redactEpisode({
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
      input: lastCall.input,
      error: sentence,
    },
    correction: null,
    signals: loss ? ['self-diagnosis', 'data-loss'] : ['self-diagnosis'],
    kind: 'user',
    summary: cut(`The agent admits: ${sentence}`, 80),
    mistake: `The agent named an error of its own: "${sentence}"`,
    remediation: cut(said.text, 500),
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
  });
}

function admission(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  return (
    sentences.find((sentence) =>
      /\b(?:my|i)\b.{0,40}(?:mistake|wrong|forgot|accidentally|mistakenly|incorrectly|shouldn't|should have|misread|broke|error)/i.test(
        sentence,
      ),
    ) ??
    sentences[0] ??
    text
  );
}
