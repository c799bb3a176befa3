import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testContext } from '../../../test/support/operation-context.ts';
import { apply, distinct, fill, lessonOf } from '../../../test/support/review.ts';
import { homeFiles } from '../../platform/paths.ts';
import { reviewApply } from '../review-apply.ts';
import { reviewList } from '../review-list.ts';

describe('what a review cannot apply', () => {
  test('a session that no review has begun is named, and its decisions are applied under that name', async () => {
    const context = testContext();
    const [lesson] = await fill(context, [distinct(0)]);
    expect(await apply(context, 'mistyped', [{ action: 'skip', candidateId: lesson?.id }])).toMatchObject({
      applied: true,
      auditFile: expect.stringContaining('mistyped.json'),
    });
    expect(context.warnings).toEqual([expect.stringContaining('no review with the id mistyped')]);
  });

  test('one item that cannot be applied keeps all from being applied, and is named', async () => {
    const context = testContext();
    const [first, second, third] = await fill(context, [distinct(0), distinct(1), distinct(2)]);
    const list = await reviewList.run(context, {});
    const before = await (await context.store()).listLessons();
    const result = await apply(context, list.sessionId, [
      { action: 'promote', candidateId: first?.id },
      { action: 'archive', candidateId: second?.id },
      { action: 'promote', candidateId: third?.id, patch: { commandPatterns: ['(a+)+$'] } },
    ]);
    expect(result.applied).toBe(false);
    expect(reviewApply.cli.exitCode?.(result as never)).toBe(1);
    expect(result.items.map((item) => item.ok)).toEqual([true, false, false]);
    expect(result.items[1]?.error).toBe('archive needs archiveReason');
    expect(context.warnings).toEqual(['nothing was applied: 2 of 3 decisions cannot be carried out']);
    expect(await (await context.store()).listLessons()).toEqual(before);
    expect(
      existsSync(homeFiles.reviewSessions(context.home)) &&
        readdirSync(homeFiles.reviewSessions(context.home)),
    ).toBeFalsy();
  });

  test.each<[string, (ids: string[]) => unknown, string]>([
    ['an unknown candidate', () => ({ action: 'promote', candidateId: 'nobody' }), 'nobody'],
    ['an unknown action', ([id]) => ({ action: 'destroy', candidateId: id }), 'action'],
    ['no candidate', () => ({ action: 'promote' }), 'candidateId'],
    [
      'an unknown field',
      ([id]) => ({ action: 'promote', candidateId: id, patch: { colour: 'red' } }),
      'colour',
    ],
    [
      'a summary too long',
      ([id]) => ({ action: 'promote', candidateId: id, patch: { summary: 'x'.repeat(81) } }),
      'summary',
    ],
    [
      'a bad pattern',
      ([id]) => ({ action: 'promote', candidateId: id, patch: { commandPatterns: ['('] } }),
      'commandPatterns',
    ],
    [
      'a hold without a trigger',
      ([id]) => ({
        action: 'promote',
        candidateId: id,
        patch: { delivery: 'hold', toolNames: [], commandPatterns: [] },
      }),
      'delivery',
    ],
    ['a status', ([id]) => ({ action: 'promote', candidateId: id, patch: { status: 'active' } }), 'status'],
    [
      'an unknown target',
      ([id]) => ({ action: 'expand_existing', candidateId: id, targetSlug: 'nobody-0001' }),
      'nobody-0001',
    ],
    ['no target', ([id]) => ({ action: 'supersede', candidateId: id }), 'targetSlug'],
    ['itself as target', ([id]) => ({ action: 'supersede', candidateId: id, targetSlug: id }), 'itself'],
    [
      'a candidate as target',
      ([id, other]) => ({ action: 'supersede', candidateId: id, targetSlug: other }),
      'only an active lesson',
    ],
    ['no reason', ([id]) => ({ action: 'archive', candidateId: id, archiveReason: ' ' }), 'archiveReason'],
  ])('%s is such an item', async (_name, item, error) => {
    const context = testContext();
    const ids = (await fill(context, [distinct(0), distinct(1)])).map((each) => each.id);
    const result = await apply(context, 'session-1', [item(ids)]);
    expect(result.applied).toBe(false);
    expect(result.items[0]?.error).toContain(error);
  });

  test('a candidate decided twice in one session, also under another name', async () => {
    const context = testContext();
    const [lesson] = await fill(context, [distinct(0)]);
    const result = await apply(context, 'session-1', [
      { action: 'skip', candidateId: lesson?.id },
      { action: 'promote', candidateId: lesson?.slug },
    ]);
    expect(result.items[1]?.error).toContain('twice');
    expect((await lessonOf(context, lesson?.id as string)).status).toBe('candidate');
  });

  test('the same content as an active lesson is refused', async () => {
    const context = testContext();
    const lesson = distinct(0);
    const [, twin] = await fill(context, [
      { ...lesson, status: 'active' },
      { ...lesson, id: `${lesson.id}X`, slug: 'twin-0001' },
    ]);
    const result = await apply(context, 's1', [{ action: 'promote', candidateId: twin?.id }]);
    expect(result.items[0]?.error).toContain('says exactly what the active lesson');
  });

  test('of two reviews at once, in two processes, one decides and the other is told', async () => {
    const context = testContext();
    const lessons = await fill(context, [distinct(0), distinct(1)]);
    const sessions = [await reviewList.run(context, {}), await reviewList.run(context, {})];
    await context.close();
    const items = lessons.map((lesson) => ({ action: 'promote', candidateId: lesson.id }));
    const runs = sessions.map(({ sessionId }) =>
      Bun.spawn(
        [
          process.execPath,
          join(import.meta.dir, '..', '..', 'main.ts'),
          'review',
          'apply',
          '--from-json',
          '-',
          '--json',
        ],
        {
          env: { PATH: process.env['PATH'], LESSONS_HOME: context.home, HOME: context.home },
          stdin: Buffer.from(JSON.stringify({ sessionId, items })),
          stderr: 'pipe',
        },
      ),
    );
    const results = await Promise.all(
      runs.map(async (run) => ({ code: await run.exited, out: JSON.parse(await run.stdout.text()) })),
    );
    expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
    const loser = results.find(({ code }) => code === 1)?.out;
    expect(loser.applied).toBe(false);
    for (const item of loser.items) expect(item.error).toContain('has been decided already: it is active');
    expect(readdirSync(homeFiles.reviewSessions(context.home))).toHaveLength(1);
  });
});
