import { expect, test } from 'bun:test';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import allowed from './hook-modules.json';

/** The hook pays for every module at every tool call of every agent: these and no others, and no more bytes than this. */

const root = join(import.meta.dir, '..', '..');

/** Minified bytes of everything that a hook event can load. Raise it only in the commit that needs it. */
const BYTES_MAX = 150_000;

/** What a validator, a view library or a query builder leaves in a bundle. */
const FORBIDDEN = ['ZodError', 'useState', 'SelectQueryNode', 'JSONSchema', 'secretlint'];

test('the hook loads exactly the listed modules, within its bytes', async () => {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/hook/main.ts'],
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    splitting: true,
    format: 'esm',
    outdir: 'dist/graph',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  const { inputs, outputs } = result.metafile;
  expect(Object.keys(inputs).sort()).toEqual(allowed);
  const packages = Object.values(inputs).flatMap((input) =>
    input.imports.filter((each) => each.external && !isBuiltin(each.path)).map((each) => each.path),
  );
  expect(packages).toEqual([]);
  const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
  expect(bytes).toBeLessThan(BYTES_MAX);
  for (const file of result.outputFiles) {
    for (const word of FORBIDDEN) expect(file.text.includes(word) ? `${word} in ${file.path}` : '').toBe('');
  }
});
