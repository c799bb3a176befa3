import { afterEach, expect, mock, spyOn, test } from 'bun:test';
import { collectEvery, collectGarbage } from './collect-garbage.ts';

afterEach(() => mock.restore());

test('collections take a sixth of the time of a process, however often they are asked for', () => {
  // Other tests of the process have collected too, for no longer than it runs.
  let now = 6 * performance.now() + 60_000;
  spyOn(performance, 'now').mockImplementation(() => now);
  let collected = 0;
  spyOn(Bun, 'gc').mockImplementation(() => {
    now += 100;
    collected += 100;
  });
  const ask = (times: number) => {
    for (let asked = 0; asked < times; asked += 1) {
      collectGarbage();
      now += 1;
    }
  };
  ask(100_000);
  const before = { now, collected };
  ask(100_000);
  expect((collected - before.collected) / (now - before.now)).toBeWithin(0.16, 0.17);
});

test('work is counted from the last collection on', () => {
  spyOn(performance, 'now').mockImplementation(() => Number.MAX_SAFE_INTEGER / 2);
  const collect = spyOn(Bun, 'gc').mockImplementation(() => {});
  const done = collectEvery(10);
  const times = [4, 5, 1, 9, 1, 25, undefined, 8].map((work) => {
    done(work);
    return collect.mock.calls.length;
  });
  expect(times).toEqual([0, 0, 1, 1, 2, 3, 3, 3]);
});
