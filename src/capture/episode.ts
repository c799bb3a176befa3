import type { Episode, Signal } from '../model/episode.ts';
import { headOf } from '../text/ends.ts';
import { hash64 } from '../text/hash.ts';
import { redact } from '../text/redact.ts';
import { missingProgram } from '../triggers/named-words.ts';
import { type SynthesisedTrigger, synthesizeTrigger } from '../triggers/synthesize.ts';
import type { DetectorOptions, Told } from './detector-state.ts';
import { tagsOf } from './episode-tags.ts';
import type { OpenFailure, SeenCall } from './failure-state.ts';
import { speakerOf } from './failures/blame.ts';
import { MET_BESIDES, MET_NOTHING } from './failures/causes/met-nothing.ts';
import { backtickRun } from './failures/causes/misread-words.ts';
import { correctedPart, workingPart } from './failures/correction/working-part.ts';
import { shownInput } from './failures/seen-call.ts';
import { hasNoCommand, isFaultElsewhere, ownSubcommand } from './failures/trigger-input.ts';
import { isAdmitted } from './failures/verdict/failure-facts.ts';
import { taughtAs } from './failures/verdict/program-under-work.ts';
import { reusableScore } from './grouping/reusable.ts';
import { insideProject, namesOf } from './inside-project.ts';
import { redactEpisode } from './redact-episode.ts';
import { isDestructive, mentionsLoss } from './spoken/words/loss.ts';
import { lintRule } from './wording/lint.ts';
import { messageOf, wholeLine } from './wording/message/message.ts';
import { writeUp } from './wording/write-up.ts';

/** Episodes below it are dropped unless the options say otherwise. */
export const MIN_CONFIDENCE = 0.35;

export const EVIDENCE_MAX = 1500;
const IDS_MAX = 12;

/** Id of the episode whose failing call, message or line is `key`: the same however often it is found. */
export function idOf(options: DetectorOptions, { sessionId }: Told, key: string): string {
  return hash64(`${options.agent}\n${sessionId}\n${options.file}\n${key}`);
}

/** The project of a working directory; '' where none is known. */
export function projectOf(options: DetectorOptions, cwd: string | null): string {
  if (!cwd) return '';
  return options.project ? options.project(cwd) : cwd;
}

/** A call as an episode keeps it. */
export const refOf = (call: SeenCall) => ({
  line: call.line,
  toolUseId: call.callId,
  tool: call.tool,
  input: call.tool === 'Bash' ? { ...call.input, command: call.command } : shownInput(call.input),
});

function secondsBetween(from: string | null, to: string | null): number {
  const span = from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : 0;
  return Number.isFinite(span) && span > 0 ? Math.min(span, 86_400) : 0;
}

/** Each value once, in the order in which they come first. */
export const unique = <T>(values: T[]): T[] => [...new Set(values)];

