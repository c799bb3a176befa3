import type { DatabaseSync } from 'node:sqlite';
import type { TopicHits } from '../inject/prompt-words.ts';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Manifest } from './port.ts';

/** Opens the text index beside a manifest. SQLite is loaded for it alone, at a prompt. */
function openTexts(path: string): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const escaped = path.replace(/[%?#]/g, encodeURIComponent).replaceAll('\\', '/');
  // By URI, so that SQLite takes no lock; where the runtime knows none (Node 22.13), as a plain read-only file.
  const uri = `file:///${escaped}?immutable=1`;
  const open = (name: string) => new DatabaseSync(name, { readOnly: true });
  try {
    return open(uri);
  } catch {
    return open(path);
  }
}

/**
 * The rows of each word; none where the index is missing or damaged. A word says little where it has more rows than the
 * statement's limit.
 */
function eachRow(
  { texts }: Manifest,
  sql: string,
  words: Iterable<string>,
  take: (row: Record<string, unknown>, word: string) => void,
): void {
  let db: DatabaseSync | undefined;
  try {
    // SQLite would wait for whoever writes to a pipe.
    if (!process.getBuiltinModule('node:fs').statSync(texts).isFile()) return;
    db = openTexts(texts);
    const query = db.prepare(sql);
    for (const word of new Set(words)) {
      for (const row of query.all(word)) take(row, word);
    }
  } catch {
    // As if it had nothing.
  } finally {
    db?.close();
  }
}

/** Lessons with any of the keywords: most distinct ones first, then by rank. Empty where there is no text index. */
export function searchTexts(
  manifest: Manifest,
  keywords: string[],
  limit: number,
): { lesson: CompiledLesson; hits: string[]; rank: number }[] {
  const found = new Map<number, { offset: number; hits: string[]; rank: number }>();
  const sql = 'SELECT rowid, rank FROM prompts WHERE prompts MATCH ? ORDER BY rank LIMIT 2000';
  const quoted = new Map(keywords.map((keyword) => [`"${keyword.replace(/"/g, '""')}"`, keyword]));
  eachRow(manifest, sql, quoted.keys(), (row, term) => {
    const offset = Number(row['rowid']);
    const entry = found.get(offset) ?? { offset, hits: [], rank: 0 };
    entry.hits.push(quoted.get(term)!);
    entry.rank += Number(row['rank']);
    found.set(offset, entry);
  });
  return [...found.values()]
    .sort((a, b) => b.hits.length - a.hits.length || a.rank - b.rank)
    .slice(0, limit)
    .flatMap(({ offset, hits, rank }) => {
      const lesson = manifest.lessonAt(offset);
      return lesson === null ? [] : [{ lesson, hits, rank }];
    });
}

/** The topics that have any of these stems, with the lesson of each, by its offset in the manifest file. */
export function topicsWith(manifest: Manifest, stems: Iterable<string>): (TopicHits & { offset: number })[] {
  const found = new Map<number, TopicHits & { offset: number }>();
  const sql = 'SELECT * FROM topics WHERE word = ? ORDER BY share DESC LIMIT 1000';
  eachRow(manifest, sql, stems, (row, stem) => {
    const { topic, lesson, size, share } = row as Record<string, number>;
    const entry = found.get(topic!) ?? { offset: lesson!, size: size!, shares: new Map() };
    entry.shares.set(stem, share!);
    found.set(topic!, entry);
  });
  return [...found.values()];
}
