import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CompiledLesson } from '../model/compiled.ts';
import type { Config } from '../model/config.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import type { Lesson } from '../model/lesson.ts';
import { type Clock, isoTime, systemClock } from '../platform/clock.ts';
import { ensureDir, writeFileAtomic } from '../platform/files.ts';
import { homeFiles } from '../platform/paths.ts';
import type { History } from './acts.ts';
import { type CompileNote, compileLesson } from './compile-lesson.ts';
import { type Head, MANIFEST_FILE, type Pointer, PROMPTS, SCHEMA } from './format.ts';
import { makeGate } from './gate.ts';
import { JSON_MANIFEST_FILE, writeJsonManifest } from './json.ts';
import { PostingBuilder, type Postings } from './postings.ts';
import { doubtfulSources, verdictsOf } from './verdicts.ts';

export interface ManifestInput {
  /** Those that are not active, or below the config's confidence or priority, are left out. */
  lessons: Iterable<Lesson> | AsyncIterable<Lesson>;
  config: Config;
  roots?: { root: string; project: string }[];
  /** Posterior mean of being useful, by lesson id. */
  effects?: ReadonlyMap<string, number>;
  /** Back-test of each lesson's trigger, by lesson id. */
  histories?: ReadonlyMap<string, History>;
  clock?: Clock;
}

export interface BuildReport {
  file: string;
  builtAt: string;
  lessons: number;
  /** Of those, how many act at calls. */
  acting: number;
  tokens: number;
  bytes: number;
  durationMs: number;
  /** Left out by confidence or priority. */
  below: number;
  /** Slugs of lessons that require no word and are tried at every call, and of those that found no place there. */
  always: string[];
  overflow: string[];
  /** Patterns that were not compiled, and why. */
  refused: CompileNote[];
  /** Lessons that act less than they were meant to. */
  notes: { slug: string; note: string }[];
}

const BATCH = 500;
/** A file that a slow reader may still be about to open. */
const SWEEP_AGE_MS = 60 * 60 * 1000;

/**
 * Compiles lessons into a new immutable file and points `manifest.json` at it. Builds may run in parallel:
 * each writes a file of its own, and the last pointer stands. Old files are swept.
 */
