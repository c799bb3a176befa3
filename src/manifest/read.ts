import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Config } from '../model/config.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import { fastIo } from '../platform/fast-io.ts';
import { type Head, MANIFEST_FILE, POINTER_FILE, type Pointer, postKey } from './format.ts';
import { CHAIN_WORDS_MAX } from './gate.ts';
import type { Manifest } from './port.ts';

/** Rows of one keyword that are ranked; a word that more lessons have than this says little. */
const ROWS_PER_KEYWORD_MAX = 2000;
/** Up to so many words, chains are looked up word by word. */
const WORDS_CHAINED_MAX = 48;
/** From so many tokens on, it is cheaper to read the list of posted tokens than to look each one up. */
const TOKENS_LOOKED_UP_MAX = 2000;

/**
 * Opens the compiled lessons of a data folder, in constant time whatever their number. Null where there are none,
 * where they are of another format, or where the file is damaged. Never throws, and neither do the answers.
 * @param known the pointer, where it has been read just now
 */
export function openManifest(home: string, known: Pointer | null = null): Manifest | null {
  try {
    const pointer: Pointer = known ?? JSON.parse(fastIo().readText(`${home}/${POINTER_FILE}`) ?? 'null');
    if (pointer.format !== MANIFEST_FORMAT || !MANIFEST_FILE.test(pointer.file)) return null;
    return openManifestFile(`${home}/${pointer.file}`);
  } catch {
    return null;
  }
}

/** The same for a file that is known by name. */
export function openManifestFile(path: string): Manifest | null {
  let db: DatabaseSync | null = null;
  try {
    db = openImmutable(path);
    const rows = db.prepare("SELECT key, value FROM meta WHERE key IN ('head', 'config')").all();
    const meta = new Map(rows.map((row) => [String(row['key']), String(row['value'])]));
    const head: Head = JSON.parse(meta.get('head') ?? '{}');
    if (head.format !== MANIFEST_FORMAT) throw new Error('another format');
    return new SqliteManifest(db, head, JSON.parse(meta.get('config') ?? 'null'));
  } catch {
    db?.close();
    return null;
  }
}

/** By URI, so that SQLite takes no lock; where the runtime knows no URIs (Node 22.13), as a plain read-only file. */
function openImmutable(path: string): DatabaseSync {
  const escaped = path
    .replaceAll('%', '%25')
    .replaceAll('?', '%3f')
    .replaceAll('#', '%23')
    .replaceAll('\\', '/');
  const uri = `file:${escaped.charAt(1) === ':' ? '/' : ''}${escaped}?immutable=1`;
  try {
    return new DatabaseSync(uri, { readOnly: true });
  } catch {
    return new DatabaseSync(path, { readOnly: true });
  }
}

type Posting = Uint8Array | undefined;

class SqliteManifest implements Manifest {
  readonly format: number;
  readonly builtAt: string;
  readonly config: Config;
  readonly #db: DatabaseSync;
  readonly #tokens: number;
  #post: StatementSync | null = null;
  #lesson: StatementSync | null = null;

  constructor(db: DatabaseSync, head: Head, config: Config) {
    this.#db = db;
    this.format = head.format;
    this.builtAt = head.builtAt;
    this.config = config;
    this.#tokens = head.tokens;
  }

