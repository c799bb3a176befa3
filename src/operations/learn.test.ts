import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonOf } from '../../test/support/lessons.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { openManifest } from '../manifest/read.ts';
import type { CallRecord } from '../model/findings.ts';
import type { InjectionEvent } from '../model/injection-event.ts';
import type { Lesson } from '../model/lesson.ts';
import { openCallIndex } from '../store/sqlite/call-index.ts';
import { announceNews } from './announce.ts';
import { changedCitations, citedBy } from './citations.ts';
import { effectsOf } from './effects.ts';
import { historiesOf } from './history.ts';
import { judgeOutcomes } from './judge.ts';
import { rebuildManifest } from './rebuild.ts';
import { runOperation } from './run-operation.ts';
import type { Stats } from './stats-schema.ts';
import { sparkline } from './stats-words.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const iso = (at: number): string => new Date(at).toISOString();

function call(n: number, text: string, fields: Partial<CallRecord> = {}): CallRecord {
  return {
    agent: 'claude-code',
    sessionId: 's1',
    project: '/app',
    uuid: `u${n}`,
    callId: `c${n}`,
    timestamp: iso(NOW - DAY + n * 1000),
    tool: 'Bash',
    text,
    ok: true,
    fingerprint: null,
    kind: null,
    error: null,
    bytes: 100,
    seconds: 1,
    ...fields,
  };
}
const failing = (n: number, text: string, fields: Partial<CallRecord> = {}): CallRecord =>
  call(n, text, {
    ok: false,
    fingerprint: 'fp-pip',
    kind: 'usage',
    error: 'externally-managed-environment',
    ...fields,
  });

const pip: Partial<Lesson> = {
  status: 'active',
  summary: 'pip install needs a virtual environment',
  toolNames: ['Bash'],
  commandPatterns: ['\\bpip\\s+install\\b'],
  injectOn: ['PreToolUse'],
  fingerprint: 'fp-pip',
  delivery: 'context',
  createdAt: iso(NOW - 30 * DAY),
  updatedAt: iso(NOW - 30 * DAY),
  reviewedAt: iso(NOW - 30 * DAY),
  confidence: 0.9,
};

async function planted(changes: Partial<Lesson> = {}) {
  const context = testContext({ now: NOW });
  mkdirSync(context.home, { recursive: true });
  const store = await context.store();
  const lesson = await store.insertLesson(lessonOf({ ...pip, ...changes }));
  const event = (
    kind: InjectionEvent['kind'],
    n: number,
    extra: Partial<InjectionEvent> = {},
  ): InjectionEvent => ({
    at: iso(NOW - DAY + n * 1000 - 500),
    kind,
    agent: 'claude-code',
    event: 'PreToolUse',
    sessionId: 's1',
    toolUseId: `c${n}`,
    tool: 'Bash',
    slug: lesson.slug,
    lessonId: lesson.id,
    inputHash: 'h',
    bytes: 400,
    ...extra,
  });
  const add = (calls: CallRecord[]): void => {
    const index = openCallIndex(context.home);
    index.add(calls);
    index.close();
  };
  return { context, store, lesson, event, add };
}

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

