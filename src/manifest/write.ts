import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { topicsOf } from '../inject/topics.ts';
import type { Config } from '../model/config.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import type { Lesson } from '../model/lesson.ts';
import { type Clock, isoTime, systemClock } from '../platform/clock.ts';
import { collectEvery } from '../platform/collect-garbage.ts';
import { ensureDir } from '../platform/files.ts';
import { compare } from '../text/compare.ts';
import { CROWDED_OUT, type History } from './acts.ts';
import { type CompileNote, compileLesson } from './compile-lesson.ts';
import { indexKey } from './format.ts';
import { JSON_MANIFEST_FILE, writeJsonManifest } from './json.ts';
import { PostingBuilder } from './postings.ts';
import { publish, removeTemporary, type TemporaryFiles, temporaryFiles } from './publish.ts';
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
const LESSONS_PER_COLLECTION = 2000;

/**
 * Compiles lessons into a new immutable file and points `manifest.json` at it. Builds may run in parallel:
 * each writes a file of its own, and the last pointer stands. Old files are swept.
 */
export async function writeManifest(home: string, input: ManifestInput): Promise<BuildReport> {
  const clock = input.clock ?? systemClock;
  const started = performance.now();
  const builtAt = isoTime(clock);
  ensureDir(home);
  const temporary = temporaryFiles(home);
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
    removeTemporary(temporary);
  }
}

type Built = Omit<BuildReport, 'file' | 'builtAt' | 'bytes' | 'durationMs'>;

async function fill(
  paths: TemporaryFiles,
  home: string,
  input: ManifestInput,
  builtAt: string,
): Promise<Built> {
  const index = new IndexWriter(paths.index);
  const texts = new TextIndex(paths.texts);
  try {
    const writer = new Writer(index, texts, input);
    const written = collectEvery(LESSONS_PER_COLLECTION);
    for await (const batch of batches(input.lessons, BATCH)) {
      const kept = batch.filter((lesson) => writer.keeps(lesson));
      const verdict = await verdictsOf(input.verdictsOf ?? home, doubtfulSources(kept));
      for (const lesson of kept) writer.add(lesson, verdict);
      written(batch.length);
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
