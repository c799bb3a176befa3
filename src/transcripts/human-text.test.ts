import { expect, test } from 'bun:test';
import { humanText } from './human-text.ts';

test("words beside a picture are the human's, a picture alone is nothing", () => {
  expect(humanText('[Image #1] [Image #2] the header overlaps the menu')).toBe(
    'the header overlaps the menu',
  );
  expect(humanText('[Image: source: /tmp/a.png]')).toBeNull();
  expect(humanText('[Image #1]')).toBeNull();
});
