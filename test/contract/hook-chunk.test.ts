import { beforeAll, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundleHook } from '../../scripts/bundle-hook.mjs';
import { compileInto, makeLesson } from '../kit/lessons.ts';
import { payload } from '../support/hook-rig.ts';
import { moduleGraph } from '../support/module-graph.ts';
import { scratchDir } from '../support/scratch.ts';

/**
 * What the executable loads for a hook. Every module and every built-in on this path was measured: `node:fs` costs
 * 1.5–3 ms, `node:crypto` 2.7 ms, `node:path` and `node:os` half a millisecond together; `docs/decisions/0011` has more. Extend a list, or raise a
 * ceiling, only in the commit that needs it, with the figure of `npm run bench -- hook`.
 */

const root = join(import.meta.dir, '..', '..');
const ENTRY = 'src/hook/main.ts';

/** Loaded for every event: all that a call needs, since loading more later takes longer than having it here. */
const FIRST = [
  'src/agents/claude-code/hook-io.ts',
  'src/agents/shared/hook-io-payload.ts',
  'src/hook/act.ts',
  'src/hook/agents.ts',
  'src/hook/answer.ts',
  'src/hook/before-tool.ts',
  'src/hook/bound.ts',
  'src/hook/call-log.ts',
  'src/hook/hold.ts',
  'src/hook/main.ts',
  'src/hook/stdin.ts',
  'src/hook/tell.ts',
  'src/inject/canonical.ts',
  'src/inject/edit-units.ts',
  'src/inject/holdout.ts',
  'src/inject/linear.ts',
  'src/inject/match-texts.ts',
  'src/inject/match.ts',
  'src/inject/neutralise.ts',
  'src/inject/paths.ts',
  'src/inject/pattern.ts',
  'src/inject/plain-view.ts',
  'src/inject/quick-tokens.ts',
  'src/inject/render.ts',
  'src/inject/scope.ts',
  'src/inject/select.ts',
  'src/inject/shell/alternatives.ts',
  'src/inject/shell/git-spellings.ts',
  'src/inject/shell/global-options.ts',
  'src/inject/shell/option-words.ts',
  'src/inject/shell/prose.ts',
  'src/inject/shell/word-list.ts',
  'src/inject/tools.ts',
  'src/inject/utf8.ts',
  'src/manifest/format.ts',
  'src/manifest/read-index.ts',
  'src/manifest/read.ts',
  'src/model/constants.ts',
  'src/platform/allow-codes.ts',
  'src/platform/fast-io.ts',
  'src/platform/fs-io.ts',
  'src/platform/jit.ts',
  'src/platform/libc-io.ts',
  'src/platform/libc.ts',
  'src/platform/path-in-folder.ts',
  'src/platform/paths.ts',
  'src/platform/session-state.ts',
  'src/platform/sha256.ts',
  'src/platform/sleep.ts',
  'src/platform/switched-off.ts',
  'src/platform/text-bytes.ts',
  'src/platform/uptime.ts',
  'src/text/ansi.ts',
  'src/text/cut-characters.ts',
  'src/text/hash.ts',
  'src/text/json.ts',
  'src/text/shell-quote.ts',
  'src/text/tokens.ts',
];
/** Built-ins that a module of the hook may import; everything else goes through `platform/fast-io.ts`. */
const BUILTINS: Record<string, string[]> = {
  // Loaded only to start the background process.
  'src/platform/self.ts': ['node:path', 'node:url'],
};
/** Modules that name `Math`, in functions that a plain call does not run: linking one makes that object, 50 µs. */
const NAMING_MATH = [
  'src/hook/hold.ts',
  'src/inject/paths.ts',
  'src/inject/render.ts',
  'src/inject/select.ts',
  'src/platform/allow-codes.ts',
  'src/platform/path-in-folder.ts',
  'src/platform/session-state.ts',
];
const FIRST_BYTES_MAX = 61_000;
const ALL_BYTES_MAX = 227_000;

let graph: Metafile;
beforeAll(async () => {
  graph = await moduleGraph(ENTRY);
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

test('what every call runs does not name `Math`', () => {
  const naming = FIRST.filter((path) =>
    /^(?! *(?:\/\/|\/?\*)).*\bMath\b/m.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(naming).toEqual(NAMING_MATH);
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

test('the build makes one file of what is loaded first, and others that are complete in themselves', async () => {
  const folder = scratchDir('chunk');
  const entry = await bundleHook(root, folder);
  const names = readdirSync(folder);
  expect(names).toContain(entry);
  expect(names).toContain('shell-view.js');
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect({ name, imports: text.match(/^import .* from "\.[^"]*"/gm) }).toEqual({ name, imports: null });
    for (const found of text.matchAll(/\bimport\("\.\/([^"]+)"\)/g)) expect(names).toContain(found[1]!);
  }
});

/** Writes to standard error each expression that is run. */
const TELL_EXPRESSIONS = `
  import { writeSync } from 'node:fs';
  const { prototype } = RegExp;
  for (const name of ['exec', 'test', Symbol.match, Symbol.replace, Symbol.search, Symbol.split]) {
    const own = prototype[name];
    prototype[name] = function (...given) {
      writeSync(2, String(this) + '\\n');
      return own.apply(this, given);
    };
  }`;

test.each([
  ['ls -la', ''],
  [`grep -n 'a b' x.txt | head`, ''],
  ['git push --force origin main', 'What to do instead'],
])('no expression is run for %s: the first one of a process takes 100 µs', async (command, told) => {
  const home = scratchDir('home');
  await compileInto(home, [
    makeLesson({ slug: 'push-force-ab12', commandPatterns: ['\\bgit push.*--force\\b'] }),
  ]);
  const preload = join(home, 'tell.ts');
  writeFileSync(preload, TELL_EXPRESSIONS);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--preload', preload, join(root, 'src/main.ts'), 'hook', 'claude-code'],
    {
      input: JSON.stringify(payload('PreToolUse', { tool_name: 'Bash', tool_input: { command } })),
      env: { ...process.env, LESSONS_HOME: home },
      encoding: 'utf8',
    },
  );
  expect(stderr).toBe('');
  expect(stdout).toContain(told);
});
