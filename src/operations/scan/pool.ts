import { availableParallelism } from 'node:os';
import type { CallRecord } from '../../model/findings.ts';
import { workerCommand } from '../../platform/self.ts';
import { compare } from '../../text/compare.ts';
import { decodeCalls } from './call-codec.ts';
import { EpisodeLines } from './episode-lines.ts';
import { FRAME, type FrameKind } from './frames.ts';
import {
  type DoneMessage,
  type FileOutcome,
  type ScanTask,
  WORKER_COMMAND,
  type WorkerOptions,
} from './protocol.ts';
import { TaskRunner } from './run-task.ts';
import { Worker } from './worker-process.ts';

/** Below this, starting processes takes longer than it saves. */
const PARALLEL_BYTES_MIN = 24 * 1024 * 1024;
const WORKERS_MAX = 16;
/** Files that a worker may hold, and the size below which one is given ahead: it need not wait for the next then. */
const GIVEN_MAX = 3;
const AHEAD_BYTES_MAX = 8 * 1024 * 1024;

/** Told of what is found, one at a time: calls in batches, then the outcome of their file with the repositories that were met. */
export interface PoolHandlers {
  onCalls(calls: CallRecord[]): void | Promise<void>;
  onFile(
    path: string,
    outcome: FileOutcome,
    roots: { root: string; project: string }[],
  ): void | Promise<void>;
}

interface PoolOptions extends WorkerOptions {
  /** Worker processes, as many as there are cores unless given. Little is read here unless more than one is given. */
  workers?: number;
  /** Paths that need not be read after all: asked for while the first files are. */
  needless?: () => ReadonlySet<string>;
}

/** A file to scan, with its bytes. */
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
  const queue = [...tasks].sort((a, b) => b.size - a.size || compare(a.path, b.path));
  const bytes = queue.reduce((sum, task) => sum + task.size, 0);
  const isSmall = bytes < PARALLEL_BYTES_MIN && (options.workers ?? 1) === 1;
  const workers = Math.min(options.workers ?? availableParallelism(), WORKERS_MAX, queue.length);
  const command = isSmall ? null : commandFor(options);
  if (command === null) {
    leaveOut(queue, options.needless?.());
    return scanHere(queue, options, handlers);
  }
  const lanes: Promise<void>[] = [];
  const inTurn = new InTurn();
  for (let at = 0; at < workers; at += 1) lanes.push(lane(queue, command, options, handlers, inTurn));
  // The workers have to be given their first files before this process is busy.
  await new Promise(setImmediate);
  leaveOut(queue, options.needless?.());
  await Promise.all(lanes);
}

function leaveOut(queue: SizedTask[], paths: ReadonlySet<string> = new Set()): void {
  const needed = queue.filter(({ path }) => !paths.has(path));
  for (const [at, task] of needed.entries()) queue[at] = task;
  queue.length = needed.length;
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
    const stored: (void | Promise<void>)[] = [];
    const outcome = runner.run(task, (calls) => void stored.push(handlers.onCalls(calls)));
    await Promise.all(stored);
    await handlers.onFile(task.path, outcome, runner.newRoots());
  }
}

function commandFor(given: WorkerOptions): string[] | null {
  const { agent, tagsOnly, calls, minConfidence, excluded } = given;
  const options: WorkerOptions = { agent, tagsOnly, calls, minConfidence, excluded };
  return workerCommand(WORKER_COMMAND, JSON.stringify(options));
}

/** Hands a file's answers to the handlers as they come. */
function answersOf(path: string, handlers: PoolHandlers, inTurn: InTurn) {
  const episodes = new EpisodeLines();
  return (kind: FrameKind, payload: Buffer): Promise<void> => {
    if (kind === FRAME.calls) return inTurn.run(() => handlers.onCalls(decodeCalls(payload)));
    if (kind === FRAME.episodes) {
      episodes.add(payload);
      return Promise.resolve();
    }
    const { outcome, roots } = JSON.parse(payload.toString()) as DoneMessage;
    const whole = 'cursor' in outcome ? { ...outcome, calls: [], episodes } : outcome;
    return inTurn.run(() => handlers.onFile(path, whole, roots));
  };
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
  try {
    for (;;) {
      while (given.length === 0 || (given.length < GIVEN_MAX && (queue[0]?.size ?? 0) < AHEAD_BYTES_MAX)) {
        const task = queue.shift();
        if (task === undefined) break;
        worker ??= new Worker(command);
        given.push({ task, ended: worker.scan(task, answersOf(task.path, handlers, inTurn)) });
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
