import { describe, expect, test } from 'bun:test';
import { DAY_MS } from '../model/constants.ts';
import type { Outcome } from '../model/injection-event.ts';
import { betaCdf, betaQuantile, logGamma } from './beta.ts';
import { difference, drawnOutcomes, holdoutEffect, type SessionOutcome } from './effect.ts';
import { type LifecycleFacts, proposals } from './lifecycle.ts';
import { decay, type JudgedOutcome, plainScore, posterior } from './scoring.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const ago = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();
const outcome = (kind: Outcome, days = 0, withheld = false): JudgedOutcome => ({
  outcome: kind,
  at: ago(days),
  withheld,
});
const times = <T>(n: number, item: T): T[] => Array.from({ length: n }, () => item);

describe('beta distribution', () => {
  test('logGamma at known values', () => {
    expect(logGamma(1)).toBeCloseTo(0, 12);
    expect(logGamma(5)).toBeCloseTo(Math.log(24), 12);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
  });
  test.each([
    [1, 1, 0.3, 0.3],
    [2, 2, 0.5, 0.5],
    [2, 5, 0.2, 0.34464],
    [0.5, 0.5, 0.25, 1 / 3],
    [10, 1, 0.9, 0.9 ** 10],
    [2, 3, 0.99999, 1],
    [5000, 5000, 0.52, 0.99997],
  ])('cdf of Beta(%p, %p) at %p', (a, b, x, expected) => expect(betaCdf(x, a, b)).toBeCloseTo(expected, 5));
  test('quantile inverts the cdf', () => {
    for (const [a, b] of [
      [1, 1],
      [3, 7],
      [120, 4],
      [0.7, 2.2],
    ] as const)
      for (const p of [0.025, 0.5, 0.975]) expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 6);
  });
});

describe('posterior', () => {
  test('nothing known is one half, wide open', () => {
    expect(posterior([], [], NOW)).toMatchObject({ mean: 0.5, weight: 0 });
    expect(posterior([], [], NOW).low).toBeCloseTo(0.025, 3);
  });
  test('unknown and withheld deliveries move nothing; what was shown does not either', () => {
    const silent = [
      outcome('unknown'),
      outcome('prevented', 0, true),
      outcome('ignored', 0, true),
      { ...outcome('ignored'), id: 'shown x' },
    ];
    expect(posterior(silent, [], NOW)).toEqual(posterior([], [], NOW));
    expect(plainScore(silent, [])).toBe(0);
  });
  test('prevented counts for it; ignored, irrelevant and reports against it', () => {
    expect(posterior([outcome('prevented')], [], NOW).mean).toBeCloseTo(2 / 3);
    expect(posterior([outcome('ignored')], [], NOW).mean).toBeCloseTo(1 / 3);
    expect(posterior([outcome('irrelevant')], [], NOW).mean).toBeCloseTo(1 / 3);
    expect(posterior([], [{ at: ago(0) }], NOW).mean).toBeCloseTo(1 / 5);
    expect(
      plainScore(
        [outcome('prevented'), outcome('prevented'), outcome('ignored'), outcome('irrelevant')],
        [{ at: ago(1) }],
      ),
    ).toBe(-1);
  });
  test('a delivery weighs half after 90 days; the future weighs one, an unreadable date nothing', () => {
    expect([decay(ago(90), NOW), decay(ago(180), NOW), decay(ago(-5), NOW), decay('?', NOW)]).toEqual([
      0.5, 0.25, 1, 0,
    ]);
    expect(posterior(times(8, outcome('prevented', 90)), [], NOW).weight).toBeCloseTo(4);
  });
});

