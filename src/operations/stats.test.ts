import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsOf, pipEpisode } from '../../test/contract/store/records.ts';
import { lessonOf } from '../../test/support/lessons.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { call, failing, iso, NOW, pip, planted } from '../../test/support/planted.ts';
import { putSessions } from '../../test/support/session-days.ts';
import { DAY_MS } from '../model/constants.ts';
import { announceNews, recountNews } from './home/announce.ts';
import { judgeOutcomes } from './outcomes/judge.ts';
import { runOperation } from './run-operation.ts';
import type { Stats } from './stats/stats-schema.ts';
import { sparkline, unjudged } from './stats/stats-words.ts';
import { stats } from './stats.ts';
import { widthOf } from './words/columns.ts';

describe('stats', () => {
  test('say what is missing where nothing was told', async () => {
    const context = testContext();
    const shown = async () =>
      stats.cli.render!(
        { ...(await stats.run(context, {})), htmlFile: null },
        {},
        { color: false, width: 80 },
      );
    expect(await shown()).toContain('No lesson is active, so none can be told: `lessons start`');
    const store = await context.store();
    await store.insertLesson(lessonOf({ status: 'candidate' }));
    expect(await shown()).toContain('`lessons review`');
    await store.insertLesson(lessonOf({ status: 'active' }));
    expect(await shown()).toContain('Nothing was told yet: `lessons doctor`');
  });

  test('count deliveries, outcomes, recurrence, cost and weeks; the page holds the same figures', async () => {
    const { context, store, lesson, event, add } = await planted();
    add([
      failing(1, 'pip install x', { timestamp: iso(NOW - 60 * DAY_MS), sessionId: 's0' }),
      failing(2, 'pip install x'),
      call(3, 'pip install y'),
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

  test('what was told and is not judged yet is counted, so that the figures add up', async () => {
    const { context, store, event, add } = await planted();
    add([failing(1, 'pip install x'), call(2, 'pip install y')]);
    const text = async () => {
      const found = await runOperation<Stats & { htmlFile: null }>(context, 'stats.show', {});
      return stats.cli.render?.(found, {}, { color: false, width: 80 });
    };
    await store.ingestEvents([event('inject', 1)]);
    expect(await text()).toContain('ignored    0   irrelevant 0   unknown 0   not judged yet 1\n');
    await judgeOutcomes(context);
    expect(await text()).not.toContain('not judged yet');
    await context.close();
  });

  test('a failure that several lessons prevented at one call is saved once', async () => {
    const { context, store, lesson, event, add } = await planted();
    const other = await store.insertLesson(
      lessonOf({
        ...pip,
        id: 'other',
        slug: 'other',
        number: 2,
        mistake: 'Another one about the same calls.',
      }),
    );
    const cost = (bytes: number) => ({ calls: 2, bytes, seconds: 6 });
    const own = (id: string, bytes: number, lessonId: string) => ({
      episode: pipEpisode({ id, fingerprint: id, cost: cost(bytes) }),
      lessonId,
    });
    const found = [own('e1', 400, lesson.id), own('e2', 800, other.id)];
    await store.applyFindings(findingsOf('a.jsonl', 40, { episodes: found.map(({ episode }) => episode) }));
    for (const { episode, lessonId } of found) await store.assignEpisodes([episode.id], lessonId);
    add([
      failing(1, 'pip install x'),
      call(2, 'pip install y'),
      failing(3, 'pip install z', { sessionId: 's2' }),
    ]);
    add([call(4, 'pip install y', { sessionId: 's2' })]);
    const told = { slug: other.slug, lessonId: other.id };
    // Without an id of the call its moment tells.
    const untold = { toolUseId: null, sessionId: 's2', at: iso(NOW - DAY_MS + 3000) };
    await store.ingestEvents([
      event('inject', 1),
      event('recall', 1, { ...told, at: iso(NOW - DAY_MS + 900) }),
      event('inject', 3, untold),
      event('inject', 3, { ...untold, ...told, at: iso(NOW - DAY_MS + 3001) }),
    ]);
    await judgeOutcomes(context);
    const stats = await runOperation<Stats>(context, 'stats.show', {});
    expect(stats.totals.outcomes.prevented).toBe(4);
    const saved = (bytes: number, n: number) => ({ tokensSaved: (bytes * n) / 4, callsSaved: 2 * n });
    const of = (id: string) => stats.lessons.find((each) => each.id === id)?.estimates;
    expect(of(lesson.id)).toMatchObject(saved(400, 2));
    expect(of(other.id)).toMatchObject(saved(800, 2));
    expect(stats.totals.estimates).toMatchObject({ ...saved(800, 2), secondsSaved: 12, tokensSpent: 400 });
    await context.close();
  });

  test.each([
    [
      'global',
      { calls: 2, failures: 2 },
      { calls: 4, failures: 2 },
      ['/app', '/other'],
      ['claude-code', 'codex'],
    ],
    [
      'project:/app',
      { calls: 1, failures: 1 },
      { calls: 3, failures: 1 },
      ['/app'],
      ['claude-code', 'codex'],
    ],
    ['agent:codex', { calls: 1, failures: 1 }, { calls: 2, failures: 2 }, ['/app', '/other'], ['codex']],
    [
      'team:none',
      { calls: 2, failures: 2 },
      { calls: 4, failures: 2 },
      ['/app', '/other'],
      ['claude-code', 'codex'],
    ],
    ['project:/none', null, null, [], []],
  ])('of a lesson for %s what happens where it acts', async (scope, before, after, projects, agents) => {
    const { context, add } = await planted({ scope });
    const other = { project: '/other', agent: 'codex' as const };
    const old = { timestamp: iso(NOW - 60 * DAY_MS) };
    add([
      failing(1, 'pip install x', old),
      failing(2, 'pip install x', { ...old, ...other }),
      failing(3, 'pip install x', { agent: 'codex' }),
      call(4, 'ls'),
      call(5, 'ls -l'),
      failing(6, 'pip install x', other),
    ]);
    const { lessons } = await runOperation<Stats>(context, 'stats.show', {});
    const found = lessons[0]?.recurrence ?? null;
    expect(found === null ? null : found.before).toEqual(before && expect.objectContaining(before));
    expect(found === null ? null : found.after).toEqual(after && expect.objectContaining(after));
    expect(found?.byProject.map(({ project }) => project) ?? []).toEqual(projects);
    expect(found?.byAgent.map(({ agent }) => agent) ?? []).toEqual(agents);
    await context.close();
  });

  test('of a lesson that a human added, the failures that it is about tell recurrence and cost', async () => {
    const { context, store, lesson, event, add } = await planted({
      fingerprint: null,
      source: 'manual',
      errorPatterns: ['externally-managed'],
    });
    const cost = (bytes: number) => ({ calls: 2, bytes, seconds: 6 });
    const failure = { ...pipEpisode().failure, error: 'error: externally-managed-environment' };
    const python = { ...failure, input: { command: 'python3 -m pip install x' } };
    const other = { ...failure, input: { command: 'cargo build' }, error: 'error: no such command' };
    await store.applyFindings(
      findingsOf('a.jsonl', 40, {
        episodes: [
          pipEpisode({ id: 'met', fingerprint: 'fp-pip', cost: cost(400) }),
          pipEpisode({ id: 'recalled', fingerprint: 'fp-other', failure: python, cost: cost(800) }),
          pipEpisode({ id: 'other', fingerprint: 'fp-cargo', failure: other, cost: cost(90_000) }),
          pipEpisode({ id: 'said', fingerprint: 'fp-said', kind: 'user', cost: cost(90_000) }),
        ],
      }),
    );
    add([
      failing(1, 'pip install x', { timestamp: iso(NOW - 60 * DAY_MS), sessionId: 's0' }),
      failing(2, 'python3 -m pip install x', { fingerprint: 'fp-other' }),
      failing(3, 'cargo build', { fingerprint: 'fp-cargo' }),
      // An error of no more than a few words has the fingerprint of others.
      failing(6, 'make all', { fingerprint: 'fp-other', error: 'make: Error 1' }),
      failing(4, 'pip install x'),
      call(5, 'python3 -m venv .venv && .venv/bin/pip install x'),
    ]);
    await store.ingestEvents([event('inject', 4)]);
    await judgeOutcomes(context);
    const { lessons } = await runOperation<Stats>(context, 'stats.show', {});
    expect(lessons[0]).toMatchObject({
      slug: lesson.slug,
      outcomes: { prevented: 1 },
      estimates: { tokensSaved: 150, callsSaved: 2, secondsSaved: 6 },
      recurrence: { before: { calls: 1, failures: 1 }, after: { calls: 5, failures: 2 } },
    });
    await context.close();
  });

  test('of a lesson that brings several wordings of an error together, the failures with any of them count', async () => {
    const { context, store, lesson, add } = await planted();
    const worded = (n: number, fingerprint: string) => pipEpisode({ id: `e${n}`, fingerprint });
    await store.applyFindings(
      findingsOf('a.jsonl', 40, {
        episodes: [worded(1, 'fp-pip'), worded(2, 'fp-pip3'), worded(3, 'fp-else')],
      }),
    );
    await store.assignEpisodes(['e1', 'e2'], lesson.id);
    const before = { timestamp: iso(NOW - 60 * DAY_MS), sessionId: 's0', project: 'p0' };
    add([
      failing(1, 'pip install x', before),
      failing(2, 'pip3 install x', { ...before, fingerprint: 'fp-pip3' }),
      failing(3, 'cargo build', { ...before, fingerprint: 'fp-else' }),
      failing(4, 'pip3 install y', { fingerprint: 'fp-pip3' }),
      failing(5, 'pip3 install y', { fingerprint: 'fp-pip3', timestamp: null, sessionId: 's2' }),
    ]);
    const { lessons } = await runOperation<Stats>(context, 'stats.show', {});
    expect(lessons[0]?.recurrence).toMatchObject({
      before: { calls: 3, failures: 2 },
      after: { calls: 1, failures: 1 },
    });
    expect(
      lessons[0]?.recurrence?.byProject.map(({ project, before }) => [project, before.failures]),
    ).toEqual([
      ['/app', 0],
      ['p0', 2],
    ]);
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
    expect(unjudged(stats)).toBe(1);

    const ofDigest = { prevented: 0, ignored: 0, irrelevant: 1, unknown: 0 };
    const twice = [
      { ...stats.lessons[0]!, injections: 1 },
      { ...stats.lessons[0]!, injections: 1 },
    ];
    expect(unjudged({ totals: { ...stats.totals, outcomes: ofDigest }, lessons: twice })).toBe(1);
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

  test('the page says what is proposed, also of a lesson that has not fired, in the direction it is written in', async () => {
    const old = iso(NOW - 200 * DAY_MS);
    const { context } = await planted({ summary: 'אל תריצו pip', createdAt: old, reviewedAt: old });
    await putSessions(await context.store(), NOW, 20);
    const file = join(context.home, 'stats.html');
    await runOperation(context, 'stats.show', { html: file });
    expect(readFileSync(file, 'utf8')).toContain(
      '<li>archive #1 <bdi>אל תריצו pip</bdi>: matched nothing in 200 days, with sessions on 20 of them</li>',
    );
    await context.close();
  });

  test('a page is not written to a folder that is not there', async () => {
    const { context } = await planted();
    const folder = join(context.home, 'typo');
    await expect(
      runOperation(context, 'stats.show', { html: join(folder, 'stats.html') }),
    ).rejects.toMatchObject({ code: 'IO', message: expect.stringContaining('its folder does not exist') });
    expect(existsSync(folder)).toBe(false);
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
      at: iso(NOW - DAY_MS),
      outcome,
      evidence: '',
      withheld,
      cameBack: outcome === 'ignored',
    });
    await store.saveOutcomes(
      Array.from({ length: 20 }, (_, n) => [
        row(n, true, n < 15 ? 'ignored' : 'prevented'),
        row(n, false, n < 3 ? 'ignored' : 'prevented'),
        { ...row(n + 20, false, 'ignored'), at: iso(NOW - 9 * DAY_MS) },
      ]).flat(),
    );
    const stats = await runOperation<Stats>(context, 'stats.show', {});
    expect(stats.effect).toMatchObject({
      enough: true,
      withLesson: { sessions: 20, failed: 3 },
      withheld: { sessions: 20, failed: 15 },
    });
    expect(stats.lessons.find(({ id }) => id === lesson.id)?.effect).toEqual(stats.effect);
    if (stats.effect.enough) {
      expect(stats.effect.difference).toBeCloseTo(-0.6);
      expect(stats.effect.high).toBeLessThan(-0.2);
    }
    await context.close();
  });

  test('on a terminal a lesson that was told is one line, in its own words, as wide as the screen', async () => {
    const { context, store, event } = await planted({
      summary: '長い要約の教訓は端末の幅に合わせて切られる'.repeat(2),
    });
    const other = await store.insertLesson(lessonOf({ summary: 'short and plain', status: 'active' }));
    await store.insertLesson(lessonOf({ summary: 'never told', status: 'active' }));
    await store.ingestEvents([
      event('inject', 1),
      event('inject', 2, { lessonId: other.id, slug: other.slug }),
    ]);
    const report = await runOperation<never>(context, 'stats.show', {});
    for (const width of [80, 100]) {
      const text = stats.cli?.render?.(report, {} as never, { color: false, width }) ?? '';
      const table = text.split('\n').filter((line) => /^ +(?:#|\d) {2}/.test(line));
      expect(table.map(widthOf)).toEqual([width - 4, width, width]);
      expect(table[1]).toMatch(/^ {2}1 {2}長い要約の教訓.*…/);
    }
    const narrow = stats.cli?.render?.(report, {} as never, { color: false, width: 60 }) ?? '';
    const table = narrow.split('\n').filter((line) => /^ +(?:#|\d) {2}/.test(line));
    expect(table).toHaveLength(3);
    expect(Math.max(...table.map(widthOf))).toBeLessThanOrEqual(60);
    expect(table[0]).toMatch(/useful \(95%\)$/);
    expect(table[1]).toMatch(/^ {2}1 {2}長い要約の.*… {5}1/);
    await context.close();
  });

  test('sparklines', () => expect([sparkline([0, 1, 4, 8]), sparkline([0, 0])]).toEqual(['·▁▄█', '··']));
});

describe('log, status line, announcement', () => {
  test('the log has live and stored events with their outcomes, the newest last', async () => {
    const { context, store, lesson, event, add } = await planted();
    add([failing(1, 'pip install x'), failing(2, 'pip install y')]);
    await store.ingestEvents([event('inject', 1)]);
    await judgeOutcomes(context);
    const live = [event('recall', 2), event('inject', 3)].map((each) => JSON.stringify(each));
    writeFileSync(join(context.home, 'events.jsonl'), `${live.join('\n')}\nnot json\n{"half":`);
    const { entries } = await runOperation<{
      entries: { kind: string; outcome: string | null; on: string | null }[];
    }>(context, 'event.log', { ref: lesson.slug });
    expect(entries.map((entry) => [entry.kind, entry.outcome, entry.on])).toEqual([
      ['inject', 'ignored', 'pip install x'],
      ['recall', null, 'pip install y'],
      ['inject', null, null],
    ]);
    const stats = await runOperation<Stats>(context, 'stats.show', {});
    expect(stats.totals.injections).toBe(3);
    const secondAt = `${iso(NOW - DAY_MS + 1500 + 3_600_000).slice(0, -1)}+01:00`;
    const since = await runOperation<{ entries: unknown[] }>(context, 'event.log', { since: secondAt });
    expect(since.entries).toHaveLength(2);
    await context.close();
  });

  test('the status line counts active lessons, this session’s deliveries, and what waits', async () => {
    const { context, store, event } = await planted();
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.9 }));
    await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.1 }));
    await store.ingestEvents([event('inject', 1), event('inject', 1), event('drop', 2)]);
    expect(await runOperation(context, 'stats.line', { session: 's1' })).toMatchObject({
      unread: true,
      text: 'lessons 1 · 1 told · 1 to review · hooks cannot read them: lessons build',
    });
    await runOperation(context, 'manifest.build', {});
    expect(await runOperation(context, 'stats.line', { session: 's1' })).toMatchObject({
      active: 1,
      injected: 1,
      pending: 1,
      text: 'lessons 1 · 1 told · 1 to review',
    });
    expect(await runOperation(context, 'stats.line', {})).toMatchObject({ injected: 0 });
    context.env['LESSONS_DISABLE'] = '1';
    expect(await runOperation(context, 'stats.line', {})).toMatchObject({
      paused: true,
      text: 'lessons paused',
    });
    await context.close();
  });

  test('what was decided before anybody was told of it is announced no more', async () => {
    const { context, store } = await planted();
    const path = join(context.home, 'announce.json');
    await recountNews(context);
    expect(existsSync(path)).toBe(false);
    const candidate = () => store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.9 }));
    const [first, second] = [await candidate(), await candidate()];
    context.config = { ...context.config, maxCandidatesPerScan: 1 };
    const edited = await store.insertLesson(lessonOf({ status: 'reviewed' }));
    await announceNews(context, [first.id, second.id]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pending: 3, new: 1 });
    await runOperation(context, 'lesson.archive', { ref: edited.slug, reason: 'not ours' });
    await runOperation(context, 'lesson.archive', { ref: first.slug, reason: 'not ours' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pending: 1, new: 1 });
    await runOperation(context, 'lesson.promote', { ids: [second.slug] });
    expect(existsSync(path)).toBe(false);
    const third = await candidate();
    writeFileSync(path, JSON.stringify({ pending: 1, new: 1, at: iso(NOW), week: 'last week' }));
    await runOperation(context, 'lesson.archive', { ref: third.slug, reason: 'not ours' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ new: 0, digest: 'last week' });
    await context.close();
  });

  test('what is to be looked at again is news once, and no more where it was decided', async () => {
    const { context, store, lesson, add } = await planted();
    const path = join(context.home, 'announce.json');
    const news = () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);
    add(Array.from({ length: 30 }, (_, n) => failing(n, `pip install x${n}`, { sessionId: `s${n}` })));
    await announceNews(context, []);
    expect(news()).toMatchObject({
      new: 0,
      again: 1,
      digest: expect.stringContaining('1 active lesson is to be'),
    });
    rmSync(path);
    context.time.now = NOW + 2 * DAY_MS;
    await announceNews(context, []);
    expect(news()).toBeNull();
    const other = { scope: 'project:p', projectCount: 2, source: 'heuristic' } as const;
    const made = await store.insertLesson(
      lessonOf({ ...pip, ...other, slug: 'made-elsewhere', commandPatterns: ['^made\\b'] }),
    );
    await announceNews(context, []);
    expect(news()).toBeNull();
    context.time.now = NOW + 4 * DAY_MS;
    await announceNews(context, []);
    expect(news()).toMatchObject({ again: 2 });
    await runOperation(context, 'lesson.edit', { ref: made.slug, more: ['scope=global'] });
    expect(news()).toMatchObject({ again: 1 });
    await runOperation(context, 'lesson.archive', { ref: lesson.slug, reason: 'not ours' });
    await store.updateLesson(made.id, { status: 'archived' });
    await runOperation(context, 'lesson.edit', { ref: made.slug, keep: true });
    expect(news()).toBeNull();
    await context.close();
  });

  test('new candidates and, after a week, a digest are left for the next session start', async () => {
    const { context, store, event } = await planted();
    const path = join(context.home, 'announce.json');
    await announceNews(context, []);
    expect(existsSync(path)).toBe(false);
    const hidden = await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.1 }));
    const decided = await store.insertLesson(lessonOf({ status: 'active' }));
    const [, fresh] = [
      await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.9 })),
      await store.insertLesson(lessonOf({ status: 'candidate', reusable: 0.9 })),
    ];
    await announceNews(context, [hidden.id, decided.id]);
    expect(existsSync(path)).toBe(false);
    await announceNews(context, [hidden.id, fresh.id]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pending: 2, new: 1 });
    await store.ingestEvents([event('inject', 1, { at: iso(NOW + 5 * DAY_MS) })]);
    context.time.now = NOW + 8 * DAY_MS;
    await announceNews(context, []);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      new: 1,
      digest: 'lessons, last week: told 1, prevented 0, ignored 0, irrelevant 0 (lessons stats)',
    });
    rmSync(path);
    await store.setState('digest.last', String(NOW + 4000 * DAY_MS));
    await announceNews(context, []);
    context.time.now = NOW + 11 * DAY_MS;
    await store.ingestEvents([event('inject', 2, { at: iso(NOW + 10 * DAY_MS) })]);
    await announceNews(context, []);
    expect(existsSync(path)).toBe(false);
    context.time.now = NOW + 16 * DAY_MS;
    await announceNews(context, []);
    expect(JSON.parse(readFileSync(path, 'utf8')).digest).toStartWith('lessons, last week: told 1');
    await context.close();
  });
});
