import type { CompiledLesson } from '../model/compiled.ts';
import type { Config } from '../model/config.ts';

/** The compiled lessons as the hook reads them. Synchronous; never throws after it was opened. */
export interface Manifest {
  builtAt: string;
  config: Config;
  /**
   * Project id for a working directory: that of the longest root that contains it, else the folder itself, as the scan names it.
   * @param isWhole it must be a root itself; else null
   */
  projectOf(cwd: string, isWhole?: boolean): string | null;
  /** Languages of a project, as `lang:` tags name them; undefined where none are known. */
  languagesOf(project: string | null): string[] | undefined;
  /** Lessons that could match at a call: they share a posted token with `tokens`, or are on the always-list, or name this tool only. */
  candidates(tool: string, tokens: Iterable<string>): CompiledLesson[];
  /** Lessons that could be recalled by an error text or fingerprint. */
  errorCandidates(tokens: Iterable<string>, fingerprint: string): CompiledLesson[];
  /** Lessons with this event in `injectOn`, best first: SessionStart, SubagentStart. */
  forEvent(event: string): CompiledLesson[];
  /** The index of their texts, a file beside them. */
  texts: string;
  /** A lesson by its place in the file, as the index of texts names it; null where there is none. */
  lessonAt(offset: number): CompiledLesson | null;
  /** Lessons of this project that were useful before, most useful first. */
  reminders(project: string, limit: number): CompiledLesson[];
  close(): void;
}
