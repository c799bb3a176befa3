// Bundles the hook: its entry with everything that it imports, in one file, and each module that is loaded only when
// it is needed in a file that is complete in itself. What they have in common would otherwise become chunks that
// every start of the hook loads, half a millisecond each; here the rare ones carry a copy.
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const ENTRY = 'src/hook/main.ts';

/** Writes the files to a folder and returns the name of the entry's. */
export async function bundleHook(root, outdir) {
  const names = new Map([[join(root, ENTRY), 'main.js']]);
  const loadedLater = {
    name: 'loaded-later',
    setup(bundle) {
      bundle.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const file = resolve(resolveDir, path);
        if (!names.has(file)) names.set(file, nameOf(file, names));
        return { path: `./${names.get(file)}`, external: true };
      });
    },
  };
  // Maps are iterated in the order of insertion, also over what is added meanwhile.
  for (const [file, name] of names) {
    await build({
      entryPoints: [file],
      outfile: join(outdir, name),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'esnext',
      minifySyntax: true,
      // Fields that are only declared take no time, and those with a value no function of their own.
      tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
      plugins: [loadedLater],
      logLevel: 'warning',
    });
  }
  return 'main.js';
}

/** Agents' modules have the same name in folders of their own. */
function nameOf(file, taken) {
  const name = `${basename(file, '.ts')}.js`;
  return [...taken.values()].includes(name) ? `${basename(dirname(file))}-${name}` : name;
}
