import { describe, expect, test } from 'bun:test';
import { type TestContext, testContext } from '../../../test/support/operation-context.ts';
import { logHumanCommand } from '../../../test/support/records.ts';
import { apply, distinct, fill, lessonOf } from '../../../test/support/review.ts';
import type { Lesson } from '../../model/lesson.ts';
import { reviewInterpret } from '../review-interpret.ts';
import { reviewList } from '../review-list.ts';
import { runOperation } from '../run-operation.ts';
import { readAudit } from './review-audit.ts';

describe('inside an agent', () => {
  const agent = { agent: 'claude-code', sessionId: 'session-9', terminal: false };
  const askedFor = (context: TestContext) => logHumanCommand(context.home, agent.sessionId, context.time.now);

  test('without a human prompt only proposals are left', async () => {
    const context = testContext({ actor: agent });
    const [active, ...candidates] = await fill(context, [
      distinct(100, { status: 'active', slug: 'target-0001' }),
      ...[0, 1, 2, 3].map((index) => distinct(index)),
    ]);
    const id = (index: number) => candidates[index]?.id as string;
    const { sessionId } = await reviewList.run(context, {});
    const result = await apply(context, sessionId, [
      { action: 'promote', candidateId: id(0), patch: { priority: 9 } },
      { action: 'archive', candidateId: id(1), archiveReason: 'noise' },
      { action: 'expand_existing', candidateId: id(2), targetSlug: 'target-0001', expansionNote: 'more' },
      { action: 'skip', candidateId: id(3) },
    ]);
    expect(result).toMatchObject({
      applied: true,
      added: 0,
      archived: 0,
      expanded: 0,
      proposed: 3,
      skipped: 1,
    });
    expect(result.proposal).toContain('nobody has asked for it');
    for (const index of [0, 1, 2]) expect((await lessonOf(context, id(index))).status).toBe('reviewed');
    expect(await lessonOf(context, active?.id as string)).toEqual(active as Lesson);
    const list = await reviewList.run(context, {});
    expect(list.candidates.find((each) => each.id === id(0))).toMatchObject({
      priority: 9,
      proposal: { by: 'claude-code', action: 'promote' },
    });
    expect(list.candidates.find((each) => each.id === id(1))?.proposal).toMatchObject({
      action: 'archive',
      reason: 'noise',
    });
    expect(readAudit(context.home, sessionId)?.items.map((item) => item.proposed ?? false)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('with one they are applied, but a block stays a proposal', async () => {
    const context = testContext({ actor: agent });
    const [first, second] = await fill(context, [distinct(0), distinct(1)]);
    askedFor(context);
    const result = await apply(context, 's1', [
      { action: 'promote', candidateId: first?.id },
      { action: 'promote', candidateId: second?.id, patch: { delivery: 'block' } },
    ]);
    expect(result).toMatchObject({ applied: true, added: 1, proposed: 1 });
    expect((await lessonOf(context, first?.id as string)).status).toBe('active');
    expect(await lessonOf(context, second?.id as string)).toMatchObject({
      status: 'reviewed',
      delivery: 'context',
    });
  });

  test('a prompt of half an hour ago speaks no more', async () => {
    const context = testContext({ actor: agent });
    const [lesson] = await fill(context, [distinct(0)]);
    askedFor(context);
    context.time.now += 31 * 60_000;
    expect(await apply(context, 's1', [{ action: 'promote', candidateId: lesson?.id }])).toMatchObject({
      proposed: 1,
    });
  });

  test('a human then takes a proposal up as it was left', async () => {
    const context = testContext({ actor: agent });
    const [lesson] = await fill(context, [distinct(0)]);
    await apply(context, 's1', [{ action: 'promote', candidateId: lesson?.id, patch: { priority: 9 } }]);
    const human = testContext({ home: context.home });
    await apply(human, 's2', [{ action: 'promote', candidateId: lesson?.id }]);
    expect(await lessonOf(human, lesson?.id as string)).toMatchObject({ status: 'active', priority: 9 });
    expect((await reviewList.run(human, {})).candidates).toEqual([]);
  });

  test.each([
    ['promoted', (ref: string) => [['lesson.promote', { ids: [ref] }] as const]],
    ['archived', () => []],
  ])(
    'what was proposed for a lesson is decided when it is %s: restored, it comes without',
    async (_, decisions) => {
      const context = testContext({ actor: agent });
      const [lesson] = await fill(context, [distinct(0)]);
      const ref = lesson?.id as string;
      await apply(context, 's1', [{ action: 'archive', candidateId: ref, archiveReason: 'noise' }]);
      const human = testContext({ home: context.home });
      const proposals = async () =>
        (await reviewList.run(human, {})).candidates.map(({ proposal }) => proposal?.action ?? null);
      expect(await proposals()).toEqual(['archive']);
      for (const [name, input] of decisions(ref)) await runOperation(human, name, input);
      await runOperation(human, 'lesson.archive', { ref, reason: 'old' });
      await runOperation(human, 'lesson.restore', { ref });
      expect(await proposals()).toEqual([null]);
    },
  );
});

describe('review interpret', () => {
  test('an answer becomes what apply takes', async () => {
    const context = testContext();
    await fill(context, [
      distinct(0, { priority: 9 }),
      distinct(1, { priority: 8 }),
      distinct(2, { priority: 7 }),
    ]);
    const { sessionId, candidates } = await reviewList.run(context, {});
    const result = await reviewInterpret.run(context, {
      session: sessionId,
      answer: ['approve 1, archive 2 "one-off", show 3'],
    });
    expect(result.items).toEqual([
      { action: 'promote', candidateId: candidates[0]?.id as string },
      { action: 'archive', candidateId: candidates[1]?.id as string, archiveReason: 'one-off' },
    ]);
    expect(result.shown[0]).toStartWith('3. ');
    expect(result.errors).toEqual([]);
    expect(await apply(context, sessionId, result.items)).toMatchObject({
      applied: true,
      added: 1,
      archived: 1,
    });
    expect(reviewInterpret.run(context, { session: sessionId, answer: ['approve 1'] })).rejects.toMatchObject(
      { code: 'CONFLICT' },
    );
    expect(reviewInterpret.run(context, { session: 'nobody', answer: ['approve 1'] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
