import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { transcriptReaders } from '../agents/index.ts';
import { evaluate } from '../capture/evaluate.ts';
import { groupFindings } from '../capture/grouping/candidates.ts';
import { EPISODE_CONFIDENCE_MIN } from '../capture/grouping/sketch.ts';
import { EventScan } from '../capture/scan-events.ts';
import { counted } from '../model/counted.ts';
import type { Episode } from '../model/episode.ts';
import { type Evaluation, EvaluationSchema, type Label, LabelSchema } from '../model/evaluation.ts';
import { AppError } from '../platform/errors.ts';
import { readNamedText } from '../platform/read-named.ts';
import type { TranscriptEvent } from '../transcripts/events.ts';
import { parsedJson } from '../transcripts/json.ts';
import { readTranscript } from '../transcripts/read-file.ts';
import { operation, PathSchema } from './operation.ts';

const input = z.object({
  corpus: PathSchema.describe('Folder with transcripts.'),
  labels: PathSchema.describe('File with one label (JSON) a line; its `file` is relative to the corpus.'),
  minConfidence: z.number().min(0).max(1).optional(),
});

function readLabels(path: string): Label[] {
  if (!existsSync(path))
    throw new AppError('NOT_FOUND', `no such labels file: ${path}`, {
      hint: 'Give the path of a file with one JSON label a line.',
    });
  const labels: Label[] = [];
  for (const [index, line] of readNamedText(path).split('\n').entries()) {
    if (line.trim() === '') continue;
    const label = LabelSchema.safeParse(parsedJson(line));
    if (!label.success)
      throw new AppError('INVALID_INPUT', `line ${index + 1} of ${path} is no label`, {
        hint: 'A label needs file, label (mistake or not_mistake), and line, uuid or tool_use_id.',
      });
    labels.push(label.data);
  }
  return labels;
}

/** Episodes of one transcript, the detector fresh; null where it cannot be read. */
function detectFile(path: string, name: string): { agent: string; episodes: Episode[] } | null {
  const held: TranscriptEvent[] = [];
  const read = readTranscript(path, transcriptReaders, (event) => held.push(event));
  if ('skipped' in read) return null;
  const collector = new EventScan({ agent: read.agent, file: name, project: (cwd) => cwd });
  for (const event of held) collector.push(event);
  return { agent: read.agent, episodes: [...collector.finish().episodes] };
}

function percent(value: { hits: number; of: number; rate: number | null }): string {
  return value.rate === null ? '–' : `${(value.rate * 100).toFixed(1)}% (${value.hits} of ${value.of})`;
}

function render(report: Evaluation): string {
  const lines = [
    `${counted(report.labels, 'label')}, threshold ${report.minConfidence}`,
    `recall             ${percent(report.recall)}`,
    `precision          ${percent(report.precision)} of the labelled events that were flagged`,
    `negatives flagged  ${percent(report.negativesFlagged)}`,
    `hidden failures    ${percent(report.hiddenFailures)}`,
    `reusable, passing  ${percent(report.reusablePass)}`,
    `passing, reusable  ${percent(report.gatePrecision)}`,
    '',
    'recall by signal',
    ...Object.entries(report.perSignal).map(([signal, value]) => `  ${signal.padEnd(18)} ${percent(value)}`),
    'by agent',
    ...Object.entries(report.perAgent).map(
      ([agent, value]) =>
        `  ${agent.padEnd(18)} recall ${percent(value.recall)}, negatives flagged ${percent(value.negativesFlagged)}`,
    ),
  ];
  for (const miss of report.missed)
    lines.push(
      `missed   ${miss.file}:${miss.line ?? '?'}${miss.confidence === null ? '' : ` (${miss.confidence})`}`,
    );
  for (const wrong of report.wronglyFlagged)
    lines.push(`wrongly  ${wrong.file}:${wrong.line ?? '?'} (${wrong.confidence}, ${wrong.kind})`);
  for (const file of report.filesMissing) lines.push(`missing  ${file}`);
  return lines.join('\n');
}

export const corpusEval = operation({
  name: 'corpus.eval',
  docs: 'Measures detection against hand labels: recall, precision on labelled events, per signal and per agent. A label is flagged when an episode at or above the threshold names its line, record or tool use. The store is not touched.',
  input,
  output: EvaluationSchema,
  readOnly: true,
  cli: {
    command: ['eval'],
    flags: {
      corpus: { label: 'DIR', help: 'Folder with transcripts.' },
      labels: { label: 'FILE', help: 'Labels, one JSON object a line.' },
      minConfidence: { label: 'P', help: 'Threshold; 0.5 unless given.' },
    },
    render,
  },
  async run(context, { corpus, labels: labelsFile, minConfidence }) {
    const folder = resolve(context.cwd, corpus);
    if (!existsSync(folder))
      throw new AppError('NOT_FOUND', `no such folder: ${folder}`, {
        hint: 'Give the folder that the labels were made on.',
      });
    const labels = readLabels(resolve(context.cwd, labelsFile));
    const cache = new Map<string, ReturnType<typeof detectFile>>();
    const episodesOf = (file: string) => {
      if (!cache.has(file)) {
        const path = join(folder, file);
        const inside = !isAbsolute(file) && !relative(folder, path).startsWith('..');
        context.progress(`${cache.size + 1} files`);
        cache.set(file, inside ? detectFile(path, file) : null);
      }
      return cache.get(file)!;
    };
    for (const label of labels) episodesOf(label.file);
    const all = [...cache.values()].flatMap((read) => read?.episodes ?? []);
    const scores = new Map<string, number>();
    for (const draft of groupFindings({ episodes: all, tags: [], config: context.config })) {
      for (const id of draft.episodeIds) scores.set(id, draft.lesson.reusable);
    }
    return evaluate({
      labels,
      episodesOf,
      minConfidence: minConfidence ?? EPISODE_CONFIDENCE_MIN,
      reusableGate: context.config.reusableGate,
      reusableOf: (episode) => scores.get(episode.id) ?? episode.reusable,
    });
  },
});