describe('logged failures', () => {
  const failure = (n: number, fields: Record<string, unknown> = {}) => ({
    id: `err_20261119_120000_${String(n).padStart(3, '0')}`,
    toolUseId: `t${n}`,
    timestamp: iso(NOW - DAY + n * 1000),
    session_id: `s${n % 3}`,
    category: 'action_error',
    tool: 'Bash',
    input: { command: `deployer push --target n${n}` },
    error: `Exit code 1\ndeployer: unknown option --target`,
    context: { working_dir: '/app', project: '/app' },
    ...fields,
  });

  test('are listed live, clustered by error, and proposed once', async () => {
    const { context } = await planted();
    const path = [0, 1, 2, 3].map((n) =>
      failure(10 + n, { category: 'path_error', error: 'cat: nothere.txt: No such file or directory' }),
    );
    const rare = [failure(20, { error: 'another: wholly different complaint here' })];
    const lines = [...[0, 1, 2, 3].map((n) => failure(n)), ...path, ...rare, failure(0)];
    writeFileSync(
      join(context.home, 'errors.jsonl'),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const list = await runOperation<{ errors: unknown[] }>(context, 'error.list', {});
    expect(list.errors).toHaveLength(9);
    const clusters = await runOperation<
      { count: number; sessions: number; proposal?: { errorPatterns: string[] } }[]
    >(context, 'error.cluster', {});
    const seen = clusters.map((each) => `${each.count} in ${each.sessions}: ${each.proposal !== undefined}`);
    expect(seen.sort()).toEqual(['1 in 1: false', '4 in 3: false', '4 in 3: true']);
    const pattern = clusters.find((each) => each.proposal)?.proposal?.errorPatterns[0] ?? '';
    expect(new RegExp(pattern).test('deployer: unknown option --target')).toBe(true);
    const first = await runOperation<{ proposed: Lesson[] }>(context, 'error.propose', {});
    expect(first.proposed).toHaveLength(1);
    expect(first.proposed[0]).toMatchObject({
      status: 'candidate',
      source: 'failure-log',
      summary: 'deployer: unknown option --target',
      occurrenceCount: 4,
      sessionCount: 3,
    });
    expect(await runOperation(context, 'error.propose', {})).toMatchObject({
      proposed: [],
      known: 1,
      clusters: 1,
    });
    await context.close();
  });
});

describe('skills', () => {
  const many = async (count: number, fields: (n: number) => Partial<Lesson> = () => ({})) => {
    const setup = await planted({ status: 'archived', archivedAt: iso(NOW) });
    mkdirSync(join(setup.context.home, '.claude'), { recursive: true });
    const lessons: Lesson[] = [];
    for (let n = 0; n < count; n += 1)
      lessons.push(
        await setup.store.insertLesson(
          lessonOf({
            ...pip,
            slug: `pytest-${n}-000${n}`,
            summary: `pytest way ${n}`,
            commandPatterns: [`\\bpytest\\b.*--w${n}\\b`],
            tags: ['tool:pytest'],
            ...fields(n),
          }),
        ),
      );
    const file = join(setup.context.home, '.claude', 'skills', 'lessons-pytest', 'SKILL.md');
    return { ...setup, lessons, file };
  };
  const manifestSlugs = (home: string): string[] => {
    const manifest = openManifest(home);
    const found = [...(manifest?.candidates('Bash', ['pytest', 'w0', 'w1', 'w5']) ?? [])].map(
      (lesson) => lesson.slug,
    );
    manifest?.close();
    return found.sort();
  };

  test('six lessons of a tool make one skill and one digest; hold and block stay single; two archived, and it is gone', async () => {
    const { context, lessons, file } = await many(6, (n) => (n === 5 ? { delivery: 'block' } : {}));
    await rebuildManifest(context);
    expect(existsSync(file)).toBe(false);
    const report = await runOperation<{ skills: { name: string; lessons: number }[] }>(
      context,
      'skill.build',
      {},
    );
    expect(report.skills).toMatchObject([{ name: 'lessons-pytest', lessons: 6 }]);
    expect(readFileSync(file, 'utf8')).toMatch(/^---\nname: lessons-pytest\ndescription: ".*"\nmetadata:\n/);
    expect(manifestSlugs(context.home)).toEqual(['pytest-5-0005', 'skill-pytest']);
    await runOperation(context, 'lesson.archive', { ref: lessons[0]?.slug, reason: 'old' });
    expect(existsSync(file)).toBe(true);
    await runOperation(context, 'lesson.archive', { ref: lessons[1]?.slug, reason: 'old' });
    expect(existsSync(file)).toBe(false);
    expect(manifestSlugs(context.home)).not.toContain('skill-pytest');
    await context.close();
  });

  test('a skill that was changed by hand is neither overwritten nor removed', async () => {
    const { context, lessons, file } = await many(5);
    await runOperation(context, 'skill.build', {});
    writeFileSync(file, 'mine now');
    const report = await runOperation<{ kept: string[] }>(context, 'skill.build', {});
    expect(report.kept).toEqual([file]);
    await runOperation(context, 'lesson.archive', { ref: lessons[0]?.slug, reason: 'old' });
    expect(readFileSync(file, 'utf8')).toBe('mine now');
    await context.close();
  });

  test('a lesson of one project is in no skill', async () => {
    const { context, file } = await many(6, (n) => (n < 2 ? { scope: 'project:/app' } : {}));
    await runOperation(context, 'skill.build', {});
    expect(existsSync(file)).toBe(false);
    await context.close();
  });

  test('what a lesson says cannot break the front matter or open a section', async () => {
    const { context, file } = await many(5, () => ({
      summary: 'x"\n---\nname: evil',
      mistake: '---\n# Evil\ntext that is long enough',
    }));
    await runOperation(context, 'skill.build', {});
    const text = readFileSync(file, 'utf8');
    expect(text.match(/^---$/gm)).toHaveLength(2);
    expect(text).not.toMatch(/^name: evil|^# Evil/m);
    await context.close();
  });
});

describe('citations', () => {
  test('a cited file that changes marks the lesson for re-check; an edited lesson starts over', async () => {
    const { context, store } = await planted();
    const root = join(context.home, 'app');
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'tox.ini'), 'one');
    await store.upsertProjectRoots([{ root, project: 'app' }]);
    const lesson = await store.insertLesson(
      lessonOf({ ...pip, scope: 'project:app', remediation: 'Change the env list in tox.ini first.' }),
    );
    expect(citedBy(lesson)).toContain('tox.ini');
    expect((await changedCitations(context, [lesson])).size).toBe(0);
    expect((await changedCitations(context, [lesson])).size).toBe(0);
    writeFileSync(join(root, 'tox.ini'), 'two');
    expect((await changedCitations(context, [lesson])).get(lesson.id)).toEqual(['tox.ini']);
    expect((await changedCitations(context, [{ ...lesson, contentHash: 'edited' }])).size).toBe(0);
    await context.close();
  });

  test('paths that leave the project are never read', async () => {
    const { context, store } = await planted();
    await store.upsertProjectRoots([{ root: join(context.home, 'app'), project: 'app' }]);
    const lesson = await store.insertLesson(
      lessonOf({
        ...pip,
        scope: 'project:app',
        remediation: 'See ../../secret/keys.json and /etc/hosts.txt there.',
      }),
    );
    expect((await changedCitations(context, [lesson])).size).toBe(0);
    expect(await store.getState(`citations:${lesson.id}`)).toBeNull();
    await context.close();
  });
});
