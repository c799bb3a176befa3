import { readersOf } from '../../agents/index.ts';
import type { AgentId } from '../../model/episode.ts';
import type { CallRecord } from '../../model/findings.ts';
import { ProjectFinder } from '../../platform/project.ts';
import type { FileOutcome, ScanTask, WorkerOptions } from './protocol.ts';
import { scanFile } from './scan-file.ts';

const CALLS_BATCH = 2000;

/** Scans files one after the other: the same code in a worker and in the process itself. */
export class TaskRunner {
  readonly #options: WorkerOptions;
  readonly #projects = new ProjectFinder();
  #rootsTold = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  run(task: ScanTask, onCalls: (calls: CallRecord[]) => void): FileOutcome {
    try {
      return scanFile(task.path, task.cursor, {
        readers: readersOf(this.#options.agent as AgentId | null),
        project: (cwd) => this.#projects.of(cwd).id,
        tagsOnly: this.#options.tagsOnly,
        onCalls: this.#options.calls ? onCalls : () => {},
        callsBatch: CALLS_BATCH,
      });
    } catch (error) {
      return {
        skipped: `could not be read: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300),
      };
    }
  }

  /** Repositories that were met since the last call. */
  newRoots(): { root: string; project: string }[] {
    const all = this.#projects.roots();
    const fresh = all.slice(this.#rootsTold);
    this.#rootsTold = all.length;
    return fresh;
  }
}
