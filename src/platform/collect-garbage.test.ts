import { afterEach, expect, mock, spyOn, test } from 'bun:test';
import { collectGarbage } from './collect-garbage.ts';

afterEach(() => mock.restore());

test('collections take a sixth of the time of a process, however often they are asked for', () => {
  let now = 60_000;
  spyOn(performance, 'now').mockImplementation(() => now);
  const collect = spyOn(Bun, 'gc').mockImplementation(() => {
    now += 100;
  });
  for (let asked = 0; asked < 100_000; asked += 1) {
    collectGarbage();
    now += 1;
  }
  const share = (collect.mock.calls.length * 100) / now;
  expect(share).toBeWithin(0.15, 0.17);
});
