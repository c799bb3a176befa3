import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import type { ManifestDocument } from '../model/manifest.ts';
import { schemaUrl } from '../model/schema-url.ts';
import { AppError, systemFailure } from '../platform/errors.ts';
import { writeAll } from '../platform/files.ts';
import { renameOver } from '../platform/rename.ts';
import { indexKey } from './format.ts';
import { IndexFile } from './read-index.ts';

export const JSON_MANIFEST_FILE = 'lessons-manifest.json';
const CHUNK_CHARS = 1 << 20;

/**
 * Writes the JSON form of a manifest beside it, for other tools; constant memory whatever its size.
 * @param file name of the manifest in the data folder, as the build reports it
 * @returns path of the JSON file, replaced as a whole
 */
export function writeJsonManifest(home: string, file: string): string {
  const path = join(home, JSON_MANIFEST_FILE);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeDocument(join(home, file), temporary);
    renameOver(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error instanceof AppError ? error : systemFailure(`cannot write ${path}`, error);
  }
  return path;
}

function writeDocument(manifest: string, path: string): void {
  const index = new IndexFile(manifest);
  const fd = openSync(path, 'w', 0o600);
  try {
    let chunk = '';
    for (const part of documentParts(index)) {
      chunk += part;
      if (chunk.length < CHUNK_CHARS) continue;
      writeAll(fd, Buffer.from(chunk));
      chunk = '';
    }
    writeAll(fd, Buffer.from(chunk));
  } finally {
    closeSync(fd);
    index.close();
  }
}

function* documentParts(index: IndexFile): Generator<string> {
  const { builtAt, config } = index.head;
  const head: Omit<ManifestDocument, 'lessons'> = {
    $schema: schemaUrl('manifest'),
    type: 'lessons-learned-manifest',
    version: 1,
    format: MANIFEST_FORMAT,
    builtAt,
    config,
    roots: JSON.parse(index.find(indexKey.roots)?.text ?? '[]'),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"lessons":[`;
  let separator = '\n';
  for (const lesson of index.lessons()) {
    yield separator + JSON.stringify(lesson);
    separator = ',\n';
  }
  yield '\n]}\n';
}
