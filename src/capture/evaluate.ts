import type { Episode } from '../model/episode.ts';
import type { Evaluation, EvaluationGroup, Label, Rate } from '../model/evaluation.ts';

interface EvaluationInput {
  labels: Label[];
  /** Episodes of each labelled file; null where the file could not be read. */
  episodesOf(file: string): { agent: string; episodes: Episode[] } | null;
  minConfidence: number;
  reusableGate: number;
  /** Score of the candidate that an episode belongs to. */
  reusableOf(episode: Episode): number;
}

/** An episode names a label where it holds its line, record or tool use. */
function names(episode: Pick<Episode, 'lines' | 'uuids' | 'toolUseIds'>, label: Label): boolean {
  return (
    (typeof label.tool_use_id === 'string' && episode.toolUseIds.includes(label.tool_use_id)) ||
    (typeof label.uuid === 'string' && episode.uuids.includes(label.uuid)) ||
    (typeof label.line === 'number' && episode.lines.includes(label.line))
  );
}

const rate = (hits: number, of: number): Rate => ({
  hits,
  of,
  rate: of === 0 ? null : Number((hits / of).toFixed(3)),
});

interface Judged {
  label: Label;
  agent: string;
  best: Episode | null;
  flagged: boolean;
  passes: boolean;
}

function judge(label: Label, input: EvaluationInput): Judged | null {
  const read = input.episodesOf(label.file);
  if (!read) return null;
  const hits = read.episodes
    .filter((episode) => names(episode, label))
    .sort((a, b) => b.confidence - a.confidence);
  const best = hits[0] ?? null;
  const flagged = best !== null && best.confidence >= input.minConfidence;
  return {
    label,
    agent: read.agent,
    best,
    flagged,
    passes: flagged && input.reusableOf(best) >= input.reusableGate,
  };
}

function group(judged: Judged[]): EvaluationGroup {
  const mistakes = judged.filter(({ label }) => label.label === 'mistake');
  const negatives = judged.filter(({ label }) => label.label === 'not_mistake');
  const found = mistakes.filter(({ flagged }) => flagged).length;
  const wrong = negatives.filter(({ flagged }) => flagged).length;
  return {
    recall: rate(found, mistakes.length),
    negativesFlagged: rate(wrong, negatives.length),
    precision: rate(found, found + wrong),
  };
}

/** Recall and precision of detection on labelled events. An event without a label counts for nothing. */
export function evaluate(input: EvaluationInput): Evaluation {
  const judged: Judged[] = [];
  const missing = new Set<string>();
  for (const label of input.labels) {
    const one = judge(label, input);
    if (one) judged.push(one);
    else missing.add(label.file);
  }
  const mistakes = judged.filter(({ label }) => label.label === 'mistake');
  const recallOf = (some: Judged[]) => rate(some.filter(({ flagged }) => flagged).length, some.length);
  const signals = [...new Set(mistakes.flatMap(({ label }) => label.signals ?? []))].sort();
  const agents = [...new Set(judged.map(({ agent }) => agent))].sort();
  const reusable = mistakes.filter(({ label }) => label.reusable === true);
  const passing = mistakes.filter(({ passes }) => passes);
  const line = (label: Label) => label.line ?? null;
  return {
    labels: input.labels.length,
    filesMissing: [...missing].sort(),
    minConfidence: input.minConfidence,
    ...group(judged),
    perSignal: Object.fromEntries(
      signals.map((signal) => [
        signal,
        recallOf(mistakes.filter(({ label }) => label.signals?.includes(signal))),
      ]),
    ),
    perAgent: Object.fromEntries(
      agents.map((agent) => [agent, group(judged.filter((one) => one.agent === agent))]),
    ),
    hiddenFailures: recallOf(
      mistakes.filter(({ label }) => label.event === 'result' && label.is_error_flag === false),
    ),
    reusablePass: rate(reusable.filter(({ passes }) => passes).length, reusable.length),
    gatePrecision: rate(passing.filter(({ label }) => label.reusable === true).length, passing.length),
    missed: mistakes
      .filter(({ flagged }) => !flagged)
      .map(({ label, best }) => ({
        file: label.file,
        line: line(label),
        confidence: best?.confidence ?? null,
      })),
    wronglyFlagged: judged
      .filter(({ label, flagged }) => label.label === 'not_mistake' && flagged)
      .map(({ label, best }) => ({
        file: label.file,
        line: line(label),
        confidence: best!.confidence,
        kind: best!.kind,
      })),
  };
}
