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
/** Files that a worker may hold, and the size below which one is given ahead: it need not wait for the next then. */
const GIVEN_MAX = 3;
const AHEAD_BYTES_MAX = 8 * 1024 * 1024;

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

/** A file that a worker was given, and why it ended without it; null where it is done. */
interface Given {
  task: SizedTask;
  ended: Promise<string | null>;
}

/**
 * One worker's share: takes the next file when it is done with one, and a small one ahead. A worker that dies costs
 * the file that it was at.
 */
async function lane(
  queue: SizedTask[],
  command: string[],
  options: PoolOptions,
  handlers: PoolHandlers,
  inTurn: InTurn,
): Promise<void> {
  let worker: Worker | null = null;
  const given: Given[] = [];
  const handlerOf = ({ path }: SizedTask) => {
    const episodes = new PackedEpisodes();
    return (message: WorkerMessage): Promise<void> => {
      if (message.kind === 'calls') return inTurn.run(() => handlers.onCalls(message.calls));
      if (message.kind === 'done')
        return inTurn.run(() =>
          handlers.onFile(path, withEpisodes(message.outcome, episodes), message.roots),
        );
      episodes.add(message.episodes);
      return Promise.resolve();
    };
  };
  try {
    for (;;) {
      while (given.length === 0 || (given.length < GIVEN_MAX && (queue[0]?.size ?? 0) < AHEAD_BYTES_MAX)) {
        const task = queue.shift();
        if (task === undefined) break;
        worker ??= new Worker(command);
        given.push({ task, ended: worker.scan(task, handlerOf(task)) });
      }
      const first = given.shift();
      if (first === undefined) return await worker?.handled();
      const failed = await first.ended;
      if (failed === null) continue;
      await worker?.handled();
      worker = null;
      queue.unshift(...given.splice(0).map(({ task }) => task));
      if (failed === 'did not start') {
        queue.unshift(first.task);
        return scanHere(queue.splice(0), options, serial(handlers, inTurn));
      }
      await inTurn.run(() =>
        handlers.onFile(first.task.path, { skipped: `the reader stopped: ${failed}` }, []),
      );
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

/** One file of those that a worker was given. */
interface Running {
  handle(message: WorkerMessage): Promise<void>;
  end(reason: string | null): void;
  fail(error: unknown): void;
}

/** A worker process and the lines that come from it. */
class Worker {
  readonly #child: ChildProcess;
  /** What it was given and is not done with, in the order in which it is read. */
  readonly #running: Running[] = [];
  #parts: Buffer[] = [];
  #answered = false;
  #pending = 0;
  #handled: Promise<unknown> = Promise.resolve();
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

  /** Scans one file, behind those that were given before. Answers null when it is read, else why the worker ended. */
  scan({ path, cursor }: ScanTask, handle: Running['handle']): Promise<string | null> {
    const ended = new Promise<string | null>((resolve, reject) => {
      if (this.#ended !== null) return resolve(this.#reason());
      this.#running.push({ handle, end: resolve, fail: reject });
      this.#child.stdin!.write(`${JSON.stringify({ path, cursor } satisfies ScanTask)}\n`);
    });
    // Files are waited for one after the other: until then a failure of a later one is not unheard.
    ended.catch(() => undefined);
    return ended;
  }

  /** Done when everything that was found is stored. */
  async handled(): Promise<void> {
    await this.#handled;
  }

  #take(message: WorkerMessage): void {
    const first = this.#running[0];
    if (first === undefined) return;
    this.#answered = true;
    const work = this.#paced(first.handle(message));
    this.#handled = Promise.all([this.#handled, work]).then(() => undefined);
    this.#handled.catch((error: unknown) => {
      for (const each of this.#running.splice(0)) each.fail(error);
    });
    if (message.kind !== 'done') return;
    this.#running.shift();
    first.end(null);
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
    this.#running.length = 0;
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
      if (line !== '') this.#take(JSON.parse(line) as WorkerMessage);
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  #end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    for (const each of this.#running.splice(0)) each.end(this.#reason());
  }

  #reason(): string {
    return this.#answered ? (this.#ended ?? '') : 'did not start';
  }
}
