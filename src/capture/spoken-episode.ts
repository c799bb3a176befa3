import type { Episode, Signal } from '../model/episode.ts';
import { fingerprint } from '../text/fingerprint.ts';
import { redact } from '../text/redact.ts';
import { acceptanceScore, concessionOf } from './acceptance.ts';
import { statesConvention } from './convention.ts';
import { correctionProbability } from './correction-verdict.ts';
import { EVIDENCE_MAX, idOf, MIN_CONFIDENCE, projectOf, redactEpisode, refOf, unique } from './episode.ts';
import type { DetectorOptions, DetectorState, OpenObjection } from './failure-state.ts';
import { mannerOf } from './manner.ts';
import { objectedCommand } from './objected-command.ts';
import { mentionsLoss, pasted, pauses } from './objection.ts';
import { cut, fit } from './prose.ts';
import { reusableScore } from './reusable.ts';
import { shownInput } from './seen-call.ts';
import { spokenRemedy } from './spoken-remedy.ts';
import { spokenSummary } from './spoken-summary.ts';
import { isDirective, ruleSentence } from './user-rule.ts';

/** Tools that put a plan or a question before the user: saying no to them is part of the talk. */
const PLANNING =
  /^(?:ExitPlanMode|exit_plan_mode|EnterPlanMode|AskUserQuestion|update_plan|request_user_input)$/;

/** Words after a refusal that only steer the talk. */
const CHAT =
  /^(?:ok(?:ay)?[, ]+)?(?:retry|try again|continue|go on|proceed|resume|(?:i(?:'ll| will| am|'m)|let me) (?:going to |gonna )?(?:let you know|tell you|do (?:it|that|this)|run (?:it|that|this)|check|be back)|the user wants to clarify)\b/i;

/** Asks for what would be, not about what was done. */
const HYPOTHETICAL = /\bwhat (?:happens|would happen|if)\b[^.!]*\?\s*$/i;

const WORDS_CHARS_MAX = 800;

/** The episode of a human's correction, or null where the words are none. */
export function correctionEpisode(
  options: DetectorOptions,
  state: DetectorState,
  open: OpenObjection,
): Episode | null {
  const acceptance = acceptanceScore(open.answer);
  // A refusal is only evidence where its words, or those right after it, object, or another way is taken.
  const isLinked = open.inline === true || open.objection >= 0.5 || open.rule || open.redone === true;
  const isBrokenWork = open.reworked === true && pasted(open.text);
  if (!isLinked && !isBrokenWork && acceptance < 2.2) return null;
  const confidence = correctionProbability({
    objection: open.objection,
    acceptance,
    rejected: open.rejected !== null,
    inline: open.inline === true,
    redone: open.redone === true,
    planned: open.rejected !== null && PLANNING.test(open.rejected.nativeTool),
    chat: CHAT.test(open.text) || pauses(open.text),
    sameShell: open.rejected?.tool === 'Bash',
    reworked: open.reworked === true,
    rule: open.rule,
    actedBefore: open.actedBefore,
    question: /[?？]\s*$/.test(open.text),
    hypothetical: HYPOTHETICAL.test(open.text.slice(0, 600)),
    pasted: pasted(open.text),
    manner: mannerOf(open.text, open.said),
    concession: concessionOf(open.answer),
    answersQuestion: /^\W{0,4}(?:good|great|fair) question\b/i.test(open.answer),
    acted: open.correction !== null || open.redone === true || open.reworked === true,
  });
  if (confidence < (options.minConfidence ?? MIN_CONFIDENCE)) return null;
  const objected = objectedCommand(open.text, open.commands, open.rejected?.command || null);
  const words = redact(open.text.slice(0, WORDS_CHARS_MAX));
  const said = redact(cut(open.rule ? ruleSentence(open.text) : open.text, 600));
  const refused = open.rejectedLine === null || !isLinked ? null : open.rejected;
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
    id: idOf(options, state, refused?.callId ?? open.uuid ?? `line ${open.line}`),
    agent: options.agent,
    file: options.file,
    sessionId: state.sessionId,
    project: projectOf(options, about?.cwd ?? state.cwd),
    timestamp: open.timestamp,
    lines: unique([refused ? open.rejectedLine! : open.line, open.line, open.echoLine ?? open.line]).sort(
      (a, b) => a - b,
    ),
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
    signals,
    kind: 'user',
    summary: spokenSummary(open, words, objected?.command ?? null, refused !== null),
    mistake: `The user corrected what was done ${doing}: "${cut(said, 400)}"`.replace('  ', ' '),
    remediation: open.rule
      ? `Follow the user's rule: ${cut(redact(open.text.length <= 300 ? open.text : said), 400)}`
      : spokenRemedy(open, words, refused),
    trigger: {
      toolNames: objected ? ['Bash'] : [],
      commandPatterns: objected ? [objected.pattern] : [],
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
      directive:
        confidence >= 0.6 && objected !== null && (isDirective(open.text) || statesConvention(open.text)),
      hasTrigger: objected !== null,
    }),
    model: state.model,
    isSubagent: state.isSubagent,
  });
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
      input: shownInput(lastCall.input),
      error: sentence,
    },
    correction: null,
    signals: loss ? ['self-diagnosis', 'data-loss'] : ['self-diagnosis'],
    kind: 'user',
    summary: fit(`The agent admits: ${sentence}`),
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