export async function writeManifest(home: string, input: ManifestInput): Promise<BuildReport> {
  const clock = input.clock ?? systemClock;
  const started = performance.now();
  const builtAt = isoTime(clock);
  ensureDir(home);
  const temporary = join(home, `manifest-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
  try {
    const { built, gate } = await fill(temporary, home, input, builtAt);
    const file = `manifest-${MANIFEST_FORMAT}-${await hashFile(temporary)}.db`;
    publish(home, temporary, { format: MANIFEST_FORMAT, file, builtAt, paused: input.config.paused, gate });
    // Where someone reads the JSON form, it must not keep what this build has left out.
    if (existsSync(join(home, JSON_MANIFEST_FILE))) writeJsonManifest(home, file);
    return {
      file,
      builtAt,
      ...built,
      bytes: statSync(join(home, file)).size,
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    rmSync(temporary, { force: true });
    rmSync(`${temporary}-journal`, { force: true });
  }
}

type Built = Omit<BuildReport, 'file' | 'builtAt' | 'bytes' | 'durationMs'>;

interface Filled {
  built: Built;
  gate: string | null;
}

async function fill(path: string, home: string, input: ManifestInput, builtAt: string): Promise<Filled> {
  const db = new DatabaseSync(path);
  try {
    chmodSync(path, 0o600);
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA page_size = 4096;');
    db.exec(SCHEMA);
    const hasText = db.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").get() !== undefined;
    if (hasText) db.exec(PROMPTS);
    db.exec('BEGIN');
    const writer = new Writer(db, input, hasText);
    for await (const batch of batches(input.lessons, BATCH)) {
      const kept = batch.filter((lesson) => writer.keeps(lesson));
      const verdict = await verdictsOf(home, doubtfulSources(kept));
      for (const lesson of kept) writer.add(lesson, verdict);
    }
    const report = writer.finish(builtAt);
    db.exec('COMMIT');
    if (hasText) db.exec("INSERT INTO prompts(prompts) VALUES('optimize')");
    return report;
  } finally {
    db.close();
  }
}

/** Writes rows lesson by lesson; only numbers and tokens stay in memory. */
class Writer {
  readonly #postings = new PostingBuilder();
  readonly #input: ManifestInput;
  readonly #db: DatabaseSync;
  readonly #insertLesson;
  readonly #insertText;
  readonly #report: Built = {
    lessons: 0,
    acting: 0,
    tokens: 0,
    below: 0,
    always: [],
    overflow: [],
    refused: [],
    notes: [],
  };

  constructor(db: DatabaseSync, input: ManifestInput, hasText: boolean) {
    this.#db = db;
    this.#input = input;
    this.#insertLesson = db.prepare('INSERT INTO lessons(n, slug, trigger, body) VALUES(?, ?, ?, ?)');
    this.#insertText = hasText ? db.prepare('INSERT INTO prompts(rowid, text) VALUES(?, ?)') : null;
  }

  keeps(lesson: Lesson): boolean {
    if (lesson.status !== 'active') return false;
    const { minConfidence, minPriority } = this.#input.config;
    if (lesson.confidence >= minConfidence && lesson.priority >= minPriority) return true;
    this.#report.below += 1;
    return false;
  }

  add(lesson: Lesson, verdict: (source: string, flags: string) => string | null): void {
    const { compiled, note } = compileLesson(lesson, {
      effect: this.#input.effects?.get(lesson.id),
      history: this.#input.histories?.get(lesson.id),
      verdict,
      refused: (refusal) => this.#report.refused.push(refusal),
    });
    if (note !== null) this.#report.notes.push({ slug: lesson.slug, note });
    this.#report.lessons += 1;
    if (compiled.actsAtCalls && compiled.injectOn.includes('PreToolUse')) this.#report.acting += 1;
    const n = this.#report.lessons;
    const effect = this.#input.effects?.get(lesson.id);
    this.#postings.add(n, compiled, effect === undefined ? lesson.lastUsefulAt !== null : effect > 0.5);
    const { trigger, body } = split(compiled);
    this.#insertLesson.run(n, compiled.slug, JSON.stringify(trigger), JSON.stringify(body));
    this.#insertText?.run(n, promptText(lesson));
  }

  finish(builtAt: string): Filled {
    const postings = this.#postings.finish();
    this.#writePostings(postings);
    for (const { n, slug } of postings.overflow) this.#silence(n, slug);
    const roots = this.#db.prepare('INSERT OR REPLACE INTO roots(root, project) VALUES(?, ?)');
    for (const { root, project } of this.#input.roots ?? []) roots.run(normaliseRoot(root), project);
    const head: Head = { format: MANIFEST_FORMAT, builtAt, tokens: postings.tokens };
    const meta = this.#db.prepare('INSERT INTO meta(key, value) VALUES(?, ?)');
    meta.run('head', JSON.stringify(head));
    meta.run('config', JSON.stringify(this.#input.config));
    this.#db.exec('CREATE INDEX lesson_slug ON lessons(slug)');
    const built = {
      ...this.#report,
      tokens: postings.tokens,
      always: postings.always,
      overflow: postings.overflow.map(({ slug }) => slug),
    };
    return { built, gate: postings.gateKeys === null ? null : makeGate(postings.gateKeys) };
  }

  /** Sorted keys make neighbours share pages, so a look-up touches few. */
  #writePostings(postings: Postings): void {
    const insert = this.#db.prepare('INSERT INTO posts(key, ids) VALUES(?, ?)');
    for (const key of [...postings.lists.keys()].sort())
      insert.run(key, packIds(postings.lists.get(key) ?? []));
  }

  /** Beyond the always-list: the lesson no longer acts at calls, and says so itself. */
  #silence(n: number, slug: string): void {
    const row = this.#db.prepare('SELECT trigger FROM lessons WHERE n = ?').get(n);
    const trigger = { ...JSON.parse(String(row?.['trigger'])), actsAtCalls: false };
    this.#db.prepare('UPDATE lessons SET trigger = ? WHERE n = ?').run(JSON.stringify(trigger), n);
    this.#report.acting -= 1;
    this.#report.notes.push({
      slug,
      note: 'does not act at calls: its pattern requires no whole word, and the list of such patterns is full',
    });
  }
}

function split(compiled: CompiledLesson): { trigger: object; body: object } {
  const { text, summaryText, reason, signature, ...trigger } = compiled;
  return { trigger, body: { text, summaryText, reason, signature } };
}

function packIds(ids: number[]): Uint8Array {
  const bytes = new Uint8Array(ids.length * 4);
  const view = new DataView(bytes.buffer);
  ids.forEach((id, index) => {
    view.setUint32(index * 4, id, true);
  });
  return bytes;
}

function promptText(lesson: Lesson): string {
  const words = [...lesson.commandPatterns, ...lesson.pathPatterns].map((pattern) =>
    pattern.replace(/\\[a-zA-Z]/g, ' '),
  );
  return [
    lesson.summary,
    lesson.signature ?? '',
    lesson.mistake,
    lesson.remediation,
    ...lesson.toolNames,
    ...words,
    ...lesson.tags,
  ].join('\n');
}

function normaliseRoot(root: string): string {
  return root.replace(/\\/g, '/').replace(/\/+$/, '') || '/';
}

async function* batches<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex').slice(0, 16);
}

/** Gives the file its name, then the pointer its new target: a reader sees the old manifest or the new one. */
function publish(home: string, temporary: string, pointer: Pointer): void {
  renameSync(temporary, join(home, pointer.file));
  const now = new Date();
  utimesSync(join(home, pointer.file), now, now);
  writeFileAtomic(homeFiles.manifestPointer(home), `${JSON.stringify(pointer)}\n`);
  sweep(home);
}

/** Removes manifests that nothing points at and that no hook can be about to open. */
function sweep(home: string): void {
  const pointed = pointedFile(home);
  for (const name of readdirSync(home)) {
    const leftover = /^manifest-\d+-[a-z0-9]+\.tmp(?:-journal)?$/.test(name);
    if (name === pointed || !(leftover || MANIFEST_FILE.test(name))) continue;
    try {
      if (Date.now() - statSync(join(home, name)).mtimeMs > SWEEP_AGE_MS)
        rmSync(join(home, name), { force: true });
    } catch {
      // Another build swept it first, or it is open on Windows: the next build tries again.
    }
  }
}

function pointedFile(home: string): string | null {
  try {
    return (JSON.parse(readFileSync(homeFiles.manifestPointer(home), 'utf8')) as Pointer).file;
  } catch {
    return null;
  }
}
