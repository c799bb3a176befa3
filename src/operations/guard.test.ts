import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lessonOf } from '../../test/support/lessons.ts';
import { testContext } from '../../test/support/operation-context.ts';
import { logHumanCommand } from '../../test/support/records.ts';
import { mayActivate, mayBlock } from './guard.ts';
import { runOperation } from './run-operation.ts';

const agent = { agent: 'claude-code', sessionId: 's1', terminal: false };

describe('who may activate', () => {
  const event = (at: string, sessionId = 's1', kind = 'human-command') => ({
    at,
    kind,
    agent: 'claude-code',
    event: 'UserPromptSubmit',
    sessionId,
  });

  test('a human’s shell may; an agent may not by itself', async () => {
    expect(await mayActivate(testContext())).toEqual({ allowed: true });
    expect((await mayActivate(testContext({ actor: agent }))).allowed).toBe(false);
    expect((await mayActivate(testContext({ actor: { ...agent, sessionId: null } }))).allowed).toBe(false);
  });

  test('the human’s command counts for 30 minutes in its session, from the log or from the store', async () => {
    const now = '2026-11-20T12:00:00.000Z';
    const cases: [string, ReturnType<typeof event>, boolean][] = [
      ['just now', event(now), true],
      ['29 minutes ago', event('2026-11-20T11:31:00.000Z'), true],
      ['31 minutes ago', event('2026-11-20T11:29:00.000Z'), false],
      ['tomorrow', event('2026-11-21T12:00:00.000Z'), false],
      ['another session', event(now, 's2'), false],
      ['another session whose id begins alike', event(now, 's12'), false],
      ['another event', event(now, 's1', 'inject'), false],
      ['another event that speaks of one', { ...event(now, 's1', 'inject'), event: 'human-command' }, false],
    ];
    for (const [name, line, allowed] of cases) {
      const fromLog = testContext({ actor: agent });
      await fromLog.store();
      writeFileSync(join(fromLog.home, 'events.jsonl'), `half a li\n${JSON.stringify(line)}\nnull\n`);
      expect([name, (await mayActivate(fromLog)).allowed]).toEqual([name, allowed]);
      const fromStore = testContext({ actor: agent });
      await (await fromStore.store()).ingestEvents([line as never]);
      expect([name, (await mayActivate(fromStore)).allowed]).toEqual([name, allowed]);
    }
  });

  test.skipIf(process.platform === 'win32')('a pipe in place of the log is not waited for', async () => {
    const context = testContext({ actor: agent });
    await context.store();
    spawnSync('mkfifo', [join(context.home, 'events.jsonl')]);
    expect((await mayActivate(context)).allowed).toBe(false);
  });

  test('a block needs a terminal inside an agent', () => {
    expect(mayBlock(testContext({ actor: agent })).allowed).toBe(false);
    expect(mayBlock(testContext({ actor: { ...agent, terminal: true } })).allowed).toBe(true);
    expect(mayBlock(testContext()).allowed).toBe(true);
  });
});

describe('what an agent is refused unless the human asked for it', () => {
  const stored = async (lesson: Parameters<typeof lessonOf>[0]) => {
    const context = testContext({ actor: agent });
    await (await context.store()).insertLesson(lessonOf(lesson));
    /** The status of the lesson `it` after the operation, or the code of what it threw. */
    const after = async (name: string, input: object) => {
      try {
        await runOperation(context, name, input);
      } catch (error) {
        return (error as { code: string }).code;
      }
      return (await (await context.store()).listLessons())[0]?.status ?? 'gone';
    };
    return { context, after };
  };

  test.each([
    ['lesson.archive', { ref: 'it', reason: 'x' }, 'archived'],
    ['lesson.purge', { ref: 'it', yes: true }, 'gone'],
    ['config.set', { key: 'maxLessonsPerInjection', value: '2' }, 'active'],
    ['config.pause', {}, 'active'],
    ['backup.restore', { id: 'absent' }, 'NOT_FOUND'],
  ])('%s', async (name, input, asked) => {
    const { context, after } = await stored({ slug: 'it' });
    expect(await after(name, input)).toBe('NEEDS_HUMAN');
    expect((await (await context.store()).listLessons())[0]).toMatchObject({ slug: 'it', status: 'active' });
    logHumanCommand(context.home, agent.sessionId, context.time.now);
    expect(await after(name, input)).toBe(asked);
  });

  test('a block is not archived, asked or not; a candidate is', async () => {
    const block = await stored({ slug: 'it', delivery: 'block' });
    logHumanCommand(block.context.home, agent.sessionId, block.context.time.now);
    expect(await block.after('lesson.archive', { ref: 'it', reason: 'x' })).toBe('NEEDS_HUMAN');
    const waiting = await stored({ slug: 'it', status: 'candidate' });
    expect(await waiting.after('lesson.archive', { ref: 'it', reason: 'x' })).toBe('archived');
  });
});
