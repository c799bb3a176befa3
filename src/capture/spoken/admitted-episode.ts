import type { Episode } from '../../model/episode.ts';
import { fingerprint } from '../../text/fingerprint.ts';
import { redact } from '../../text/redact.ts';
import { idOf, projectOf } from '../episode.ts';
import type { DetectorOptions, DetectorState } from '../failure-state.ts';
import { shownInput } from '../failures/seen-call.ts';
import { redactEpisode } from '../redact-episode.ts';
import { cut, fit } from '../wording/prose.ts';
import { mentionsLoss } from './loss.ts';
import { admitsError } from './objection.ts';
import type { Words } from './objections.ts';
import { sentencesOf } from './sentences.ts';

const DASH = /\s[—–]\s/;

/** The episode of an error that the agent names itself, with no failing result near. */
export function admittedEpisode(options: DetectorOptions, state: DetectorState, said: Words): Episode | null {
  const { lastCall } = state;
  if (!lastCall) return null;
  const sentence = redact(cut(admission(said.text), 400));
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
    summary: fit(`The agent admits: ${fromAdmission(sentence)}`),
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
  };
  return redactEpisode(episode, said.text);
}

/** A sentence without what stands in front of the dash before the admission. */
function fromAdmission(sentence: string): string {
  const clauses = sentence.split(DASH);
  const at = clauses.findIndex(admitsError);
  return at > 0 ? clauses.slice(at).join(' — ') : sentence;
}

function admission(text: string): string {
  const sentences = sentencesOf(text);
  return (
    sentences.find(admitsError) ??
    sentences.find((sentence) =>
      /\b(?:my|i)\b.{0,40}(?:mistake|wrong|forgot|accidentally|incorrectly|shouldn't|should have|misread|broke|error)/i.test(
        sentence,
      ),
    ) ??
    sentences[0] ??
    text
  );
}
