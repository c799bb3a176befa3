import { describe, expect, test } from 'bun:test';
import { call, failing, planted } from '../../test/support/planted.ts';
import { historiesOf } from './history.ts';
import { runOperation } from './run-operation.ts';

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
