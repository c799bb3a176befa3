import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { transcriptReaders } from '../agents/index.ts';
import { scanFile } from '../capture/scan-file.ts';
import type { FileFindings } from '../model/findings.ts';
import { ProjectFinder } from '../platform/project.ts';
import type { Context } from './operation.ts';

const DEPTH_MAX = 32;

/**
 * Scans the transcripts under the paths without touching the store. A path or file that cannot be read is named on
 * stderr and skipped; links that lead back are followed once.
 */
export function* scanPaths(context: Context, paths: readonly string[]): Iterable<FileFindings> {
  const finder = new ProjectFinder();
  const options = { readers: transcriptReaders, project: (cwd: string) => finder.of(cwd).id };
  let files = 0;
  for (const path of transcriptFiles(context, paths)) {
    const found = scanFile(path, null, options);
    files += 1;
    if (files % 50 === 0) context.progress(`${files} files read`);
    if ('skipped' in found) context.warn(`skipped ${path}: ${found.skipped}`);
    else if (!('unchanged' in found)) yield found;
  }
}

/** Regular files under the paths, each once, in the order of their names. */
function* transcriptFiles(context: Context, paths: readonly string[]): Iterable<string> {
  const seen = new Set<string>();
  for (const path of paths) yield* walk(context, path, seen, 0, true);
}

function* walk(
  context: Context,
  path: string,
  seen: Set<string>,
  depth: number,
  named: boolean,
): Iterable<string> {
  try {
    const stat = statSync(path);
    const id = `${stat.dev}:${stat.ino}`;
    if (seen.has(id) || depth > DEPTH_MAX) return;
    seen.add(id);
    if (stat.isFile()) yield path;
    else if (stat.isDirectory())
      for (const name of readdirSync(path).sort())
        yield* walk(context, join(path, name), seen, depth + 1, false);
    else if (named) context.warn(`skipped ${path}: not a file or folder`);
  } catch (error) {
    if (named || depth > 0) context.warn(`skipped ${path}: ${(error as Error).message.split('\n')[0]}`);
  }
}
