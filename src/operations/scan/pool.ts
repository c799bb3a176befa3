import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { PackedEpisodes } from '../../capture/packed-episodes.ts';
import type { CallRecord } from '../../model/findings.ts';
import { BRIEF_WORK_ENV } from '../../platform/engine-env.ts';
import { workerCommand } from '../../platform/self.ts';
import type { FileOutcome, ScanTask, WorkerMessage, WorkerOptions } from './protocol.ts';
import { WORKER_COMMAND } from './protocol.ts';
import { TaskRunner } from './run-task.ts';

/** Below this, starting processes takes longer than it saves. */
const PARALLEL_BYTES_MIN = 24 * 1024 * 1024;
const WORKERS_MAX = 16;
/** Messages of one worker that may wait to be stored. */
const PENDING_MAX = 4;
const NEWLINE = 10;

export interface PoolHandlers {
  onCalls(calls: CallRecord[]): void | Promise<void>;
  onFile(
    path: string,
    outcome: FileOutcome,
    roots: { root: string; project: string }[],
  ): void | Promise<void>;
}

export interface PoolOptions extends WorkerOptions {
  /** Worker processes; as many as there are cores unless given. */
  workers?: number;
  /** Works in this process, whatever there is to do. */
  inProcess?: boolean;
}

/**
 * Environment of a worker: its collector behaves as on a small machine. A transcript is a stream of short-lived
 * strings, of which the runtime otherwise lets several hundred megabytes pile up. It may wait for 32 MB of them: with
 * less, what lives nearly fills the heap, and all of it is walked time and again.
 */
export const WORKER_ENV = {
  ...BRIEF_WORK_ENV,
  BUN_JSC_forceRAMSize: String(128 * 1024 * 1024),
  BUN_JSC_largeHeapSize: String(32 * 1024 * 1024),
};

export interface SizedTask extends ScanTask {
  size: number;
}

/**
 * Scans files with one worker process a core, large files first; handlers are called one at a time.
 * What is found does not depend on the number of workers or on which of them is done first.
 */
export async function scanAll(
  tasks: SizedTask[],
  options: PoolOptions,
  handlers: PoolHandlers,
): Promise<void> {
  const queue = [...tasks].sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
  const bytes = queue.reduce((sum, task) => sum + task.size, 0);
  const isSmall = bytes < PARALLEL_BYTES_MIN && (options.workers ?? 1) === 1;
  const workers = Math.min(options.workers ?? availableParallelism(), WORKERS_MAX, queue.length);
  const command = isSmall || options.inProcess ? null : commandFor(options);
  if (command === null) return scanHere(queue, options, handlers);
  const lanes: Promise<void>[] = [];
  const inTurn = new InTurn();
  for (let at = 0; at < workers; at += 1) lanes.push(lane(queue, command, options, handlers, inTurn));
  await Promise.all(lanes);
}

/** Runs one thing after the other, in the order in which they are asked for. */
class InTurn {
  #last: Promise<void> = Promise.resolve();