  projectOf(cwd: string): string | null {
    return this.#try(null, () => {
      const find = this.#db.prepare('SELECT project FROM roots WHERE root = ?');
      const whole = cwd.replace(/\\/g, '/').replace(/\/+$/, '') || '/';
      let folder = whole;
      for (;;) {
        const row = find.get(folder);
        if (row) return String(row['project']);
        const cut = folder.lastIndexOf('/');
        if (cut < 0 || folder === '/') return whole;
        folder = folder.slice(0, cut) || '/';
      }
    });
  }

  candidates(tool: string, tokens: Iterable<string>): CompiledLesson[] {
    return this.#try([], () => {
      const found = new Set<number>();
      this.#addPosting(found, postKey.always);
      this.#addPosting(found, postKey.tool(tool.toLowerCase()));
      this.#addPosting(found, postKey.anyTool);
      this.#addChains(found, tokens instanceof Set ? tokens : new Set(tokens));
      return this.#lessons(found);
    });
  }

  errorCandidates(tokens: Iterable<string>, fingerprint: string): CompiledLesson[] {
    return this.#try([], () => {
      const found = new Set<number>();
      this.#addPosting(found, postKey.errorAlways);
      this.#addPosting(found, postKey.fingerprint(fingerprint));
      this.#addTokens(found, tokens, postKey.error);
      return this.#lessons(found);
    });
  }

  forEvent(event: string): CompiledLesson[] {
    return this.#try([], () => {
      const found = new Set<number>();
      this.#addPosting(found, postKey.event(event));
      return this.#lessons(found);
    });
  }

  reminders(project: string, limit: number): CompiledLesson[] {
    return this.#try([], () => {
      const found = new Set<number>();
      this.#addPosting(found, postKey.useful(project));
      return this.#lessons([...found].slice(0, limit));
    });
  }

  search(keywords: string[], limit: number): { lesson: CompiledLesson; hits: string[]; rank: number }[] {
    return this.#try([], () => {
      const query = this.#db.prepare(
        'SELECT rowid, bm25(prompts) AS rank FROM prompts WHERE prompts MATCH ? ORDER BY rank LIMIT ?',
      );
      const found = new Map<number, { hits: string[]; rank: number }>();
      for (const keyword of new Set(keywords)) {
        for (const row of query.all(`"${keyword.replace(/"/g, '""')}"`, ROWS_PER_KEYWORD_MAX)) {
          const n = Number(row['rowid']);
          const entry = found.get(n) ?? { hits: [], rank: 0 };
          entry.hits.push(keyword);
          entry.rank += Number(row['rank']);
          found.set(n, entry);
        }
      }
      return [...found]
        .sort(([, a], [, b]) => b.hits.length - a.hits.length || a.rank - b.rank)
        .slice(0, limit)
        .flatMap(([n, entry]) => this.#lessons([n]).map((lesson) => ({ lesson, ...entry })));
    });
  }

  bySlug(slug: string): CompiledLesson | null {
    return this.#try(null, () => {
      const row = this.#db.prepare('SELECT n FROM lessons WHERE slug = ?').get(slug);
      return row ? (this.#lessons([Number(row['n'])])[0] ?? null) : null;
    });
  }

  close(): void {
    this.#try(undefined, () => this.#db.close());
  }

  /** Lessons all of whose words are here: word by word, or, with many words, by all chains that begin with one. */
  #addChains(found: Set<number>, words: Set<string>): void {
    if (words.size <= WORDS_CHAINED_MAX) {
      this.#followChains(found, words, '', 1);
      return;
    }
    const query = this.#db.prepare('SELECT key, ids FROM posts WHERE key >= ? AND key < ?');
    for (const word of words) {
      const alone = postKey.chain(word);
      this.#addPosting(found, alone);
      if (this.#ids(postKey.begun(word)) === undefined) continue;
      // `!` is the character behind the blank that parts the words of a chain.
      for (const row of query.iterate(`${alone} `, `${alone}!`)) {
        const rest = String(row['key'])
          .slice(alone.length + 1)
          .split(' ');
        if (rest.every((each) => words.has(each))) addIds(found, row['ids'] as Posting);
      }
    }
  }

  #followChains(found: Set<number>, words: Set<string>, begun: string, length: number): void {
    for (const word of words) {
      const chain = begun === '' ? word : `${begun} ${word}`;
      this.#addPosting(found, postKey.chain(chain));
      if (length === CHAIN_WORDS_MAX || this.#ids(postKey.begun(chain)) === undefined) continue;
      this.#followChains(found, words, chain, length + 1);
    }
  }

  #addTokens(found: Set<number>, tokens: Iterable<string>, keyOf: (token: string) => string): void {
    const wanted = tokens instanceof Set ? (tokens as Set<string>) : new Set(tokens);
    if (wanted.size <= TOKENS_LOOKED_UP_MAX || wanted.size <= this.#tokens) {
      for (const token of wanted) this.#addPosting(found, keyOf(token));
      return;
    }
    const prefix = keyOf('');
    const rows = this.#db
      .prepare('SELECT key, ids FROM posts WHERE key >= ? AND key < ?')
      .iterate(prefix, `${prefix}\uffff`);
    for (const row of rows) {
      if (wanted.has(String(row['key']).slice(prefix.length))) addIds(found, row['ids'] as Posting);
    }
  }

  #addPosting(found: Set<number>, key: string): void {
    addIds(found, this.#ids(key));
  }

  #ids(key: string): Posting {
    this.#post ??= this.#db.prepare('SELECT ids FROM posts WHERE key = ?');
    return this.#post.get(key)?.['ids'] as Posting;
  }

  #lessons(numbers: Iterable<number>): CompiledLesson[] {
    this.#lesson ??= this.#db.prepare('SELECT trigger, body FROM lessons WHERE n = ?');
    const lessons: CompiledLesson[] = [];
    for (const n of numbers) {
      const row = this.#lesson.get(n);
      if (row) lessons.push({ ...JSON.parse(String(row['trigger'])), ...JSON.parse(String(row['body'])) });
    }
    return lessons;
  }

  /** A damaged page or a closed file answers as if there were nothing. */
  #try<T>(otherwise: T, work: () => T): T {
    try {
      return work();
    } catch {
      return otherwise;
    }
  }
}

function addIds(found: Set<number>, ids: Posting): void {
  if (!ids) return;
  const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
  for (let at = 0; at + 4 <= view.byteLength; at += 4) found.add(view.getUint32(at, true));
}
