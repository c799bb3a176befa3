import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/**
 * What the executable loads for a hook. Every module and every built-in on this path was measured: `node:fs` costs
 * 1.5–3 ms, `node:crypto` 2.7 ms, `node:path` and `node:os` half a millisecond together. Extend a list, or raise a
 * ceiling, only in the commit that needs it, with the figure of `npm run bench -- hook`.
 */

const root = join(import.meta.dir, '..', '..');
const ENTRY = 'src/hook/main.ts';

/** Loaded for every event, before anything is known about it. */
const FIRST = [
  'src/agents/claude-code/hook-io.ts',
  'src/agents/shared/hook-io-payload.ts',
  'src/hook/agents.ts',
  'src/hook/answer.ts',
  'src/hook/failing-marker.ts',
  'src/hook/main.ts',
  'src/hook/stdin.ts',
  'src/inject/edit-units.ts',
  'src/inject/quick-tokens.ts',
  'src/manifest/format.ts',
  'src/manifest/gate.ts',
  'src/manifest/read-gate.ts',
  'src/model/constants.ts',
  'src/platform/fast-io.ts',
  'src/platform/jit.ts',
  'src/platform/paths.ts',
  'src/text/hash.ts',
  'src/text/tokens.ts',
];
/** Built-ins that a module of the hook may import; everything else goes through `platform/fast-io.ts`. */
const BUILTINS: Record<string, string[]> = {
  'src/manifest/read.ts': ['node:sqlite'],
  // Loaded only to start the background process.
  'src/platform/self.ts': ['node:path', 'node:url'],
};
const FIRST_BYTES_MAX = 17_000;
const ALL_BYTES_MAX = 160_000;

let graph: Metafile;
beforeAll(async () => {
  const options = { bundle: true, metafile: true, write: false, splitting: true, minify: true } as const;
  const result = await build({
    ...options,
    absWorkingDir: root,
    entryPoints: [ENTRY],
    format: 'esm',
    outdir: 'dist/graph',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  graph = result.metafile;
});

/** Modules or chunks reached from one of them by static imports. */
function reached(
  nodes: Record<string, { imports: { path: string; kind: string }[] }>,
  from: string,
): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const node = nodes[path];
    if (node === undefined || seen.has(path)) return;
    seen.add(path);
    for (const each of node.imports) if (each.kind !== 'dynamic-import') visit(each.path);
  };
  visit(from);
  return [...seen].sort();
}

test('exactly these modules are loaded first', () => {
  expect(reached(graph.inputs, ENTRY)).toEqual(FIRST);
});

test('no npm package, and no built-in but the listed ones', () => {
  const found: string[] = [];
  for (const [path, { imports }] of Object.entries(graph.inputs)) {
    expect(path).toStartWith('src/');
    for (const each of imports.filter(({ path: to }) => !(to in graph.inputs))) {
      if (!BUILTINS[path]?.includes(each.path)) found.push(`${path} imports ${each.path}`);
    }
  }
  expect(found).toEqual([]);
});

test('it stays small', () => {
  const entry = Object.keys(graph.outputs).find((path) => graph.outputs[path]!.entryPoint === ENTRY)!;
  const sum = (paths: string[]) => paths.reduce((total, path) => total + graph.outputs[path]!.bytes, 0);
  expect(sum(reached(graph.outputs, entry))).toBeLessThan(FIRST_BYTES_MAX);
  expect(sum(Object.keys(graph.outputs))).toBeLessThan(ALL_BYTES_MAX);
});
