import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { topicsOf } from '../inject/topics.ts';
import type { Config } from '../model/config.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import type { Lesson } from '../model/lesson.ts';
import { type Clock, isoTime, systemClock } from '../platform/clock.ts';
import { ensureDir, refuseSpecial, writeFileAtomic } from '../platform/files.ts';
import { homeFiles } from '../platform/paths.ts';
import { renameOver } from '../platform/rename.ts';
import { compare } from '../text/compare.ts';
import { CROWDED_OUT, type History } from './acts.ts';
import { type CompileNote, compileLesson } from './compile-lesson.ts';
import { indexKey, MANIFEST_FILE, type Pointer, textIndexFile } from './format.ts';
import { JSON_MANIFEST_FILE, writeJsonManifest } from './json.ts';
import { readPointer } from './pointer.ts';
import { PostingBuilder } from './postings.ts';
import { TextIndex } from './text-index.ts';
import { doubtfulSources, verdictsOf } from './verdicts.ts';
import { IndexWriter } from './write-index.ts';

interface ManifestInput {
  /** Those that are not active, or below the config's confidence or priority, are left out. */
  lessons: Iterable<Lesson> | AsyncIterable<Lesson>;
  config: Config;
  roots?: { root: string; project: string }[];
  /** Languages of projects, by project id. */
  languages?: ReadonlyMap<string, readonly string[]>;
  /** Posterior mean of being useful, by lesson id. */
  effects?: ReadonlyMap<string, number>;
  /** Back-test of each lesson's trigger, by lesson id. */
  histories?: ReadonlyMap<string, History>;
  /** Which of the lessons is the digest of a skill. */
  isDigest?: (id: string) => boolean;
  /** Which state of the store the lessons are. */
  state?: string;
  /** Data folder whose verdicts on patterns are used; that of the manifest where absent. */
  verdictsOf?: string;
  clock?: Clock;
}