describe('holdout comparison', () => {
  const pair = (session: string, kind: Outcome, withheld: boolean): SessionOutcome => ({
    ...outcome(kind, 0, withheld),
    lessonId: 'L',
    sessionId: session,
    cameBack: kind === 'ignored',
  });
  test('the unit is a session and a lesson; one failure in it is one', () => {
    const effect = holdoutEffect([
      pair('a', 'ignored', false),
      pair('a', 'ignored', false),
      pair('a', 'prevented', false),
      pair('b', 'unknown', true),
    ]);
    expect(effect).toMatchObject({
      enough: false,
      withLesson: { sessions: 1, failed: 1 },
      withheld: { sessions: 1, failed: 0 },
    });
  });
  test('that it came back counts, not how a delivery ended; what was judged before that was asked is left out', () => {
    const effect = holdoutEffect([
      { ...pair('a', 'irrelevant', true), cameBack: true },
      { ...pair('b', 'ignored', false), cameBack: false },
      { ...pair('c', 'ignored', false), cameBack: null },
    ]);
    expect(effect).toMatchObject({
      withLesson: { sessions: 1, failed: 0 },
      withheld: { sessions: 1, failed: 1 },
    });
  });
  test('over all lessons, those that were never withheld are in neither arm', () => {
    const never = times(20, { ...pair('z', 'prevented', false), lessonId: 'never' });
    const drawn = [pair('a', 'ignored', false), pair('b', 'ignored', true)];
    expect(drawnOutcomes([...never, ...drawn])).toEqual(drawn);
  });
  test('sessions from before lots were drawn, or after, are in neither arm', () => {
    const at = (days: number, session: string, withheld: boolean) => ({
      ...pair(session, 'ignored', withheld),
      at: ago(days),
    });
    const drawn = [at(20, 'b', true), at(15, 'c', false), at(10, 'd', true)];
    expect(drawnOutcomes([at(30, 'a', false), ...drawn, at(5, 'e', false)])).toEqual(drawn);
    expect(drawnOutcomes([at(30, 'a', false)])).toEqual([]);
  });
  test('says what is missing', () => {
    expect(difference({ sessions: 50, failed: 1 }, { sessions: 0, failed: 0 })).toMatchObject({
      enough: false,
      reason: expect.stringContaining('holdoutRate'),
    });
    expect(difference({ sessions: 50, failed: 1 }, { sessions: 7, failed: 0 })).toMatchObject({
      enough: false,
      reason: expect.stringContaining('not enough data'),
    });
  });
  test("Agresti and Caffo's interval, by hand", () => {
    const effect = difference({ sessions: 20, failed: 3 }, { sessions: 20, failed: 15 });
    if (!effect.enough) throw new Error('enough');
    expect(effect.difference).toBeCloseTo(-0.6);
    const [a, b] = [4 / 22, 16 / 22];
    const spread = 1.959964 * Math.sqrt((a * (1 - a) + b * (1 - b)) / 22);
    expect(effect.low).toBeCloseTo(a - b - spread, 5);
    expect(effect.high).toBeCloseTo(a - b + spread, 5);
  });
});