function failureSignals(open: OpenFailure): Signal[] {
  const signals: Signal[] = [];
  if (open.correction) signals.push('error-correction');
  if (open.attempts.length >= 3 || open.variants.length >= 3) signals.push('retry-loop');
  if (open.timedOut || open.kind === 'timeout') signals.push('hang');
  if (isAdmitted(open)) signals.push('self-diagnosis');
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

/** Globs of a path that can only be called wrongly: a folder of the project that was read as a file. */
function placesOf({ call, error }: OpenFailure, project: string): string[] {
  if (call.tool !== 'Read' || !/\bEISDIR\b/.test(error)) return [];
  const end = namesOf(insideProject(call.target, project) ?? '').slice(-2);
  const isSteady =
    end.length === 2 && end.every((part) => /^[A-Za-z_.][\w.-]*$/.test(part) && !/\d{4,}/.test(part));
  return isSteady ? [`**/${end.join('/')}`] : [];
}

/** The trigger that tells the failing call from the one that worked. */
function triggerOf(open: OpenFailure, changedCommand: boolean): SynthesisedTrigger {
  const { culprit } = open;
  const found = open.kind === 'lint' ? wholeLine(open.salient, open.error) : '';
  const rule = lintRule(found);
  return synthesizeTrigger({
    tool: open.call.tool,
    failing: culprit && !hasNoCommand(open.kind, open.error) ? [culprit] : [],
    corrected: correctedPart(open),
    failingLine: redact(open.call.command),
    correctedLine:
      open.correction && open.changed && open.edits.length === 0 ? redact(open.correction.command) : null,
    // What an agent says of a time-out is the same for every command; what it says by itself stands in no output.
    salient: open.kind === 'timeout' || open.said ? '' : redact(messageOf(open)),
    error: open.said ? '' : open.error,
    ...(open.printed && {
      printed: { error: open.printed.error, salient: redact(open.printed.salient) },
    }),
    ...(rule !== null && { finding: { line: found, rule } }),
    // A test by its name is in one package, and all the others say that they have none.
    ...(MET_NOTHING.test(open.salient) && { unless: MET_BESIDES }),
    missingProgram: missingProgram(open.salient) !== null && !backtickRun(open.salient, open.call.command),
    faultElsewhere: isFaultElsewhere({
      kind: open.kind,
      message: messageOf(open),
      failed: open.call.command,
      worked: open.correction?.command,
      changedCommand,
    }),
  });
}

/** Excerpt: the call, its error and the call that worked. */
function evidenceOf(open: OpenFailure): string {
  const evidence = [
    headOf(`${open.call.nativeTool}: ${open.call.command || open.call.target}`, 500),
    headOf(`→ ${open.printed?.error ?? open.error}`, 602),
    open.correction
      ? headOf(
          `✓ ${open.correction.command || `${open.correction.nativeTool} ${open.correction.target}`}`,
          400,
        )
      : '',
  ];
  return evidence.filter(Boolean).join('\n').slice(0, EVIDENCE_MAX);
}

/** The failure with the command that is to blame as it is told: where one inside of `$(…)` speaks, no part of what worked is its counterpart. */
function toldOf(open: OpenFailure): OpenFailure {
  const speaker = speakerOf(messageOf(open), open.call.command, open.culprit);
  if (speaker !== open.culprit) return { ...open, culprit: speaker, correctionPart: -1 };
  return { ...open, culprit: speaker && ownSubcommand(speaker, open.error, workingPart(open)) };
}

/** The episode of a failing call and its correction, redacted. */
export function failureEpisode(
  options: DetectorOptions,
  told: Told,
  found: OpenFailure,
  confidence: number,
): Episode {
  const open = toldOf(found);
  const first = open.attempts[0]!;
  const signals = failureSignals(open);
  const severity = severityOf(open, signals);
  const changedCommand =
    open.correction !== null && open.changed && open.call.tool === 'Bash' && open.edits.length === 0;
  const { words, knownFix, avoidsOnly, slip } = writeUp(open);
  const trigger = triggerOf(open, changedCommand);
  const project = projectOf(options, open.call.cwd ?? told.cwd);
  const last = open.attempts[open.attempts.length - 1]!;
  return redactEpisode({
    id: idOf(options, told, first.callId || String(first.line)),
    agent: options.agent,
    file: options.file,
    sessionId: told.sessionId,
    project,
    timestamp: open.timestamp,
    lines: unique(open.attempts.map((attempt) => attempt.line))
      .sort((a, b) => a - b)
      .slice(0, IDS_MAX),
    uuids: unique(open.attempts.flatMap((attempt) => (attempt.uuid ? [attempt.uuid] : []))).slice(0, IDS_MAX),
    toolUseIds: unique(open.attempts.map((attempt) => attempt.callId)).slice(0, IDS_MAX),
    failure: {
      ...refOf(open.call),
      line: open.resultLine,
      uuid: open.resultUuid,
      error: open.printed?.error ?? open.error,
    },
    correction: open.correction ? refOf(open.correction) : null,
    signals,
    kind: open.kind,
    ...words,
    trigger: { ...trigger, pathPatterns: placesOf(open, project) },
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
    evidence: evidenceOf(open),
    confidence: Number(confidence.toFixed(3)),
    reusable: reusableScore({
      kind: taughtAs(open),
      namedRule: open.kind === 'lint' && lintRule(wholeLine(open.salient, open.error)) !== null,
      changedCommand,
      editsBetween: open.edits.length,
      attempts: open.attempts.length,
      knownFix,
      avoidsOnly,
      slip,
      hasTrigger: open.call.tool === 'Bash' ? trigger.commandPatterns.length > 0 : undefined,
    }),
    model: open.model,
    isSubagent: told.isSubagent,
  });
}