/** What was compiled, and what was left out or changed on the way. */
export interface BuildReport {
  file: string;
  builtAt: string;
  lessons: number;
  /** Digests of skills beside them. */
  digests: number;
  /** Of both, how many act at calls. */
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
/** Since a manifest was the one to read: a hook that was told of it may still be about to open it. */
const SWEEP_AGE_MS = 60 * 1000;
/** A build that has written nothing for so long is none any more. */
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/**
 * Compiles lessons into a new immutable file and points `manifest.json` at it. Builds may run in parallel:
 * each writes a file of its own, and the last pointer stands. Old files are swept.
 */
export async function writeManifest(home: string, input: ManifestInput): Promise<BuildReport> {
  const clock = input.clock ?? systemClock;
  const started = performance.now();
  const builtAt = isoTime(clock);
  ensureDir(home);
  const name = join(home, `manifest-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const temporary = { index: `${name}.tmp`, texts: `${name}-texts.tmp` };
  try {
    const built = await fill(temporary, home, input, builtAt);
    const file = `manifest-${MANIFEST_FORMAT}-${await hashFile(temporary.index)}.bin`;
    const pointer = { format: MANIFEST_FORMAT, file, builtAt, paused: input.config.paused };
    publish(home, temporary, input.state === undefined ? pointer : { ...pointer, state: input.state });
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
    for (const path of [temporary.index, temporary.texts, `${temporary.texts}-journal`]) {
      rmSync(path, { force: true });
    }
  }
}

type Built = Omit<BuildReport, 'file' | 'builtAt' | 'bytes' | 'durationMs'>;

interface Temporary {
  index: string;
  texts: string;
}

async function fill(paths: Temporary, home: string, input: ManifestInput, builtAt: string): Promise<Built> {
  const index = new IndexWriter(paths.index);
  const texts = new TextIndex(paths.texts);
  try {
    const writer = new Writer(index, texts, input);
    for await (const batch of batches(input.lessons, BATCH)) {
      const kept = batch.filter((lesson) => writer.keeps(lesson));
      const verdict = await verdictsOf(input.verdictsOf ?? home, doubtfulSources(kept));
      for (const lesson of kept) writer.add(lesson, verdict);
    }
    return writer.finish(builtAt);
  } finally {
    index.close();
    texts.close();
  }
}

/** Writes lesson by lesson; only offsets and words stay in memory. */
class Writer {
  readonly #postings = new PostingBuilder();
  readonly #input: ManifestInput;
  readonly #index: IndexWriter;
  readonly #texts: TextIndex;
  readonly #report: Built = {
    lessons: 0,
    digests: 0,
    acting: 0,
    tokens: 0,
    below: 0,
    always: [],
    overflow: [],
    refused: [],
    notes: [],
  };

  constructor(index: IndexWriter, texts: TextIndex, input: ManifestInput) {
    this.#index = index;
    this.#texts = texts;
    this.#input = input;
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
    this.#report[this.#input.isDigest?.(lesson.id) ? 'digests' : 'lessons'] += 1;
    if (compiled.actsAtCalls && compiled.injectOn.includes('PreToolUse')) this.#report.acting += 1;
    const offset = this.#index.addLesson(compiled);
    const effect = this.#input.effects?.get(lesson.id);
    this.#postings.add(offset, compiled, effect === undefined ? lesson.lastUsefulAt !== null : effect > 0.5);
    this.#texts.add(offset, nearText(lesson));
    if (compiled.injectOn.includes('UserPromptSubmit')) this.#texts.addTopics(offset, topicsOf(compiled));
  }

  finish(builtAt: string): Built {
    const postings = this.#postings.finish();
    for (const { n, slug } of postings.overflow) this.#silence(n, slug);
    for (const key of new Set([...postings.lists.keys(), ...postings.next.keys()])) {
      const text = postings.parts.get(key) ?? [...(postings.next.get(key) ?? [])].join(' ');
      this.#index.addEntry(key, postings.lists.get(key) ?? [], text);
    }
    const roots = new Map<string, string>();
    for (const { root, project } of this.#input.roots ?? []) roots.set(normaliseRoot(root), project);
    for (const [root, project] of roots) this.#index.addEntry(indexKey.root(root), [], project);
    for (const [project, languages] of this.#input.languages ?? [])
      this.#index.addEntry(indexKey.languages(project), [], languages.join(' '));
    const listed = [...roots].sort(([a], [b]) => compare(a, b)).map(([root, project]) => ({ root, project }));
    this.#index.addEntry(indexKey.roots, [], JSON.stringify(listed));
    const everywhere = postings.lists.has(indexKey.always) || postings.lists.has(indexKey.anyTool);
    this.#index.finish({ builtAt, everywhere, roots: roots.size, config: this.#input.config });
    this.#texts.finish();
    return {
      ...this.#report,
      tokens: postings.tokens,
      always: postings.always,
      overflow: postings.overflow.map(({ slug }) => slug),
    };
  }

  /** Beyond what every call may try: the lesson no longer acts at calls, and says so itself. */
  #silence(offset: number, slug: string): void {
    this.#index.silence(offset);
    this.#report.acting -= 1;
    this.#report.notes.push({ slug, note: CROWDED_OUT });
  }
}

/** Everything that a lesson says, in which `match --explain` looks for those that nearly match. */
function nearText(lesson: Lesson): string {
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
  const slashes = root.replace(/\\/g, '/').replace(/\/+$/, '');
  return slashes.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) || '/';
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

/** Gives the files their names, then the pointer its new target: a reader sees the old manifest or the new one. */
function publish(home: string, temporary: Temporary, pointer: Pointer): void {
  refuseSpecial(homeFiles.manifestPointer(home));
  const until = readPointer(home)?.file;
  renameOver(temporary.texts, join(home, textIndexFile(pointer.file)));
  renameOver(temporary.index, join(home, pointer.file));
  for (const file of [pointer.file, until])
    if (file !== undefined && MANIFEST_FILE.test(file)) touch(home, file);
  writeFileAtomic(homeFiles.manifestPointer(home), `${JSON.stringify(pointer)}\n`);
  sweep(home);
}

/** The times of a manifest's files say when it was last the one to read. */
function touch(home: string, file: string): void {
  const now = new Date();
  for (const name of [file, textIndexFile(file)]) {
    try {
      utimesSync(join(home, name), now, now);
    } catch {
      // It was removed.
    }
  }
}

/** Removes manifests that nothing points at and that no hook can be about to open. */
function sweep(home: string): void {
  const pointed = readPointer(home)?.file;
  for (const name of readdirSync(home)) {
    const leftover = /^manifest-\d+-[a-z0-9]+(?:-texts)?\.tmp(?:-journal)?$/.test(name);
    if (name === pointed || name === textIndexFile(pointed ?? '') || !(leftover || MANIFEST_FILE.test(name)))
      continue;
    try {
      // What is of a time to come was made before the clock was set back.
      const age = Math.abs(Date.now() - statSync(join(home, name)).mtimeMs);
      if (age > (leftover ? LEFTOVER_AGE_MS : SWEEP_AGE_MS)) rmSync(join(home, name), { force: true });
    } catch {
      // Another build swept it first, or it is open on Windows: the next build tries again.
    }
  }
}
