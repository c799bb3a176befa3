import { expect, test } from 'bun:test';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDir } from '../../../test/support/scratch.ts';
import type { FoundFile } from './discover.ts';
import { earlierCopies } from './earlier-copies.ts';

const LINE = `${'x'.repeat(99)}\n`;
const WHOLE = Array.from({ length: 8000 }, (_, at) => `${at} ${LINE}`).join('');

/** Names of the files that are left of some with these contents. */
function left(contents: Record<string, string>, change: (files: FoundFile[]) => void = () => {}): string[] {
  const folder = scratchDir();
  const files = Object.entries(contents).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return { path, size: statSync(path).size };
  });
  change(files);
  const copies = earlierCopies(files);
  return files.filter(({ path }) => !copies.has(path)).map(({ path }) => path.slice(folder.length + 1));
}

test('a file that another begins with is left out, through a chain of copies and whatever their names', () => {
  const contents = { a: WHOLE.slice(0, 500_000), b: WHOLE, c: WHOLE.slice(0, 300_001), d: `y${WHOLE}` };
  expect(left(contents)).toEqual(['b', 'd']);
});

test('where the name alone tells the session, as in Cursor, another name is another session', () => {
  const line = (text: string) =>
    `${JSON.stringify({ role: 'assistant', message: { content: [{ type: 'text', text }] } })}\n`;
  const whole = Array.from({ length: 800 }, (_, at) => line(`${at} ${LINE}`)).join('');
  const early = whole.slice(0, whole.indexOf('\n', 80_000) + 1);
  expect(left({ 'one.jsonl': early, 'two.jsonl': whole })).toEqual(['one.jsonl', 'two.jsonl']);
  expect(left({ 'one.jsonl.1': early, 'one.jsonl.2': whole, 'two.jsonl': whole })).toEqual([
    'one.jsonl.2',
    'two.jsonl',
  ]);
});

test('of the same file twice one is left', () => {
  expect(left({ a: WHOLE, b: WHOLE })).toEqual(['a']);
});

test('a file that went on in another way is kept, also where its last byte alone differs', () => {
  const ended = `${WHOLE.slice(0, 300_000)}!`;
  expect(left({ a: ended, b: WHOLE, c: `${WHOLE.slice(0, 300_000)}${LINE}` })).toEqual(['a', 'b', 'c']);
});

test('files that are small, gone or shorter than they were are kept', () => {
  expect(left({ a: WHOLE.slice(0, 60_000), b: WHOLE.slice(0, 61_000) })).toEqual(['a', 'b']);
  const gone = (files: FoundFile[]) => files.push({ path: join(scratchDir(), 'gone'), size: 1e6 });
  expect(left({ a: WHOLE }, gone)).toHaveLength(2);
  const shrunk = (files: FoundFile[]) => truncateSync(files[0]!.path, 100_000);
  expect(left({ a: WHOLE.slice(0, 400_000), b: WHOLE }, shrunk)).toEqual(['a', 'b']);
});
