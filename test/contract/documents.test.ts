import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the guides for newcomers name is there. */

const root = join(import.meta.dir, '..', '..');
const SOURCES = ['src', 'test', 'bench', 'scripts', 'docs', 'plugin', 'packs', 'schemas', 'training'];
const files = SOURCES.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((path) =>
    `${folder}/${path}`.replaceAll('\\', '/'),
  ),
).concat(readdirSync(root));

/** Files of the user's data folder. */
const NOT_HERE = new Set(['errors.jsonl', 'events.jsonl']);

/** Paths in backticks and links: files by their ending, folders by their slash; no placeholders. */
function namedPaths(document: string): string[] {
  const named = [...document.matchAll(/(?:`|\]\()([\w.@*/<>-]+)[`)]/g)].map((match) => match[1]!);
  return named.filter((path) => /\.(?:tsx?|mjs|jsonl?|md)$|\/$/.test(path) && !path.includes('<'));
}

function isThere(path: string): boolean {
  const steps = path.replace(/^(?:\.\.?\/)+/, '').replace(/\/$/, '');
  const shape = steps.replace(/[.]/g, '\\.').replace(/\*/g, '[\\w-]+');
  const end = path.endsWith('/') ? '/' : '$';
  return files.some((file) => new RegExp(`(?:^|/)${shape}${end}`).test(file));
}

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'README.md'])('%s', (name) => {
  const named = namedPaths(readFileSync(join(root, name), 'utf8')).filter((path) => !NOT_HERE.has(path));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test('a name that is not there is noticed', () => {
  expect(['src/hook/main.ts', 'shapes-*.ts', 'src/hook/', 'gone.ts', 'src/gone/'].map(isThere)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
