import { expect, test } from 'bun:test';
import { detect, script } from '../../../../test/support/detector-script.ts';

const LARGE =
  'File content (27067 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit parameters.';
const told = (range: object) => {
  const [found] = detect(
    script().call('Read', { file_path: '/home/mia/fair/orders.csv', ...range }, LARGE, true).events,
  );
  return [found?.summary, found?.remediation];
};

test('a file that is too large is to be read in ranges, and a range that is, in smaller ones', () => {
  expect(told({})).toEqual([
    'Read of orders.csv without a range is refused: the file exceeds the size limit',
    'Pass `offset` and `limit`, or search the file for the part that is needed.',
  ]);
  expect(told({ offset: 3800, limit: 1900 })).toEqual([
    'Read of orders.csv: 1900 lines at once exceed the size limit',
    'Read fewer lines at once (`limit`), or search the file for the part that is needed.',
  ]);
});
