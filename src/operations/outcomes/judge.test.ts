import { describe, expect, test } from 'bun:test';
import { compiledLesson } from '../../../test/support/compiled.ts';
import { call, failing, iso, NOW, planted } from '../../../test/support/planted.ts';
import { DAY_MS } from '../../model/constants.ts';
import type { Lesson } from '../../model/lesson.ts';
import { historiesOf } from '../history/backtests.ts';
import { rebuildManifest } from '../home/rebuild.ts';
import { runOperation } from '../run-operation.ts';
import { effectsOf } from './effects.ts';
import { judgeOutcomes } from './judge.ts';

describe('back-tests of stored lessons', () => {
  test('run over the scanned calls, of its project for a project lesson, and are remembered', async () => {
    const { context, lesson, add } = await planted();
    add([
      failing(1, 'pip install x'),
      call(2, 'pip install y'),
      call(3, 'ls'),
      failing(4, 'pip install z', { project: '/other' }),
    ]);
    const first = (await historiesOf(context, [lesson])).get(lesson.id);
    expect(first).toMatchObject({ callsSeen: 4, matched: 3, failingMet: 2, goodDisturbed: 1 });
    const own = { ...lesson, id: 'own', scope: 'project:/other' };
    expect((await historiesOf(context, [own])).get('own')).toMatchObject({
      callsSeen: 1,
      failingMet: 1,
      goodDisturbed: 0,
    });
    expect((await historiesOf(context, [lesson])).get(lesson.id)).toEqual(first as never);
    const toldBefore = { ...lesson, injectOn: ['UserPromptSubmit' as const] };
    expect((await historiesOf(context, [toldBefore])).size).toBe(0);
    await context.close();
  });

  test('many at once answer as one by one', async () => {
    const { context, lesson, add } = await planted();
    add(
      Array.from({ length: 40 }, (_, n) =>
        call(n, `pip install p${n} --flag${n % 5}`, n % 3 === 0 ? { ok: false, error: 'e' } : {}),
      ),
    );
    const lessons = Array.from({ length: 9 }, (_, n) => ({
      ...lesson,
      id: `l${n}`,
      commandPatterns: [`--flag${n % 5}\\b`],
    }));
    const together = await historiesOf(context, lessons);
    for (const each of lessons) {
      const alone = await runOperation<object>(context, 'trigger.backtest', {
        pattern: each.commandPatterns[0],
        tool: 'Bash',
      });
      expect(together.get(each.id)).toEqual(alone as never);
    }
    await context.close();
  });

  test('a trigger that disturbs does not act at calls once the manifest is built', async () => {
    const { context, lesson, add } = await planted();
    add([1, 2, 3, 4, 5].map((n) => call(n, `pip install ok${n}`, { timestamp: iso(NOW - 60 * DAY_MS) })));
    await rebuildManifest(context);
    expect(compiledLesson(context.home, lesson.slug)?.actsAtCalls).toBe(false);
    await context.close();
  });

  test('calls after a lesson became active do not silence it: its outcomes speak from then on', async () => {
    const { context, lesson, add } = await planted();
    add([failing(1, 'pip install x', { timestamp: iso(NOW - 60 * DAY_MS) })]);
    add([2, 3, 4, 5, 6, 7].map((n) => call(n, `pip install ok${n}`)));
    expect((await historiesOf(context, [lesson])).get(lesson.id)).toMatchObject({
      failingMet: 1,
      goodDisturbed: 6,
    });
    expect((await historiesOf(context, [lesson], 'before-active')).get(lesson.id)).toMatchObject({
      failingMet: 1,
      goodDisturbed: 0,
    });
    await rebuildManifest(context);
    expect(compiledLesson(context.home, lesson.slug)?.actsAtCalls).toBe(true);
    await context.close();
  });

  test('a pattern that is no expression, and a call without either, are the user’s errors', async () => {
    const { context } = await planted();
    await expect(
      runOperation(context, 'trigger.backtest', { pattern: '(', tool: 'Bash' }),
    ).rejects.toMatchObject({ exitCode: 1 });
    await expect(runOperation(context, 'trigger.backtest', {})).rejects.toMatchObject({ exitCode: 2 });
    await context.close();
  });
});

