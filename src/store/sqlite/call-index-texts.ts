import type { StatementSync } from 'node:sqlite';

interface StoredText {
  id: number;
  tool: number;
  text: string;
  /** Calls that are not counted in the file yet. */
  good: number;
  failing: number;
}

/** The texts of calls that are stored together: each is looked up once, and counted once for all of them. */
export class CallTexts {
  readonly #prepare: (sql: string) => StatementSync;
  readonly #byHash = new Map<number, StoredText[]>();

  /** @param hashes of the texts that will be asked for, as far as they are known beforehand */
  constructor(prepare: (sql: string) => StatementSync, hashes: Iterable<number>) {
    this.#prepare = prepare;
    this.#load(hashes);
  }

  /** Id of a text, which is stored if need be; a call of it that ended so (null: in no way that counts) is counted by `flush`. */
  idOf(text: string, { hash, tool, ok }: { hash: number; tool: number; ok: number | null }): number {
    const [good, failing] = [Number(ok === 1), Number(ok === 0)];
    const rows = this.#byHash.get(hash) ?? [];
    const row = rows.find((each) => each.tool === tool && each.text === text);
    if (row) {
      row.good += good;
      row.failing += failing;
      return row.id;
    }
    const insert = this.#prepare(
      'INSERT INTO texts (hash, tool, good, failing, text) VALUES (?, ?, ?, ?, ?)',
    );
    const id = Number(insert.run(hash, tool, good, failing, text).lastInsertRowid);
    this.#byHash.set(hash, [...rows, { id, tool, text, good: 0, failing: 0 }]);
    return id;
  }

  flush(): void {
    const update = this.#prepare('UPDATE texts SET good = good + ?, failing = failing + ? WHERE id = ?');
    for (const rows of this.#byHash.values())
      for (const { id, good, failing } of rows) if (good + failing > 0) update.run(good, failing, id);
    this.#byHash.clear();
  }

  #load(hashes: Iterable<number>): void {
    const select = this.#prepare(
      'SELECT hash, id, tool, text FROM texts WHERE hash IN (SELECT value FROM json_each(?))',
    );
    const stored = select.all(JSON.stringify([...hashes])) as (Omit<StoredText, 'good' | 'failing'> & {
      hash: number;
    })[];
    for (const { hash, ...row } of stored)
      this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), { ...row, good: 0, failing: 0 }]);
  }
}
