import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { homeFiles } from '../../src/platform/paths.ts';

/** What the guides for newcomers name is there. */

const root = join(import.meta.dir, '..', '..');
const SOURCES = ['src', 'test', 'bench', 'scripts', 'docs', 'plugin', 'packs', 'schemas', 'training'];
const files = SOURCES.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((path) =>
    `${folder}/${path}`.replaceAll('\\', '/'),
  ),
).concat(readdirSync(root));

/** Files of the user's data folder, and the folder of a repository's lessons. */
const DATA_FILES = Object.values(homeFiles).map((path) => basename(path('home')));
const NOT_HERE = new Set([...DATA_FILES.flatMap((name) => [name, `${name}/`]), '.lessons/']);

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

test('every link between pages leads to a page and a heading of it', () => {
  const pages = files.filter((file) => /^(?:[A-Z]+|(?:docs|plugin|training)\/.*)\.md$/.test(file));
  expect(pages.length).toBeGreaterThan(25);
  const anchors = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? join(root, page) : join(root, dirname(page), path);
        return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('the README says what each file of the data folder holds', () => {
  const [, section = ''] =
    /^## What is stored.*?$(.*?)^## /ms.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  expect(DATA_FILES.length).toBeGreaterThan(8);
  expect(DATA_FILES.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
});

test('a name that is not there is noticed', () => {
  expect(['src/hook/main.ts', 'hidden-*.ts', 'src/hook/', 'gone.ts', 'src/gone/'].map(isThere)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
