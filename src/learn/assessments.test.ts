import { expect, test } from 'bun:test';
import { call, session, tools } from '../../test/support/replay.ts';
import { DAY_MS } from '../model/constants.ts';
import type { ReplayTools } from './replay-types.ts';
import { walkProject } from './replay-walk.ts';
import { Timeline } from './timeline.ts';

test('a pattern is held against all that is past, also where that has hardly grown', () => {
  const answers: unknown[] = [];
  const asking: ReplayTools = {
    ...tools,
    group(episodes, assess, knowledge) {
      answers.push(assess('^deploy now$', 100));
      return tools.group(episodes, assess, knowledge);
    },
  };
  const timeline = new Timeline();
  for (const each of [
    session('a', [call(0, 'deploy now', 'f1')]),
    session('b', [
      call(DAY_MS, 'deploy now'),
      call(DAY_MS + 1, 'deploy now'),
      call(DAY_MS + 2, 'build', 'f2'),
    ]),
    session('c', [call(2 * DAY_MS, 'deploy now', 'f1'), call(2 * DAY_MS + 1, 'test', 'f3')]),
    session('d', [call(3 * DAY_MS, 'deploy now')]),
  ])
    timeline.add(each);
  for (const project of timeline.projects()) walkProject(project, { minConfidence: 0 }, asking);
  expect(answers).toEqual([
    { failing: 1, good: 0 },
    { failing: 1, good: 2 },
    { failing: 2, good: 2 },
  ]);
});
