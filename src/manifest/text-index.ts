import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * Writes the text of lessons, by which a prompt finds them. Journal mode DELETE leaves no file beside it. Where SQLite
 * has no FTS5 (Node before 22.15) it stays empty, and no prompt finds a lesson.
 */
export class TextIndex {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync | null;

  constructor(path: string) {
    closeSync(openSync(path, 'wx', 0o600));
    this.#db = new DatabaseSync(path);
    chmodSync(path, 0o600);
    this.#db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA page_size = 4096;');
    const modules = this.#db.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'");
    if (modules.get() === undefined) {
      this.#insert = null;
      return;
    }
    this.#db.exec(
      "CREATE VIRTUAL TABLE prompts USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2'); BEGIN",
    );
    this.#insert = this.#db.prepare('INSERT INTO prompts(rowid, text) VALUES(?, ?)');
  }

  /** @param offset of the lesson in the manifest file */
  add(offset: number, text: string): void {
    this.#insert?.run(offset, text);
  }

  finish(): void {
    if (this.#insert !== null) this.#db.exec("COMMIT; INSERT INTO prompts(prompts) VALUES('optimize')");
  }

  close(): void {
    this.#db.close();
  }
}
