import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transcriptReaders } from '../../src/agents/index.ts';
import { evaluate } from '../../src/capture/evaluate.ts';
import { groupFindings } from '../../src/capture/grouping/candidates.ts';
import { ConfigSchema } from '../../src/model/config.ts';
import type { Episode } from '../../src/model/episode.ts';
import { type Label, LabelSchema } from '../../src/model/evaluation.ts';
import { scanFile } from '../../src/operations/scan/scan-file.ts';
import { corpusDir } from '../support/corpus.ts';

const corpus = corpusDir();
const labelsFile = fileURLToPath(new URL('../../../shared/corpus/labels.jsonl', import.meta.url));
const reason =
  corpus === null
    ? 'LESSONS_CORPUS names no folder with transcripts'
    : existsSync(labelsFile)
      ? null
      : 'no labels beside the project';

describe.skipIf(reason !== null)(
  `detection on labelled transcripts${reason === null ? '' : ` (skipped: ${reason})`}`,
  () => {
    const cache = new Map<string, { agent: string; episodes: Episode[] } | null>();
    const episodesOf = (file: string) => {
      if (!cache.has(file)) {
        const found = scanFile(join(corpus!, file), null, {
          readers: transcriptReaders,
          project: (cwd) => cwd,
          onCalls: () => {},
        });
        cache.set(
          file,
          'episodes' in found ? { agent: found.cursor.agent, episodes: [...found.episodes] } : null,
        );
      }
      return cache.get(file)!;
    };

    test('keeps what was promised', () => {
      const config = ConfigSchema.parse({});
      const labels: Label[] = readFileSync(labelsFile, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => LabelSchema.parse(JSON.parse(line)));
      for (const label of labels) episodesOf(label.file);
      const episodes = [...cache.values()].flatMap((read) => read?.episodes ?? []);
      const scores = new Map(
        groupFindings({ episodes, tags: [], config }).flatMap((draft) =>
          draft.episodeIds.map((id) => [id, draft.lesson.reusable] as const),
        ),
      );
      const report = evaluate({
        labels,
        episodesOf,
        minConfidence: 0.5,
        reusableGate: config.reusableGate,
        reusableOf: (episode) => scores.get(episode.id) ?? 0,
      });
      expect(report.filesMissing).toEqual([]);
      expect(report.recall.rate).toBeGreaterThanOrEqual(0.85);
      expect(report.negativesFlagged.rate).toBeLessThanOrEqual(0.1);
      expect(report.perSignal['user-correction']!.rate).toBeGreaterThanOrEqual(0.7);
      expect(report.hiddenFailures.rate).toBeGreaterThanOrEqual(0.5);
      expect(report.reusablePass.rate).toBeGreaterThanOrEqual(0.5);
      const ids = episodes.flatMap((episode) => episode.toolUseIds);
      for (const read of cache.values()) {
        const own = read?.episodes.flatMap((episode) => episode.toolUseIds) ?? [];
        expect(new Set(own).size).toBe(own.length);
      }
      expect(ids.length).toBeGreaterThan(0);
    });
  },
);
