import { describe, expect, test } from 'bun:test';
import { compiledLessons } from '../../test/support/compiled.ts';
import { lessonOf } from '../../test/support/lessons.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { logHumanCommand } from '../../test/support/records.ts';
import { pitfallOf } from '../inject/render.ts';
import type { OwnedContext } from './context.ts';
import { lessonWrit } from './lesson-writ.ts';

const agent = { agent: 'claude-code', sessionId: 'session-9', terminal: false };
const frames = async (context: OwnedContext, text: string, more: object = {}) =>
  (await lessonWrit.run(context, { text, ...more })).results.map((each) => each.frame);

describe('by a human', () => {
  test('is active at once, belongs to the agent, surfaces before a turn', async () => {
    const context = testContext();
    expect(
      await frames(context, '/lesson git push rejected: fetch, then rebase', { agent: 'claude-code' }),
    ).toEqual([
      '[/lesson create git push rejected: fetch, then rebase]\nOK: recorded lesson #1 — #1 [git push rejected] fetch, then rebase\n[END LESSON]',
    ]);
    const [lesson] = await (await context.store()).listLessons();
    expect(lesson).toMatchObject({
      status: 'active',
      source: 'writ',
      scope: 'agent:claude-code',
      injectOn: ['UserPromptSubmit'],
      signature: 'git push rejected',
      remediation: 'fetch, then rebase',
      summary: 'git push rejected: fetch, then rebase',
      confidence: 0.9,
    });
  });

  test('lists the newest consulted first, and only its own', async () => {
    const context = testContext();
    for (const text of ['/lesson one: first', '/lesson two: second', '/lesson three: third']) {
      await frames(context, text, { agent: 'claude-code' });
      context.time.now += 1000;
    }
    await frames(context, '/lesson other: elsewhere', { agent: 'codex' });
    const store = await context.store();
    const [first] = await store.listLessons({ text: 'first' });
    await store.updateLesson(first?.id as string, { lastSeenAt: new Date(context.time.now).toISOString() });
    expect(await frames(context, '/lesson list', { agent: 'claude-code' })).toEqual([
      '[/lesson list]\n#1 [one] first\n#3 [three] third\n#2 [two] second\n[END LESSON]',
    ]);
    expect(await frames(context, '/lesson search SEC', { agent: 'claude-code' })).toEqual([
      '[/lesson search SEC]\n#2 [two] second\n[END LESSON]',
    ]);
    expect(await frames(context, '/lesson search 100%', { agent: 'claude-code' })).toEqual([
      '[/lesson search 100%]\nOK: no lesson matches\n[END LESSON]',
    ]);
    expect(await frames(context, '/lesson delete 4', { agent: 'claude-code' })).toEqual([
      '[/lesson delete 4]\nERR: no lesson 4\n[END LESSON]',
    ]);
    expect(await frames(context, '/lesson delete #2', { agent: 'claude-code' })).toEqual([
      '[/lesson delete #2]\nOK: deleted lesson #2\n[END LESSON]',
    ]);
    expect((await store.resolveLesson('#2')).status).toBe('archived');
  });

  test('its text is told once before a turn', async () => {
    const context = testContext();
    await frames(context, '/lesson warehouse export: use the accounting calendar');
    const [lesson] = compiledLessons(context.home);
    expect(pitfallOf(lesson!).text).toBe('warehouse export → use the accounting calendar');
  });

  test('the same again is refused, a secret is not stored', async () => {
    const context = testContext();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await frames(context, `/lesson login: send ${secret} as the header`);
    expect(JSON.stringify(await (await context.store()).listLessons())).not.toContain(secret);
    expect((await frames(context, `/lesson login: send ${secret} as the header`))[0]).toContain(
      'ERR: lesson #1 says exactly this',
    );
    expect(context.warnings).toEqual(['1 of 1 writ cannot be carried out']);
  });

  test('arguments may leave the word out; a text without a writ is an error', async () => {
    const context = testContext();
    const result = await lessonWrit.run(context, { words: ['list'] });
    expect(result.results[0]?.frame).toStartWith('[/lesson list]');
    expect((await lessonWrit.run(context, { words: ['sig:', 'some', 'text'] })).results[0]?.ok).toBe(true);
    expect(lessonWrit.run(context, { text: 'nothing here' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  test('an error in one makes the exit code 1, and the others are done', async () => {
    const result = await lessonWrit.run(testContext(), { text: '/lesson a: b\n/lesson c' });
    expect(result.results.map((each) => each.ok)).toEqual([true, false]);
    expect(lessonWrit.cli.exitCode?.(result as never)).toBe(1);
  });
});

describe('by an agent', () => {
  test('is a candidate until a human asks; then it is active', async () => {
    const context = testContext({ actor: agent });
    const first = await lessonWrit.run(context, { text: '/lesson a: b' });
    expect(first.proposal).toContain('nobody has asked for it');
    expect(await frames(context, '/lesson list')).toEqual([
      '[/lesson list]\n#1 [a] b (candidate)\n[END LESSON]',
    ]);
    logHumanCommand(context.home, 'session-9', context.time.now);
    const second = await lessonWrit.run(context, { text: '/lesson c: d' });
    expect(second).toMatchObject({ agent: 'claude-code', proposal: null, results: [{ status: 'active' }] });
  });

  test('cannot delete an active lesson by itself', async () => {
    const human = testContext();
    await frames(human, '/lesson a: b', { agent: 'claude-code' });
    const context = testContext({ home: human.home, actor: agent });
    expect((await frames(context, '/lesson delete 1'))[0]).toContain('ERR: lesson #1 is active and stays so');
    expect((await (await context.store()).resolveLesson('#1')).status).toBe('active');
  });

  test('a block is let go on a terminal only, whatever a human asked the agent for', async () => {
    const context = testContext({ actor: agent });
    const store = await context.store();
    for (const delivery of ['block', 'hold'] as const)
      await store.insertLesson(lessonOf({ status: 'active', scope: 'agent:claude-code', delivery }));
    logHumanCommand(context.home, 'session-9', context.time.now);
    const [block, hold] = await frames(context, '/lesson delete 1\n/lesson delete 2');
    expect(block).toContain('ERR: lesson #1 is active and stays so: a block needs a terminal');
    expect(hold).toContain('OK: deleted lesson #2');
    expect((await store.resolveLesson('#1')).status).toBe('active');
  });
});
