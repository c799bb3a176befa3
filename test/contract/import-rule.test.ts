import { beforeAll, describe, expect, test } from 'bun:test';
import { isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import { moduleGraph } from '../support/module-graph.ts';

/** The import rule of ARCHITECTURE.md, checked on the module graph that the build sees (types are gone from it). */

interface Rule {
  folders: string[];
  packages: string[];
}

const any = (...folders: string[]): Rule => ({ folders, packages: [] });

/** First matching prefix wins. `model/constants` may be imported where only constants of the model are allowed. */
const RULES: [prefix: string, rule: Rule][] = [
  ['src/model/constants', any()],
  ['src/model/', { folders: ['src/model/'], packages: ['zod'] }],
  ['src/platform/', any('src/platform/')],
  ['src/text/secretlint', { folders: ['src/text/', 'src/model/constants'], packages: ['@secretlint/'] }],
  ['src/text/', any('src/text/', 'src/model/constants')],
  ['src/inject/', any('src/inject/', 'src/text/', 'src/model/constants')],
  ['src/transcripts/', any('src/transcripts/', 'src/model/', 'src/platform/', 'src/text/')],
  ['src/agents/*/hook-io', any('src/agents/', 'src/inject/', 'src/text/', 'src/model/constants')],
  [
    'src/agents/',
    {
      folders: ['src/agents/', 'src/transcripts/', 'src/text/', 'src/platform/', 'src/model/'],
      packages: ['strip-json-comments'],
    },
  ],
  [
    'src/triggers/',
    {
      folders: ['src/triggers/', 'src/model/', 'src/text/', 'src/inject/'],
      packages: ['@eslint-community/regexpp', 'recheck', 'picomatch'],
    },
  ],
  ['src/capture/', any('src/capture/', 'src/model/', 'src/text/', 'src/inject/', 'src/triggers/')],
  ['src/review/', any('src/review/', 'src/model/', 'src/text/', 'src/inject/', 'src/triggers/')],
  [
    'src/learn/',
    any('src/learn/', 'src/model/', 'src/text/', 'src/inject/', 'src/triggers/', 'src/capture/'),
  ],
  ['src/manifest/read', any('src/manifest/', 'src/platform/', 'src/model/constants', 'src/text/')],
  [
    'src/manifest/',
    {
      folders: ['src/manifest/', 'src/model/', 'src/platform/', 'src/text/', 'src/triggers/', 'src/inject/'],
      packages: ['picomatch'],
    },
  ],
  [
    'src/hook/',
    any(
      'src/hook/',
      'src/inject/',
      'src/text/',
      'src/manifest/read',
      'src/agents/',
      'src/platform/',
      'src/model/constants',
    ),
  ],
  ['src/store/', { folders: ['src/store/', 'src/model/', 'src/platform/'], packages: ['kysely'] }],
  [
    'src/operations/',
    {
      folders: [
        'src/operations/',
        'src/store/',
        'src/manifest/',
        'src/learn/',
        'src/review/',
        'src/capture/',
        'src/triggers/',
        'src/agents/',
        'src/transcripts/',
        'src/inject/',
        'src/text/',
        'src/platform/',
        'src/model/',
      ],
      packages: ['zod', 'ulid'],
    },
  ],
  [
    'src/surfaces/cli/',
    {
      folders: [
        'src/surfaces/cli/',
        'src/surfaces/tui/main',
        'src/operations/',
        'src/model/',
        'src/platform/',
      ],
      packages: ['commander', 'zod'],
    },
  ],
  [
    'src/surfaces/tui/',
    {
      folders: ['src/surfaces/tui/', 'src/operations/', 'src/model/', 'src/platform/'],
      packages: ['ink', 'react'],
    },
  ],
  [
    'src/surfaces/mcp/',
    {
      folders: ['src/surfaces/mcp/', 'src/operations/', 'src/model/', 'src/platform/'],
      packages: ['@modelcontextprotocol/', 'zod'],
    },
  ],
  [
    'src/main',
    any(
      'src/hook/',
      'src/surfaces/',
      'src/operations/scan/worker',
      'src/operations/replay/walk-worker',
      'src/platform/jit',
    ),
  ],
  ['src/index', any('src/')],
];

function ruleFor(path: string): Rule | null {
  for (const [prefix, rule] of RULES) {
    const star = prefix.indexOf('*');
    if (star < 0 ? path.startsWith(prefix) : new RegExp(`^${prefix.replace('*', '[^/]+')}`).test(path))
      return rule;
  }
  return null;
}

let graph: Metafile;

beforeAll(async () => {
  graph = await moduleGraph('src/main.ts', 'src/index.ts');
});

describe('import rule', () => {
  test('the graph holds the whole product', () => {
    expect(Object.keys(graph.inputs).length).toBeGreaterThan(90);
  });

  test('every module imports only what its folder may', () => {
    const broken: string[] = [];
    for (const [path, input] of Object.entries(graph.inputs)) {
      const rule = ruleFor(path);
      if (rule === null) {
        broken.push(`${path}: no rule for this folder`);
        continue;
      }
      for (const imported of input.imports) {
        if (isBuiltin(imported.path)) continue;
        const allowed = imported.external ? rule.packages : rule.folders;
        if (!allowed.some((prefix) => imported.path.startsWith(prefix))) {
          broken.push(
            `${path} imports ${imported.path}; it may import ${[...rule.folders, ...rule.packages].join(', ')}`,
          );
        }
      }
    }
    expect(broken).toEqual([]);
  });

  test('only store and manifest know SQL', () => {
    const knowing = Object.entries(graph.inputs)
      .filter(([, input]) => input.imports.some((imported) => imported.path === 'node:sqlite'))
      .map(([path]) => path)
      .filter(
        (path) =>
          !path.startsWith('src/store/') &&
          !path.startsWith('src/manifest/') &&
          !path.startsWith('src/agents/opencode/'),
      );
    expect(knowing).toEqual([]);
  });
});
