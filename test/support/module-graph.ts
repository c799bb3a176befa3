import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** Modules, chunks and imports as the build sees them, reached from these entry files; types are gone, packages stay outside. */
export async function moduleGraph(...entryPoints: string[]): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: join(import.meta.dir, '..', '..'),
    entryPoints,
    bundle: true,
    metafile: true,
    minify: true,
    write: false,
    splitting: true,
    format: 'esm',
    outdir: 'dist/graph',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  return metafile;
}
