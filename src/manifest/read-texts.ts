import type { DatabaseSync } from 'node:sqlite';

/** Rows of one keyword that are ranked; a word that more lessons have than this says little. */
const ROWS_PER_KEYWORD_MAX = 2000;

/** A lesson that keywords were found in, by its offset in the manifest file. */
interface Found {
  offset: number;
  hits: string[];
  rank: number;
}

/** Opens the text index beside a manifest. SQLite is loaded for it alone, at a prompt. */
function openTexts(path: string): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const escaped = path.replace(/[%?#]/g, encodeURIComponent).replaceAll('\\', '/');
  // By URI, so that SQLite takes no lock; where the runtime knows none (Node 22.13), as a plain read-only file.
  const uri = `file:${escaped.charAt(1) === ':' ? '/' : ''}${escaped}?immutable=1`;
  try {
    return new DatabaseSync(uri, { readOnly: true });
  } catch {
    return new DatabaseSync(path, { readOnly: true });
  }
}

/** Lessons with any of the keywords: most distinct ones first, then by rank. Throws where there is no text index. */
export function searchTexts(path: string, keywords: string[], limit: number): Found[] {
  const db = openTexts(path);
  try {
    const query = db.prepare(
      'SELECT rowid, bm25(prompts) AS rank FROM prompts WHERE prompts MATCH ? ORDER BY rank LIMIT ?',
    );
    const found = new Map<number, Found>();
    for (const keyword of new Set(keywords)) {
      for (const row of query.all(`"${keyword.replace(/"/g, '""')}"`, ROWS_PER_KEYWORD_MAX)) {
        const offset = Number(row['rowid']);
        const entry = found.get(offset) ?? { offset, hits: [], rank: 0 };
        entry.hits.push(keyword);
        entry.rank += Number(row['rank']);
        found.set(offset, entry);
      }
    }
    return [...found.values()]
      .sort((a, b) => b.hits.length - a.hits.length || a.rank - b.rank)
      .slice(0, limit);
  } finally {
    db.close();
  }
}
