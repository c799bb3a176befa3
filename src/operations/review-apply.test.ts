import { describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsOf, pipEpisode, plainTag } from '../../test/contract/store/records.ts';
import { type TestContext, testContext } from '../../test/support/operation-context.ts';
import { replayAudit } from '../../test/support/replay-audit.ts';
import { apply, distinct, fill, lessonOf } from '../../test/support/review.ts';
import { scratchDir } from '../../test/support/scratch.ts';
import { putSessions } from '../../test/support/session-days.ts';
import { contentHash } from '../model/content-hash.ts';
import type { Lesson } from '../model/lesson.ts';
import { homeFiles } from '../platform/paths.ts';
import { readAudit } from './review/review-audit.ts';
import { reviewApply } from './review-apply.ts';
import { reviewList } from './review-list.ts';

describe('review apply', () => {
  test('forty candidates: promotes, archives, skips, expands and supersedes; a rerun shows exactly the untouched ones', async () => {
    const context = testContext();
    const [expandable, old] = await fill(context, [
      distinct(100, { status: 'active', slug: 'expandable-0001' }),
      distinct(101, { status: 'active', slug: 'old-0001' }),
    ]);
    const candidates = await fill(
      context,
      Array.from({ length: 40 }, (_, index) => distinct(index)),
    );
    const list = await reviewList.run(context, {});
    expect(list.candidates).toHaveLength(40);
    const id = (index: number) => candidates[index]?.id as string;
    const result = await apply(context, list.sessionId, [
      { action: 'promote', candidateId: id(0), patch: { priority: 9, delivery: 'hold' } },
      { action: 'promote', candidateId: candidates[1]?.slug },
      { action: 'archive', candidateId: id(2), archiveReason: 'one-off' },
      { action: 'skip', candidateId: id(3) },
      {
        action: 'expand_existing',
        candidateId: id(4),
        targetSlug: 'expandable-0001',
        expansionNote: 'also on case four',
      },
      { action: 'supersede', candidateId: id(5), targetSlug: 'old-0001' },
    ]);
    expect(result).toMatchObject({
      applied: true,
      added: 3,
      archived: 1,
      skipped: 1,
      expanded: 1,
      superseded: 1,
      proposed: 0,
    });
    expect(await lessonOf(context, id(0))).toMatchObject({
      status: 'active',
      priority: 9,
      delivery: 'hold',
      confidence: 0.9,
    });
    expect((await lessonOf(context, id(0))).reviewedAt).toBe('2026-11-20T12:00:00.000Z');
    expect(await lessonOf(context, id(2))).toMatchObject({ status: 'archived', archiveReason: 'one-off' });
    expect(await lessonOf(context, id(3))).toEqual(candidates[3] as Lesson);
    expect(await lessonOf(context, id(4))).toMatchObject({
      status: 'archived',
      supersededBy: expandable?.id as string,
    });
    const grown = await lessonOf(context, expandable?.id as string);
    expect(grown.status).toBe('active');
    expect(grown.mistake).toEndWith('Also: also on case four');
    expect(grown.commandPatterns).toEqual(['^tool100 run\\b', '^tool4 run\\b']);
    expect(grown.remediation).toContain('--flag4');
    expect(grown.contentHash).toBe(contentHash(grown));
    expect(await lessonOf(context, old?.id as string)).toMatchObject({
      status: 'archived',
      supersededBy: id(5),
    });
    expect(existsSync(homeFiles.manifestPointer(context.home))).toBe(true);

    const again = await reviewList.run(context, {});
    const untouched = candidates
      .filter((_, index) => ![0, 1, 2, 4, 5].includes(index))
      .map((each) => each.id);
    expect(again.candidates.map((each) => each.id).sort()).toEqual(untouched.sort());
  });

  test('the audit file holds before and after, and replays to the same store', async () => {
    const context = testContext();
    await fill(context, [
      distinct(100, { status: 'active', slug: 'target-0001' }),
      distinct(101, { status: 'active', slug: 'old-0001' }),
    ]);
    const candidates = await fill(
      context,
      Array.from({ length: 6 }, (_, index) => distinct(index)),
    );
    const list = await reviewList.run(context, {});
    await context.close();
    const copy = join(scratchDir('copy'), 'data');
    cpSync(context.home, copy, { recursive: true });
    const id = (index: number) => candidates[index]?.id as string;
    await apply(context, list.sessionId, [
      { action: 'promote', candidateId: id(0), patch: { summary: 'another summary' } },
      { action: 'archive', candidateId: id(1), archiveReason: 'no' },
      { action: 'skip', candidateId: id(2) },
      { action: 'expand_existing', candidateId: id(3), targetSlug: 'target-0001' },
      { action: 'supersede', candidateId: id(4), targetSlug: 'old-0001' },
    ]);
    const path = join(homeFiles.reviewSessions(context.home), `${list.sessionId}.json`);
    const audit = JSON.parse(readFileSync(path, 'utf8'));
    expect(audit).toMatchObject({
      sessionId: list.sessionId,
      generatedAt: list.generatedAt,
      appliedAt: '2026-11-20T12:00:00.000Z',
      candidatesConsidered: 6,
    });
    expect(audit.items).toHaveLength(5);
    expect(audit.items[0]).toMatchObject({
      action: 'promote',
      candidateId: id(0),
      before: { status: 'candidate', summary: candidates[0]?.summary },
      after: { status: 'active', summary: 'another summary' },
    });
    expect(audit.items[1].reason).toBe('no');
    expect(audit.items[3]).toMatchObject({
      targetBefore: { slug: 'target-0001' },
      targetAfter: { slug: 'target-0001' },
    });

    const replayed = testContext({ home: copy });
    const session = readAudit(context.home, list.sessionId);
    expect(
      await replayAudit(await replayed.store(), session as NonNullable<typeof session>),
    ).toBeGreaterThanOrEqual(6);
    const all = async (each: TestContext) =>
      (await (await each.store()).listLessons()).sort((a, b) => a.id.localeCompare(b.id));
    expect(await all(replayed)).toEqual(await all(context));
  });

  test('a session may decide in several steps; its file keeps them all', async () => {
    const context = testContext();
    const [first, second] = await fill(context, [distinct(0), distinct(1)]);
    const { sessionId } = await reviewList.run(context, {});
    await apply(context, sessionId, [{ action: 'promote', candidateId: first?.id }]);
    await apply(context, sessionId, [{ action: 'archive', candidateId: second?.id, archiveReason: 'no' }]);
    expect(readAudit(context.home, sessionId)?.items.map((item) => item.action)).toEqual([
      'promote',
      'archive',
    ]);
  });

  test('unarchive makes an archived lesson a candidate again', async () => {
    const context = testContext();
    const [lesson] = await fill(context, [distinct(0, { status: 'archived', archiveReason: 'x' })]);
    const result = await apply(context, 's1', [{ action: 'unarchive', candidateId: lesson?.slug }]);
    expect(result).toMatchObject({ applied: true, restored: 1 });
    expect(await lessonOf(context, lesson?.id as string)).toMatchObject({
      status: 'candidate',
      archiveReason: null,
    });
  });

  test.each(['candidate', 'reviewed', 'active'] as const)(
    'unarchive of what is %s cannot be applied, and then nothing is',
    async (status) => {
      const context = testContext();
      const [plain, other] = await fill(context, [distinct(0, { status }), distinct(1)]);
      const result = await apply(context, 's1', [
        { action: 'archive', candidateId: other?.id, archiveReason: 'no' },
        { action: 'unarchive', candidateId: plain?.id },
      ]);
      expect(result).toMatchObject({ applied: false, restored: 0 });
      expect(result.items[1]?.error).toContain(`is ${status}, not archived`);
      expect((await lessonOf(context, other?.id as string)).status).toBe('candidate');
    },
  );

  test('a patch on what is skipped is kept, shown, and used when it is promoted', async () => {
    const context = testContext();
    const [lesson] = await fill(context, [distinct(0)]);
    await apply(context, 's1', [
      { action: 'skip', candidateId: lesson?.id, patch: { summary: 'better words' } },
    ]);
    expect((await lessonOf(context, lesson?.id as string)).summary).toBe(lesson?.summary as string);
    expect((await reviewList.run(context, {})).candidates[0]?.summary).toBe('better words');
    await apply(context, 's2', [{ action: 'promote', candidateId: lesson?.id }]);
    expect(await lessonOf(context, lesson?.id as string)).toMatchObject({
      status: 'active',
      summary: 'better words',
    });
  });

  test('what has no concrete fix is told at session start only', async () => {
    const context = testContext();
    const [lesson] = await fill(context, [distinct(0, { remediation: 'Not known.' })]);
    await apply(context, 's1', [{ action: 'promote', candidateId: lesson?.id }]);
    expect(await lessonOf(context, lesson?.id as string)).toMatchObject({
      status: 'active',
      needsHumanFix: true,
      injectOn: ['SessionStart'],
    });
  });

  test('an active lesson can be archived only where this review proposed it', async () => {
    const context = testContext();
    const [stale, fresh] = await fill(context, [
      distinct(0, { status: 'active', createdAt: '2026-01-01T00:00:00.000Z' }),
      distinct(1, { status: 'active', createdAt: '2026-11-01T00:00:00.000Z' }),
    ]);
    await putSessions(await context.store(), context.clock.now(), 25);
    const { sessionId, lifecycle } = await reviewList.run(context, {});
    expect(lifecycle).toMatchObject([
      {
        id: stale?.id,
        kind: 'stale',
        reason: 'matched nothing in 323 days, with sessions on 25 of them',
      },
    ]);
    const item = (lesson: Lesson | undefined) => ({
      action: 'archive',
      candidateId: lesson?.id,
      archiveReason: 'stale',
    });
    expect((await apply(context, sessionId, [item(fresh)])).applied).toBe(false);
    context.warnings.length = 0;
    expect((await apply(context, 'other', [item(stale)])).applied).toBe(false);
    expect(context.warnings).toEqual(['nothing was applied: 1 of 1 decision cannot be carried out']);
    expect((await apply(context, sessionId, [item(stale)])).applied).toBe(true);
    expect((await lessonOf(context, stale?.id as string)).status).toBe('archived');
  });

  test('what belongs to a candidate that expands another belongs to that one then, tags too', async () => {
    const context = testContext();
    const store = await context.store();
    const [target, candidate] = await fill(context, [
      distinct(100, { status: 'active', slug: 'target-0001' }),
      distinct(0),
    ]);
    const found = { episodes: [pipEpisode({ id: 'e1' })], tags: [plainTag({ id: 'tag1' })] };
    await store.applyFindings(findingsOf('a.jsonl', 1, found));
    await store.assignEpisodes(['e1'], candidate!.id);
    await store.assignTags(['tag1'], candidate!.id);
    const item = { action: 'expand_existing', candidateId: candidate!.id, targetSlug: 'target-0001' };
    expect(await apply(context, 's1', [item])).toMatchObject({ expanded: 1 });
    expect(await store.listAssignments()).toEqual(
      new Map([
        ['e1', target!.id],
        ['tag1', target!.id],
      ]),
    );
  });

  test.each([[{ sessionId: '../x', items: [] }], [{ sessionId: 's' }], [[]], ['text'], [null]])(
    'decisions %j are refused',
    async (decisions) => {
      expect(reviewApply.run(testContext(), { decisions })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    },
  );
});
