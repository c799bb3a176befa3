import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isToolName } from '../inject/keywords.ts';
import type { Topic } from '../inject/topics.ts';

/** A tool that more lessons are about says nothing of which of them is meant. */
const TOOL_LESSONS_MAX = 3;

interface StoredTopic {
  lesson: number;
  /** Numbers of its words. */
  words: number[];
  /** As in `TopicHits`. */
  size: number;
}

/**
 * Writes what lessons are about, by which a prompt finds them, and their text, in which `match --explain` looks for those
 * that nearly match. Journal mode DELETE leaves no file beside it. Where SQLite has no FTS5 (Node before 22.15) the text
 * stays empty.
 */
export class TextIndex {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync | null = null;
  readonly #words = new Map<string, number>();
  /** Of each word, how many lessons are about it. */
  readonly #lessonsOf: number[] = [];
  readonly #topics: StoredTopic[] = [];
  #lessons = 0;

  constructor(path: string) {
    closeSync(openSync(path, 'wx', 0o600));
    this.#db = new DatabaseSync(path);
    chmodSync(path, 0o600);
    this.#db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA page_size = 4096; BEGIN');
    this.#db.exec(
      'CREATE TABLE topics(word TEXT, share REAL, topic INTEGER, lesson INTEGER, size INTEGER, PRIMARY KEY(word, share DESC, topic)) WITHOUT ROWID',
    );
    const modules = this.#db.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'");
    if (modules.get() === undefined) return;
    this.#db.exec(
      "CREATE VIRTUAL TABLE prompts USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2')",
    );
    this.#insert = this.#db.prepare('INSERT INTO prompts(rowid, text) VALUES(?, ?)');
  }

  /** @param offset of the lesson in the manifest file */
  add(offset: number, text: string): void {
    this.#insert?.run(offset, text);
  }

  /** What a lesson is about that is told before a turn. */
  addTopics(offset: number, topics: readonly Topic[]): void {
    this.#lessons += 1;
    const all = new Set<number>();
    for (const { words, isCommand, isToldAnyway } of topics) {
      const numbers = words.map((word) => this.#numberOf(word));
      for (const number of numbers) all.add(number);
      const size = isCommand ? words.length : isToldAnyway ? -1 : 0;
      this.#topics.push({ lesson: offset, words: numbers, size });
    }
    for (const number of all) this.#lessonsOf[number]! += 1;
  }

  finish(): void {
    this.#writeTopics();
    this.#db.exec('COMMIT');
    if (this.#insert !== null) this.#db.exec("INSERT INTO prompts(prompts) VALUES('optimize')");
  }

  close(): void {
    this.#db.close();
  }

  #numberOf(word: string): number {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    this.#words.set(word, this.#lessonsOf.length);
    return this.#lessonsOf.push(0) - 1;
  }

  /** The share of a word is its part of what the words of a topic say together: the rarer, the more. */
  #writeTopics(): void {
    const names = [...this.#words.keys()];
    const insert = this.#db.prepare('INSERT INTO topics VALUES(?, ?, ?, ?, ?)');
    for (const [topic, { lesson, words, size }] of this.#topics.entries()) {
      const weights = words.map((word) => this.#weight(names[word]!, this.#lessonsOf[word]!, size > 0));
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      if (whole === 0) continue;
      for (const [at, word] of words.entries())
        insert.run(names[word]!, weights[at]! / whole, topic, lesson, size);
    }
  }

  #weight(word: string, lessons: number, isCommand: boolean): number {
    if (isToolName(word) && (isCommand || lessons > TOOL_LESSONS_MAX)) return 0;
    return Math.log2(1 + this.#lessons / lessons);
  }
}
