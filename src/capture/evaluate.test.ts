import { describe, expect, test } from 'bun:test';
import type { Episode } from '../model/episode.ts';
import type { Label } from '../model/evaluation.ts';
import { evaluate } from './evaluate.ts';

const episode = (changes: Partial<Episode>) =>
  ({
    lines: [],
    uuids: [],
    toolUseIds: [],
    confidence: 0.9,
    reusable: 0.8,
    kind: 'usage',
    ...changes,
  }) as unknown as Episode;
const label = (changes: Partial<Label>): Label => ({ file: 'a', label: 'mistake', ...changes });

const run = (labels: Label[], episodes: Episode[]) =>
  evaluate({
    labels,
    episodesOf: (file) => (file === 'gone' ? null : { agent: 'codex', episodes }),
    minConfidence: 0.5,
    reusableGate: 0.5,
    reusableOf: (each) => each.reusable,
  });

describe('evaluate', () => {
  test('a label is flagged by line, record or tool use, at the threshold', () => {
    const episodes = [
      episode({ lines: [3] }),
      episode({ uuids: ['u'] }),
      episode({ toolUseIds: ['t'] }),
      episode({ lines: [9], confidence: 0.49 }),
    ];
    const labels = [
      label({ line: 3 }),
      label({ uuid: 'u' }),
      label({ tool_use_id: 't' }),
      label({ line: 9 }),
      label({ line: 4 }),
    ];
    const report = run(labels, episodes);
    expect(report.recall).toEqual({ hits: 3, of: 5, rate: 0.6 });
    expect(report.missed).toEqual([
      { file: 'a', line: 9, confidence: 0.49 },
      { file: 'a', line: 4, confidence: null },
    ]);
  });

  test('negatives, precision, signals, agents, hidden failures and the gate', () => {
    const report = run(
      [
        label({ line: 1, signals: ['hang'], reusable: true, event: 'result', is_error_flag: false }),
        label({ line: 2, signals: ['hang'], reusable: true }),
        label({ line: 3, label: 'not_mistake' }),
        label({ line: 4, label: 'not_mistake' }),
      ],
      [episode({ lines: [1] }), episode({ lines: [2], reusable: 0.1 }), episode({ lines: [3] })],
    );
    expect(report.negativesFlagged).toEqual({ hits: 1, of: 2, rate: 0.5 });
    expect(report.precision).toEqual({ hits: 2, of: 3, rate: 0.667 });
    expect(report.perSignal).toEqual({ hang: { hits: 2, of: 2, rate: 1 } });
    expect(report.perAgent['codex']!.recall.of).toBe(2);
    expect(report.hiddenFailures).toEqual({ hits: 1, of: 1, rate: 1 });
    expect(report.reusablePass).toEqual({ hits: 1, of: 2, rate: 0.5 });
  });

  test('a file that cannot be read is named, and counts for nothing', () => {
    const report = run([label({ file: 'gone', line: 1 })], []);
    expect(report.filesMissing).toEqual(['gone']);
    expect(report.recall).toEqual({ hits: 0, of: 0, rate: null });
  });
});