describe('lifecycle', () => {
  const facts = (changes: Partial<LifecycleFacts> & { kinds?: Outcome[] } = {}): LifecycleFacts => {
    const { kinds = [], ...rest } = changes;
    const outcomes = rest.outcomes ?? kinds.map((kind) => outcome(kind));
    return {
      lesson: {
        number: 7,
        delivery: 'context',
        status: 'active',
        scope: 'project:p',
        createdAt: ago(300),
        reviewedAt: ago(10),
        lastMatchedAt: null,
        arrivedAt: null,
        sessionDays: Array.from({ length: 40 }, (_, n) => ago(n).slice(0, 10)),
      },
      hasTrigger: true,
      outcomes,
      complaints: [],
      posterior: posterior(outcomes, [], NOW),
      effect: {
        enough: false,
        withLesson: { sessions: 0, failed: 0 },
        withheld: { sessions: 0, failed: 0 },
        reason: '',
      },
      history: null,
      changed: [],
      elsewhere: 0,
      lookedAt: null,
      ...rest,
    };
  };
  const kindsOf = (given: LifecycleFacts): string[] =>
    proposals(given, NOW).map((each) =>
      'why' in each ? each.why : 'to' in each ? `${each.kind} ${each.to}` : each.kind,
    );
  /** Told in this order, a day apart. */
  const contradicted = (kinds: Outcome[], lookedAt: string | null = null) =>
    facts({
      outcomes: kinds.map((kind, n) => ({ ...outcome(kind), at: ago(kinds.length - n) })),
      history: { failingMet: 2, goodDisturbed: 3 },
      lookedAt,
    });
  const hold = { ...facts().lesson, delivery: 'hold' as const };
  const effect = (withFailed: number, withoutFailed: number) =>
    difference({ sessions: 1600, failed: 4 * withFailed }, { sessions: 1600, failed: 4 * withoutFailed });

  test.each<[string, LifecycleFacts, string[]]>([
    ['a new lesson', facts(), []],
    [
      'no match in 180 days',
      facts({ lesson: { ...facts().lesson, reviewedAt: ago(181), lastMatchedAt: null } }),
      ['stale'],
    ],
    [
      'no match in 180 days, in which hardly a session ran',
      facts({
        lesson: {
          ...facts().lesson,
          reviewedAt: ago(181),
          sessionDays: [
            ...Array.from({ length: 40 }, (_, n) => ago(181 + n).slice(0, 10)),
            ...Array.from({ length: 19 }, (_, n) => ago(n).slice(0, 10)),
          ],
        },
      }),
      [],
    ],
    [
      'no match, and no trigger to match',
      facts({ hasTrigger: false, lesson: { ...facts().lesson, reviewedAt: ago(400) } }),
      [],
    ],
    [
      'matched lately',
      facts({ lesson: { ...facts().lesson, reviewedAt: ago(400), lastMatchedAt: ago(3) } }),
      [],
    ],
    [
      'an archived one',
      facts({ lesson: { ...facts().lesson, status: 'archived', reviewedAt: ago(999) } }),
      [],
    ],
    ['fails more with it than without', facts({ effect: effect(200, 100) }), ['harmful']],
    [
      'fails more with it, though its history would support a hold',
      facts({ effect: effect(200, 100), history: { failingMet: 30, goodDisturbed: 0 } }),
      ['harmful'],
    ],
    ['fails as often with it as without', facts({ effect: effect(100, 100) }), ['no-effect']],
    [
      'a comparison that says little keeps it',
      facts({
        effect: difference({ sessions: 9, failed: 4 }, { sessions: 9, failed: 4 }),
        kinds: times(12, 'ignored'),
      }),
      [],
    ],
    ['helps', facts({ effect: effect(50, 150), kinds: times(9, 'prevented') }), []],
    ['many judged, few helped', facts({ kinds: times(12, 'ignored') }), ['no-effect']],
    ['few judged', facts({ kinds: times(4, 'ignored') }), []],
    [
      'a hold that stops good calls',
      facts({ lesson: hold, kinds: [...times(9, 'irrelevant' as const), 'prevented'] }),
      ['demote context'],
    ],
    [
      'a hold that is mostly right',
      facts({ lesson: hold, kinds: [...times(9, 'prevented' as const), 'irrelevant'] }),
      [],
    ],
    [
      'a hold whose calls went well all along',
      facts({ lesson: hold, history: { failingMet: 0, goodDisturbed: 12 } }),
      ['demote context'],
    ],
    [
      'a hold whose calls mostly failed',
      facts({ lesson: hold, history: { failingMet: 12, goodDisturbed: 4 } }),
      [],
    ],
    [
      'a hold with hardly a history',
      facts({ lesson: hold, history: { failingMet: 0, goodDisturbed: 3 } }),
      [],
    ],
    [
      'a context whose calls all failed',
      facts({ history: { failingMet: 12, goodDisturbed: 0 } }),
      ['promote hold'],
    ],
    ['a context with a short history', facts({ history: { failingMet: 5, goodDisturbed: 0 } }), []],
    ['cites what has changed', facts({ changed: ['go.mod'] }), ['re-check']],
    ['made in other projects', facts({ elsewhere: 1 }), ['widen global']],
    [
      'made in other projects, and told in all',
      facts({ elsewhere: 1, lesson: { ...facts().lesson, scope: 'global' } }),
      [],
    ],
    [
      'its calls used to fail, and now go well',
      contradicted(['prevented', ...times(3, 'irrelevant' as const)]),
      ['re-check'],
    ],
    [
      'the same, and a human has said since that it holds',
      contradicted(times(3, 'irrelevant' as const), ago(0)),
      [],
    ],
    ['went well twice', contradicted(['prevented', ...times(2, 'irrelevant' as const)]), []],
    ['went well, and failed again', contradicted([...times(5, 'irrelevant' as const), 'ignored']), []],
    [
      'went well, as such calls always did',
      facts({ kinds: times(4, 'irrelevant'), history: { failingMet: 0, goodDisturbed: 4 } }),
      [],
    ],
  ])('%s', (_name, given, expected) => expect(kindsOf(given)).toEqual(expected));
});
