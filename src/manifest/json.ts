import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ManifestDocument } from '../model/manifest.ts';

export const JSON_MANIFEST_FILE = 'lessons-manifest.json';
const SCHEMA_URL = 'https://lessons-learned.dev/schemas/manifest.json';
const CHUNK_CHARS = 1 << 20;

/**
 * Writes the JSON form of a manifest beside it, for other tools; constant memory whatever its size.
 * @param file name of the SQLite form in the data folder, as the build reports it
 * @returns path of the JSON file, replaced as a whole
 */
export function writeJsonManifest(home: string, file: string): string {
  const path = join(home, JSON_MANIFEST_FILE);
  const temporary = `${path}.${process.pid}.tmp`;
  const db = new DatabaseSync(join(home, file), { readOnly: true });
  const fd = openSync(temporary, 'w', 0o600);
  try {
    let chunk = '';
    for (const part of documentParts(db)) {
      chunk += part;
      if (chunk.length < CHUNK_CHARS) continue;
      writeSync(fd, chunk);
      chunk = '';
    }
    writeSync(fd, chunk);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
    db.close();
  }
  renameSync(temporary, path);
  return path;
}

function* documentParts(db: DatabaseSync): Generator<string> {
  const meta = (key: string) =>
    JSON.parse(String(db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value']));
  const { format, builtAt } = meta('head');
  const roots = db.prepare('SELECT root, project FROM roots ORDER BY root').all();
  const head: Omit<ManifestDocument, 'lessons'> = {
    $schema: SCHEMA_URL,
    type: 'lessons-learned-manifest',
    version: 1,
    format,
    builtAt,
    config: meta('config'),
    roots: roots.map((row) => ({ root: String(row['root']), project: String(row['project']) })),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"lessons":[`;
  let separator = '\n';
  for (const row of db.prepare('SELECT trigger, body FROM lessons ORDER BY n').iterate()) {
    yield `${separator}${String(row['trigger']).slice(0, -1)},${String(row['body']).slice(1)}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
