import { describe, expect, test } from 'bun:test';
import { call, failing, planted } from '../../test/support/planted.ts';
import { historiesOf } from './history/backtests.ts';
import { runOperation } from './run-operation.ts';
import { triggerTry } from './trigger-try.ts';

describe('trigger.try', () => {
  const tried = async (pattern: string, toolNames: string[]) => {
    const { context, lesson, add } = await planted({ toolNames });
    add([call(1, 'pip install a'), failing(2, 'pip install b'), call(3, 'git commit -m "pip install c"')]);
    const { history } = await runOperation<{ history: object }>(context, 'trigger.try', {
      ref: lesson.slug,
      field: 'commandPatterns',
      pattern,
    });
    await context.close();
    return history;
  };

  test('what a command only quotes is no match, also right after a scan', async () => {
    const history = await tried('pip install', ['Bash']);
    expect(history).toEqual({ callsSeen: 3, failingMet: 1, goodDisturbed: 1, examples: ['pip install a'] });
  });

  test.each([['bash'], ['Read|Bash'], ['shell'], ['*'], ['Ba*']])(
    'the history of a tool that is named %s',
    async (name) => {
      expect(await tried('^pip install', [name])).toMatchObject({
        callsSeen: 3,
        failingMet: 1,
        goodDisturbed: 1,
      });
    },
  );

  test('a human is told it in words', async () => {
    const history = { callsSeen: 3, failingMet: 1, goodDisturbed: 1, examples: ['pip install a'] };
    const told = { ok: true, reason: null, matchesFailing: true, matchesCorrected: false, history };
    const render = (result: object) => triggerTry.cli.render!(result as never, {} as never, {} as never);
    expect(render(told)).toBe(
      [
        'It matches the failing call of the lesson.',
        'It spares the corrected one.',
        'In 3 past calls it meets 1 that failed and disturbs 1 that went well.',
        '  pip install a',
      ].join('\n'),
    );
    const refused = { ...told, ok: false, reason: 'not safe' };
    expect(render(refused)).toBe('The pattern is refused: not safe');
    expect([told, refused].map((each) => triggerTry.cli.exitCode!(each))).toEqual([0, 1]);
    expect(render({ ...told, matchesFailing: null, matchesCorrected: null, history: null })).toBe(
      'The pattern is safe; nothing is known to try it on.',
    );
  });

  test('a tool that was never called has none', async () => {
    expect(await tried('^pip install', ['mcp__db__*'])).toMatchObject({ callsSeen: 0, failingMet: 0 });
  });

  test('the back-test of one lesson goes by the same names', async () => {
    const { context, lesson, add } = await planted({ toolNames: ['exec_command'] });
    add([call(1, 'pip install a')]);
    expect((await historiesOf(context, [lesson])).get(lesson.id)).toMatchObject({
      callsSeen: 1,
      goodDisturbed: 1,
    });
    await context.close();
  });
});