describe('outcomes in the store', () => {
  test('a delivery is judged once its session is scanned, moves the ranking, and is judged again without a trace', async () => {
    const { context, store, lesson, event, add } = await planted();
    await store.ingestEvents([event('inject', 1), event('pitfalls', 1, { toolUseId: null })]);
    expect(await judgeOutcomes(context)).toEqual({ sessions: 0, judged: 0 });
    add([failing(1, 'pip install x'), call(2, 'python -m venv .venv'), call(3, 'pip install x')]);
    expect(await judgeOutcomes(context)).toMatchObject({ sessions: 1, judged: 2 });
    await judgeOutcomes(context);
    const rows = await store.listOutcomes({ lessonId: lesson.id });
    expect(rows.map((row) => row.outcome).sort()).toEqual(['ignored', 'prevented']);
    expect(rows.find((row) => row.outcome === 'ignored')?.id).toStartWith('shown ');
    expect((await effectsOf(store, NOW)).get(lesson.id)).toBeGreaterThan(0.6);
    const after = await store.getLesson(lesson.id);
    expect(after?.lastMatchedAt).toBe(event('inject', 1).at);
    expect(after?.lastUsefulAt).toBe(event('inject', 1).at);
    expect(compiledLesson(context.home, lesson.slug)?.effect).toBeGreaterThan(0.6);
    await context.close();
  });

  test('a delivery is judged anew while its session goes on', async () => {
    const { context, store, event, add } = await planted();
    const outcomes = async () => {
      await judgeOutcomes(context);
      return (await store.listOutcomes()).map((row) => row.outcome);
    };
    await store.ingestEvents([event('inject', 1)]);
    add([failing(1, 'pip install x'), call(2, 'ls')]);
    expect(await outcomes()).toEqual(['unknown']);
    add([failing(3, 'pip install y')]);
    expect(await outcomes()).toEqual(['ignored']);
  });

  test("that a call went well tells of a lesson that failures made, not of a user's wish", async () => {
    const outcomeOf = async (...signals: Lesson['signals']) => {
      const { context, store, event, add } = await planted({ delivery: 'hold', signals });
      await store.ingestEvents([event('hold', 1), event('hold-passed', 2)]);
      add([call(2, 'pip install x'), call(3, 'ls')]);
      await judgeOutcomes(context);
      const [row] = await store.listOutcomes();
      await context.close();
      return row?.outcome;
    };
    expect(await outcomeOf('user-correction', 'user-rule')).toBe('unknown');
    expect(await outcomeOf('user-correction', 'error-correction')).toBe('irrelevant');
    expect(await outcomeOf()).toBe('irrelevant');
  });

  test('what went well without a lesson that was withheld is no use of it', async () => {
    const { context, store, lesson, event, add } = await planted();
    await store.ingestEvents([event('holdout', 1)]);
    add([failing(1, 'pip install x'), call(2, 'python -m venv .venv'), call(3, 'pip install x')]);
    await judgeOutcomes(context);
    expect((await store.listOutcomes()).map((row) => row.outcome)).toEqual(['prevented']);
    expect(await store.getLesson(lesson.id)).toMatchObject({
      lastMatchedAt: event('holdout', 1).at,
      lastUsefulAt: null,
    });
  });

  test('being shown moves no rank', async () => {
    const { context, store, event, add } = await planted();
    add([call(1, 'ls'), call(2, 'ls -la')]);
    await store.ingestEvents([
      event('session-start', 0, { toolUseId: null }),
      event('pitfalls', 1, { toolUseId: null }),
    ]);
    await judgeOutcomes(context);
    expect([...(await effectsOf(store, NOW))]).toEqual([]);
    await context.close();
  });

  test('wrong counts as three misfires and is told apart from outcomes', async () => {
    const { context, store, lesson } = await planted();
    const answer = await runOperation<{ complaints: number; posterior: { mean: number } }>(
      context,
      'lesson.wrong',
      { ref: lesson.slug, reason: 'not here' },
    );
    expect(answer).toMatchObject({ slug: lesson.slug, complaints: 1 });
    expect(answer.posterior.mean).toBeCloseTo(1 / 5);
    expect((await effectsOf(store, NOW)).get(lesson.id)).toBeCloseTo(0.2);
    await expect(runOperation(context, 'lesson.wrong', { ref: 'nobody' })).rejects.toMatchObject({
      exitCode: 1,
    });
    await context.close();
  });
});
