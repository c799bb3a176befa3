import { beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastingScratchDir } from '../support/scratch.ts';

/** The files of earlier tools, as their descriptions have them, through the command line and without loss. */

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const OLDER = join(import.meta.dir, '..', 'fixtures', 'older');
const NAMES = [
  'lessons.json',
  'filtered-candidates.json',
  'lesson-manifest.json',
  'known-errors.json',
  'errors.jsonl',
];

const root = lastingScratchDir('older');
const folder = join(root, 'older');

function lessons(args: string[]): { code: number; out: string; err: string } {
  const run = Bun.spawnSync([process.execPath, MAIN, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: root, LESSONS_HOME: join(root, 'data') },
  });
  return { code: run.exitCode, out: run.stdout.toString(), err: run.stderr.toString() };
}

const json = (args: string[]) => JSON.parse(lessons([...args, '--json']).out);
const files = NAMES.map((name) => join(folder, name));

beforeAll(() => cpSync(OLDER, folder, { recursive: true }));

test('a dry run counts and touches nothing', () => {
  const result = json(['migrate', '--dry-run', ...files]);
  expect(result.files.map((each: { records: number }) => each.records)).toEqual([3, 2, 1, 3, 3]);
  expect(readdirSync(folder).sort()).toEqual([...NAMES].sort());
  for (const name of NAMES) expect(readFileSync(join(folder, name))).toEqual(readFileSync(join(OLDER, name)));
  expect(existsSync(join(root, 'data'))).toBe(false);
  expect(json(['list', '--show-archived']).lessons).toEqual([]);
});

test('everything arrives, and every original is set aside', () => {
  const result = json(['migrate', ...files]);
  expect(
    result.files.map((each: { added: number; failures: number }) => [each.added, each.failures]),
  ).toEqual([
    [3, 0],
    [2, 0],
    [1, 0],
    [3, 0],
    [0, 2],
  ]);
  expect(readdirSync(folder).sort()).toEqual(NAMES.map((name) => `${name}.bak`).sort());
  const stored = Object.fromEntries(
    json(['list', '--show-archived']).lessons.map((each: { slug: string }) => [each.slug, each]),
  );
  expect(stored['rsync-trailing-slash-k2p9']).toMatchObject({
    id: '01JQOLDER00000000000000001',
    status: 'active',
    delivery: 'context',
    commandPatterns: ['\\brsync\\b(?!.*/ )'],
    createdAt: '2026-02-01T09:00:00.000Z',
    updatedAt: '2026-02-03T10:30:00.000Z',
    occurrenceCount: 3,
  });
  expect(stored['drop-shared-schema-a7c1']).toMatchObject({
    status: 'active',
    delivery: 'block',
    blockReason: 'This drops the shared schema: {command}',
    scope: 'project:/srv/older-project',
  });
  expect(stored['state-assumptions-first-m3d8']).toMatchObject({
    status: 'reviewed',
    injectOn: ['SessionStart'],
  });
  expect(stored['migrations-are-append-only-t5x2']).toMatchObject({
    status: 'active',
    pathPatterns: ['**/migrations/*.sql'],
  });
});

test('no word of the originals is lost', () => {
  const kept = json(['list', '--show-archived'])
    .lessons.map((each: { id: string }) => lessons(['show', each.id, '--json']).out)
    .concat(lessons(['errors', 'list', '--json']).out)
    .join('\n');
  const words = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(words)
        : [];
  const originals = NAMES.slice(0, 4).map((name) => JSON.parse(readFileSync(join(OLDER, name), 'utf8')));
  const texts = originals.flatMap((value) => words(value.lessons ?? value.candidates ?? value.patterns));
  // Dates are written in full, hashes are made anew, and a path's regular expression becomes the glob it was made from.
  const rewritten =
    /^(?:sha256:|\d{4}-\d\d-\d\d|(?:global|project|regex|contains|exact|i|guard|hint)$|\.\*\/)/;
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.replace(/^(?:## Lesson|\*\*Fix\*\*): /, ''));
  const wanted = lines.filter((line) => !rewritten.test(line));
  expect(wanted.length).toBeGreaterThan(60);
  expect(wanted.filter((line) => !kept.includes(JSON.stringify(line).slice(1, -1)))).toEqual([]);
});

test('a second run of the same files adds nothing, and keeps both .bak files', () => {
  cpSync(OLDER, folder, { recursive: true });
  const result = json(['migrate', ...files]);
  expect(result.files.map((each: { added: number; failures: number }) => each.added + each.failures)).toEqual(
    [0, 0, 0, 0, 0],
  );
  expect(existsSync(join(folder, 'lessons.json.bak.1'))).toBe(true);
  expect(json(['backup', 'list'])).toHaveLength(1);
  expect(json(['errors', 'list']).errors).toHaveLength(2);
});

test('what is not there is refused', () => {
  const refused = lessons(['migrate', join(folder, 'lessons.json')]);
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toContain('there is no file');
});
