import { describe, expect, test } from 'bun:test';
import { ConfigSchema } from '../../model/config.ts';
import { lessonConfidence, priorityOf } from './scoring.ts';

const config = ConfigSchema.parse({});

describe('scores', () => {
  const evidence = {
    occurrences: 1,
    sessions: 1,
    projects: 1,
    tagged: false,
    userCorrected: false,
    fixConfirmed: false,
    retryLoop: false,
    hang: false,
    dataLoss: false,
    silent: false,
    causal: false,
  };

  test('priority by the published weights, clamped', () => {
    expect(priorityOf(evidence, config.scoring)).toBe(2);
    expect(priorityOf({ ...evidence, occurrences: 3, sessions: 2, fixConfirmed: true }, config.scoring)).toBe(
      6,
    );
    for (const loss of [{ dataLoss: true }, { silent: true }])
      expect(priorityOf({ ...evidence, ...loss }, config.scoring)).toBe(3);
    const all = {
      ...evidence,
      occurrences: 9,
      sessions: 4,
      projects: 3,
      tagged: true,
      userCorrected: true,
      fixConfirmed: true,
      hang: true,
      dataLoss: true,
    };
    expect(priorityOf(all, config.scoring)).toBe(10);
    expect(priorityOf(evidence, { ...config.scoring, singleOccurrencePenalty: -9 })).toBe(1);
  });

  test('confidence stays in the band of its provenance', () => {
    const inBand = (changes: Partial<typeof evidence>, low: number, high: number) => {
      const value = lessonConfidence({ ...evidence, ...changes });
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
    };
    inBand({}, 0.3, 0.49);
    inBand({ fixConfirmed: true, retryLoop: true, hang: true, causal: true }, 0.3, 0.49);
    inBand({ sessions: 2 }, 0.5, 0.69);
    inBand({ projects: 2, sessions: 2 }, 0.7, 0.89);
    inBand({ userCorrected: true }, 0.7, 0.89);
    inBand({ tagged: true }, 0.85, 0.89);
  });
});
