import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonOf } from '../../test/support/lessons.ts';
import { call, DAY, failing, iso, NOW, planted } from '../../test/support/planted.ts';
import { openManifest } from '../manifest/read.ts';
import { announceNews } from './announce.ts';
import { effectsOf } from './effects.ts';
import { historiesOf } from './history.ts';
import { judgeOutcomes } from './judge.ts';
import { rebuildManifest } from './rebuild.ts';
import { runOperation } from './run-operation.ts';
import type { Stats } from './stats-schema.ts';
import { sparkline } from './stats-words.ts';

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
    add([1, 2, 3, 4, 5].map((n) => call(n, `pip install ok${n}`, { timestamp: iso(NOW - 60 * DAY) })));
    await rebuildManifest(context);
    const manifest = openManifest(context.home);
    expect(manifest?.bySlug(lesson.slug)?.actsAtCalls).toBe(false);
    manifest?.close();
    await context.close();
  });

  test('calls after a lesson became active do not silence it: its outcomes speak from then on', async () => {
    const { context, lesson, add } = await planted();
    add([failing(1, 'pip install x', { timestamp: iso(NOW - 60 * DAY) })]);
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
    const manifest = openManifest(context.home);
    expect(manifest?.bySlug(lesson.slug)?.actsAtCalls).toBe(true);
    manifest?.close();
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
    const manifest = openManifest(context.home);
    expect(manifest?.bySlug(lesson.slug)?.effect).toBeGreaterThan(0.6);
    manifest?.close();
    await context.close();
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

describe('stats', () => {
  test('count deliveries, outcomes, recurrence, cost and weeks; the page holds the same figures', async () => {
    const { context, store, lesson, event, add } = await planted();
    add([
      failing(1, 'pip install x', { timestamp: iso(NOW - 60 * DAY), sessionId: 's0' }),
      failing(2, 'pip install x'),
      call(3, 'pip install x'),
      call(4, 'ls'),
    ]);
    await store.ingestEvents([
      event('inject', 2),
      event('holdout', 4, { sessionId: 's9' }),
      event('pitfalls', 1, { toolUseId: null }),
    ]);
    await judgeOutcomes(context);
    const file = join(context.home, 'stats.html');
    const stats = await runOperation<Stats & { htmlFile: string }>(context, 'stats.show', { html: file });
    const [own] = stats.lessons;
    expect(own).toMatchObject({
      slug: lesson.slug,
      injections: 1,
      shown: 1,
      withheld: 1,
      score: 1,
      outcomes: { prevented: 1, ignored: 0, irrelevant: 0, unknown: 0 },
      recurrence: {
        tool: 'Bash',
        before: { calls: 1, failures: 1, per1000: 1000 },
        after: { calls: 3, failures: 1 },
      },
    });
    expect(own?.estimates.tokensSpent).toBe(300);
    expect(own?.weekly.at(-1)).toBe(1);
    expect(stats.effect).toMatchObject({ enough: false });
    expect(stats.totals).toMatchObject({ injections: 1, shown: 1, calls: 4, failures: 2 });
    const page = readFileSync(file, 'utf8');
    const embedded = /<script type="application\/json" id="stats">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    const { htmlFile: _, ...figures } = stats;
    expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(figures)));
    expect(page).not.toMatch(/(?:src|href)=|https?:|url\(|@import/);
    await context.close();
  });

  test("a skill's digest counts in the totals and for none of its lessons", async () => {
    const { context, store, event } = await planted();
    await store.ingestEvents([
      event('inject', 1),
      event('inject', 2, { slug: 'skill-pip', lessonId: 'skill:pip' }),
    ]);
    const stats = await runOperation<Stats>(context, 'stats.show', {});
    expect([stats.totals.injections, stats.lessons[0]?.injections]).toEqual([2, 1]);
    expect(stats.totals.estimates.tokensSpent).toBe(200);
    expect(stats.weekly.at(-1)?.injections).toBe(2);
    await context.close();
  });

  test('text of a lesson cannot leave its place in the page', async () => {
    const { context } = await planted({
      summary: '</script><img src=x onerror=alert(1)>"&',
      slug: 'evil-0000',
    });
    const file = join(context.home, 'stats.html');
    await runOperation(context, 'stats.show', { html: file });
    expect(readFileSync(file, 'utf8')).not.toContain('<img');
    await context.close();
  });

  test('with enough withheld sessions they say the difference', async () => {
    const { context, store, lesson } = await planted();
    const row = (n: number, withheld: boolean, outcome: 'ignored' | 'prevented') => ({
      id: `${n}-${withheld}`,
      lessonId: lesson.id,
      slug: lesson.slug,
      sessionId: `s${n}-${withheld}`,
      agent: 'a',
      project: null,
      at: iso(NOW - DAY),
      outcome,
      evidence: '',
      withheld,
    });
    await store.saveOutcomes(
      Array.from({ length: 20 }, (_, n) => [
        row(n, true, n < 15 ? 'ignored' : 'prevented'),
        row(n, false, n < 3 ? 'ignored' : 'prevented'),
      ]).flat(),
    );
    const stats = await runOperation<Stats>(context, 'stats.show', {});
    expect(stats.effect).toMatchObject({
      enough: true,
      withLesson: { sessions: 20, failed: 3 },
      withheld: { sessions: 20, failed: 15 },
    });
    if (stats.effect.enough) {
      expect(stats.effect.difference).toBeCloseTo(-0.6);
      expect(stats.effect.high).toBeLessThan(-0.2);
    }
    await context.close();
  });

  test('sparklines', () => expect([sparkline([0, 1, 4, 8]), sparkline([0, 0])]).toEqual(['·▁▄█', '··']));
});

describe('log, status line, announcement', () => {
  test('the log has live and stored events with their outcomes, the newest last', async () => {
    const { context, store, lesson, event, add } = await planted();
    add([failing(1, 'pip install x'), failing(2, 'pip install x')]);
    await store.ingestEvents([event('inject', 1)]);
    await judgeOutcomes(context);
    writeFileSync(
      join(context.home, 'events.jsonl'),
      `${JSON.stringify(event('recall', 2))}\nnot json\n{"half":`,
    );
    const { entries } = await runOperation<{ entries: { kind: string; outcome: string | null }[] }>(
      context,
      'event.log',
      { ref: lesson.slug },
    );
    expect(entries.map((entry) => [entry.kind, entry.outcome])).toEqual([
      ['inject', 'ignored'],
      ['recall', null],
    ]);
    await context.close();
  });

  test('the status line counts active lessons, this session’s deliveries, and what waits', async () => {
    const { context, store, event } = await planted();
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.9 }));
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.1 }));
    await store.ingestEvents([event('inject', 1), event('inject', 1), event('drop', 2)]);
    expect(await runOperation(context, 'stats.line', { session: 's1' })).toMatchObject({
      active: 1,
      injected: 1,
      pending: 1,
      text: 'lessons 1 · 1 told · 1 to review',
    });
    expect(await runOperation(context, 'stats.line', {})).toMatchObject({ injected: 0 });
    await context.close();
  });

  test('new candidates and, after a week, a digest are left for the next session start', async () => {
    const { context, store, event } = await planted();
    const path = join(context.home, 'announce.json');
    await announceNews(context, 0);
    expect(existsSync(path)).toBe(false);
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.9 }));
    await announceNews(context, 1);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pending: 1, new: 1 });
    await store.ingestEvents([event('inject', 1, { at: iso(NOW + 5 * DAY) })]);
    context.time.now = NOW + 8 * DAY;
    await announceNews(context, 0);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      new: 1,
      digest: 'lessons, last week: told 1, prevented 0, ignored 0, irrelevant 0 (lessons stats)',
    });
    await context.close();
  });
});
