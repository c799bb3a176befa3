import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lastingScratchDir } from '../../test/support/scratch.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import { ConfigSchema } from '../model/config.ts';
import { IndexFile } from './read-index.ts';
import { IndexWriter } from './write-index.ts';

const folder = lastingScratchDir('indexfile');

const config = ConfigSchema.parse({});
const lesson = (n: number) =>
  ({ number: n, slug: `l-${n}`, text: 'é✓'.repeat(n), actsAtCalls: true }) as CompiledLesson;

describe.each([0, 1, 7, 300, 60_000])('%d keys', (count) => {
  const path = join(folder, String(count));
  const writer = new IndexWriter(path);
  const offsets = Array.from({ length: 3 }, (_, n) => writer.addLesson(lesson(n)));
  for (let n = 0; n < count; n += 1)
    writer.addEntry(`t:wörd${n}`, n % 3 === 0 ? offsets : [], n % 5 === 0 ? `text ${n}` : '');
  writer.addEntry(
    'long',
    Array.from({ length: 5000 }, (_, n) => n + 1),
    'x'.repeat(20_000),
  );
  writer.silence(offsets[1]!);
  writer.finish({ builtAt: '2026-01-01T00:00:00.000Z', everywhere: false, roots: 0, config });
  writer.close();
  const index = new IndexFile(path);
  afterAll(() => index.close());

  const whole = (n: number) => ({
    lessons: n % 3 === 0 ? offsets : [],
    text: n % 5 === 0 ? `text ${n}` : '',
  });

  test('each is found with what stands under it, and no other', () => {
    for (let n = 0; n < count; n += count > 1000 ? 17 : 1) expect(index.find(`t:wörd${n}`)).toEqual(whole(n));
    for (let n = 0; n < 2000; n += 1) expect(index.find(`t:other${n}`)).toBeNull();
    expect(index.find('long')).toMatchObject({ text: 'x'.repeat(20_000) });
    expect(index.find('long')!.lessons).toHaveLength(5000);
  });

  test('the same with the whole table read at once', () => {
    index.prepare(1_000_000);
    for (let n = 0; n < count; n += count > 1000 ? 31 : 1) expect(index.find(`t:wörd${n}`)).toEqual(whole(n));
    expect(index.find('t:other')).toBeNull();
  });

  test('lessons are there, the silenced one says so', () => {
    expect([...index.lessons()].map((each) => each.slug)).toEqual(['l-0', 'l-1', 'l-2']);
    expect(offsets.map((offset) => index.lesson(offset).actsAtCalls)).toEqual([true, false, true]);
    expect(index.lesson(offsets[2]!).text).toBe('é✓é✓');
    expect(index.head.config).toEqual(config);
  });

  test('closed, it answers no more and holds no file; private', () => {
    const openFiles = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);
    const before = openFiles();
    for (let n = 0; n < 20; n += 1) new IndexFile(path).close();
    expect(openFiles()).toBeLessThan(before + 20);
    const closed = new IndexFile(path);
    closed.close();
    expect(() => closed.lesson(offsets[0]!)).toThrow();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
