import type { CompiledLesson } from '../model/compiled.ts';
import type { Config } from '../model/config.ts';
import { MANIFEST_FORMAT } from '../model/constants.ts';
import { fastIo } from '../platform/fast-io.ts';
import { CHAIN_WORDS_MAX, indexKey, POINTER_FILE, type Pointer, textIndexFile } from './format.ts';
import type { Manifest } from './port.ts';
import { IndexFile } from './read-index.ts';

/**
 * Opens the compiled lessons of a data folder, in constant time whatever their number. Null where there are none,
 * where they are of another format, or where the file is damaged. Never throws, and neither do the answers.
 */
export function openManifest(home: string): Manifest | null {
  try {
    const pointer: Pointer = JSON.parse(fastIo().readText(`${home}/${POINTER_FILE}`) ?? 'null');
    if (pointer.format !== MANIFEST_FORMAT || !isManifestName(pointer.file)) return null;
    return new FileManifest(`${home}/${pointer.file}`);
  } catch {
    return null;
  }
}

/** A name in the data folder, nothing elsewhere. No expression: the first one of a process takes 100 µs. */
function isManifestName(file: unknown): file is string {
  if (typeof file !== 'string' || !file.startsWith('manifest-') || !file.endsWith('.bin')) return false;
  return !file.includes('/') && !file.includes('\\');
}

class FileManifest implements Manifest {
  readonly builtAt: string;
  readonly config: Config;
  readonly texts: string;
  private readonly index: IndexFile;

  constructor(path: string) {
    this.texts = textIndexFile(path);
    this.index = new IndexFile(path);
    this.builtAt = this.index.head.builtAt;
    this.config = this.index.head.config;
  }

  projectOf(cwd: string, isWhole?: boolean): string | null {
    return attempt(null, () => {
      let whole = cwd.includes('\\') ? cwd.replaceAll('\\', '/') : cwd;
      // Windows' own spelling of a drive and that of an editor's terminal (`c:`) are one.
      if (whole[1] === ':') whole = whole[0]!.toUpperCase() + whole.slice(1);
      while (whole.endsWith('/')) whole = whole.slice(0, -1);
      whole ||= '/';
      if (this.index.head.roots === 0) return isWhole ? null : whole;
      let folder = whole;
      for (;;) {
        const entry = this.index.find(indexKey.root(folder));
        if (entry) return entry.text;
        if (isWhole) return null;
        // A repository inside another is a project of its own, which no scan has met yet.
        if (fastIo().exists(`${folder}/.git`)) return whole;
        const cut = folder.lastIndexOf('/');
        if (cut < 0 || folder === '/') return whole;
        folder = folder.slice(0, cut) || '/';
      }
    });
  }

  languagesOf(project: string | null): string[] | undefined {
    return attempt(undefined, () => this.index.find(indexKey.languages(project))?.text.split(' '));
  }

  candidates(tool: string, tokens: Iterable<string>): CompiledLesson[] {
    // Not by `attempt`: a function less to make at every call.
    try {
      const words = tokens instanceof Set ? (tokens as Set<string>) : new Set(tokens);
      const found = new Set<number>();
      this.index.prepare(words.size);
      this.add(found, indexKey.tool(tool.toLowerCase()));
      if (this.index.head.everywhere !== false) {
        this.add(found, indexKey.always, [...words].join(' '));
        this.add(found, indexKey.anyTool);
      }
      for (const word of words) this.addChain(found, words, word, 1);
      return this.lessons(found);
    } catch {
      return [];
    }
  }

  errorCandidates(tokens: Iterable<string>, fingerprint: string): CompiledLesson[] {
    return attempt([], () => {
      const words = new Set(tokens);
      const found = new Set<number>();
      this.index.prepare(words.size);
      this.add(found, indexKey.errorAlways, [...words].join(' '));
      this.add(found, indexKey.fingerprint(fingerprint));
      for (const word of words) this.add(found, indexKey.error(word));
      return this.lessons(found);
    });
  }

  forEvent(event: string): CompiledLesson[] {
    return this.under(indexKey.event(event));
  }

  reminders(project: string, limit: number): CompiledLesson[] {
    return this.under(indexKey.useful(project), limit);
  }

  lessonAt(offset: number): CompiledLesson | null {
    return attempt(null, () => this.index.lesson(offset));
  }

  close(): void {
    this.index.close();
  }

  /** The lessons under a key, in the order of the index. */
  private under(key: string, limit?: number): CompiledLesson[] {
    return attempt([], () => this.lessons((this.index.find(key)?.lessons ?? []).slice(0, limit)));
  }

  /** Lessons under a key; of those that ask for parts of words, the ones of which `here` has a part. */
  private add(found: Set<number>, key: string, here = ''): void {
    const entry = this.index.find(key);
    if (entry === null) return;
    const asked = entry.text.split('\n');
    for (let at = 0; at < entry.lessons.length; at += 1)
      for (const part of (asked[at] ?? '').split(' ')) if (here.includes(part)) found.add(entry.lessons[at]!);
  }

  /** Lessons under a chain of words that are here, and under the longer ones that go on with words that are here. */
  private addChain(found: Set<number>, words: ReadonlySet<string>, chain: string, length: number): void {
    const entry = this.index.find(indexKey.chain(chain));
    if (entry === null) return;
    for (const offset of entry.lessons) found.add(offset);
    if (entry.text === '' || length === CHAIN_WORDS_MAX) return;
    for (const word of entry.text.split(' ')) {
      if (words.has(word)) this.addChain(found, words, `${chain} ${word}`, length + 1);
    }
  }

  private lessons(offsets: Iterable<number>): CompiledLesson[] {
    const lessons: CompiledLesson[] = [];
    for (const offset of offsets) lessons.push(this.index.lesson(offset));
    return lessons;
  }
}

/** A damaged part or a closed file answers as if there were nothing. */
function attempt<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