  run(work: () => void | Promise<void>): Promise<void> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

async function scanHere(queue: SizedTask[], options: PoolOptions, handlers: PoolHandlers): Promise<void> {
  const runner = new TaskRunner(options);
  for (const task of queue) {
    const outcome = runner.run(task, (calls) => void handlers.onCalls(calls));
    await handlers.onFile(task.path, outcome, runner.newRoots());
  }
}

function commandFor({ agent, tagsOnly, calls }: WorkerOptions): string[] | null {
  return workerCommand(WORKER_COMMAND, JSON.stringify({ agent, tagsOnly, calls } satisfies WorkerOptions));
}

/** The outcome of a file with the episodes that were sent ahead of it. */
function withEpisodes(outcome: FileOutcome, ahead: PackedEpisodes): FileOutcome {
  if (!('cursor' in outcome) || ahead.length === 0) return outcome;
  ahead.add(outcome.episodes);
  return { ...outcome, episodes: ahead };
}

/** One worker's share: takes the next file when it is done with one; a worker that dies costs its file only. */
async function lane(
  queue: SizedTask[],
  command: string[],
  options: PoolOptions,
  handlers: PoolHandlers,
  inTurn: InTurn,
): Promise<void> {
  let worker: Worker | null = null;
  try {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      worker ??= new Worker(command);
      const { path, cursor } = task;
      const episodes = new PackedEpisodes();
      const failed = await worker.scan({ path, cursor }, (message) => {
        if (message.kind === 'calls') return inTurn.run(() => handlers.onCalls(message.calls));
        if (message.kind === 'done')
          return inTurn.run(() =>
            handlers.onFile(path, withEpisodes(message.outcome, episodes), message.roots),
          );
        episodes.add(message.episodes);
        return Promise.resolve();
      });
      if (failed === null) continue;
      worker = null;
      if (failed === 'did not start') {
        queue.unshift(task);
        return scanHere(queue.splice(0), options, serial(handlers, inTurn));
      }
      await inTurn.run(() => handlers.onFile(path, { skipped: `the reader stopped: ${failed}` }, []));
    }
  } finally {
    worker?.close();
  }
}

function serial(handlers: PoolHandlers, inTurn: InTurn): PoolHandlers {
  return {
    onCalls: (calls) => inTurn.run(() => handlers.onCalls(calls)),
    onFile: (path, outcome, roots) => inTurn.run(() => handlers.onFile(path, outcome, roots)),
  };
}

/** A worker process and the lines that come from it. */
class Worker {
  readonly #child: ChildProcess;
  #parts: Buffer[] = [];
  #answered = false;
  #pending = 0;
  #onMessage: ((message: WorkerMessage) => void) | null = null;
  #onEnd: ((reason: string) => void) | null = null;
  #ended: string | null = null;

  constructor(command: string[]) {
    const [program, ...rest] = command;
    this.#child = spawn(program!, rest, {
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      env: { ...process.env, ...WORKER_ENV },
    });
    this.#child.stdin!.on('error', () => undefined);
    this.#child.stdout!.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.on('error', (error) => this.#end(error.message));
    this.#child.on('close', (code, signal) => this.#end(signal ?? `exit ${code}`));
  }

  /** Scans one file. Answers null when it is done, else why the worker ended. */
  scan(task: ScanTask, handle: (message: WorkerMessage) => Promise<void>): Promise<string | null> {
    return new Promise((resolve, reject) => {
      let handled: Promise<unknown> = Promise.resolve();
      const settle = (reason: string | null) => handled.then(() => resolve(reason), reject);
      this.#onEnd = (reason) => settle(this.#answered ? reason : 'did not start');
      if (this.#ended !== null) return this.#onEnd(this.#ended);
      this.#onMessage = (message) => {
        this.#answered = true;
        handled = Promise.all([handled, this.#paced(handle(message))]);
        if (message.kind === 'done') settle(null);
      };
      this.#child.stdin!.write(`${JSON.stringify(task)}\n`);
    });
  }

  /** While much waits to be stored, nothing more is taken from the worker, which then waits too. */
  #paced(work: Promise<void>): Promise<void> {
    const output = this.#child.stdout!;
    this.#pending += 1;
    if (this.#pending >= PENDING_MAX) output.pause();
    return work.finally(() => {
      this.#pending -= 1;
      if (this.#pending < PENDING_MAX) output.resume();
    });
  }

  close(): void {
    this.#onEnd = null;
    this.#child.stdin!.end();
    this.#child.unref();
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let newline = chunk.indexOf(NEWLINE); newline >= 0; newline = chunk.indexOf(NEWLINE, start)) {
      this.#parts.push(chunk.subarray(start, newline));
      start = newline + 1;
      const line = (this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)).toString();
      this.#parts = [];
      if (line !== '') this.#onMessage?.(JSON.parse(line) as WorkerMessage);
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  #end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#onEnd?.(reason);
  }
}
