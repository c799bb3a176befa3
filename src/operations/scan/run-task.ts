import { readersOf } from '../../agents/index.ts';
import type { AgentId } from '../../model/episode.ts';
import type { CallRecord } from '../../model/findings.ts';
import { reuseGarbage } from '../../platform/collect-garbage.ts';
import { messageOf } from '../../platform/errors.ts';
import { KeptProjects } from './excluded.ts';
import type { ScanTask, WorkerOptions } from './protocol.ts';
import { scanFile } from './scan-file.ts';

const CALLS_BATCH = 2000;
/** Between two collections. Left alone, the runtime lets what it no longer needs pile up with what it has read. */
const CALLS_PER_COLLECTION = 16_000;
const BYTES_PER_COLLECTION = 256 * 1024 * 1024;

/** Scans files one after the other: the same code in a worker and in the process itself. */
export class TaskRunner {
  readonly #options: WorkerOptions;
  readonly #projects: KeptProjects;
  #rootsTold = 0;
  #callsSince = 0;
  #bytesSince = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#projects = new KeptProjects(options.excluded ?? []);
  }

  /** Never throws for what is in the file, only what `onCalls` throws. */
  run(task: ScanTask, onCalls: (calls: CallRecord[]) => void): ReturnType<typeof scanFile> {
    let refused = false;
    const hand = (calls: CallRecord[]) => {
      try {
        onCalls(calls);
      } catch (error) {
        refused = true;
        throw error;
      }
    };
    try {
      const outcome = scanFile(task.path, task.cursor, {
        records: task.records,
        readers: readersOf(this.#options.agent as AgentId | null),
        project: (cwd) => this.#projects.idOf(cwd),
        tagsOnly: this.#options.tagsOnly,
        calls: this.#options.calls,
        minConfidence: this.#options.minConfidence,
        onCalls: (calls) => {
          if (this.#options.calls) hand(calls);
          this.#read(calls.length, 0);
        },
        callsBatch: CALLS_BATCH,
      });
      if ('bytesRead' in outcome) this.#read(0, outcome.bytesRead);
      return outcome;
    } catch (error) {
      if (refused) throw error;
      return {
        skipped: `could not be read: ${messageOf(error)}`.slice(0, 300),
      };
    }
  }

  #read(calls: number, bytes: number): void {
    this.#callsSince += calls;
    this.#bytesSince += bytes;
    if (this.#callsSince < CALLS_PER_COLLECTION && this.#bytesSince < BYTES_PER_COLLECTION) return;
    this.#callsSince = 0;
    this.#bytesSince = 0;
    reuseGarbage();
  }

  /** Repositories that were met since the last call. */
  newRoots(): { root: string; project: string }[] {
    const all = this.#projects.roots();
    const fresh = all.slice(this.#rootsTold);
    this.#rootsTold = all.length;
    return fresh;
  }
}
