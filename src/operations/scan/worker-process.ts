import { type ChildProcess, spawn } from 'node:child_process';
import { BRIEF_WORK_ENV } from '../../platform/engine-env.ts';
import { FRAME, type FrameKind, FrameReader } from './frames.ts';
import type { ScanTask } from './protocol.ts';

/** Bytes of one worker's answers that may wait to be stored. */
const PENDING_BYTES_MAX = 2 * 1024 * 1024;

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

/** One file of those that a worker was given. */
interface Running {
  /** Done when what was answered is stored. */
  handle(kind: FrameKind, payload: Buffer): Promise<void>;
  end(reason: string | null): void;
  fail(error: unknown): void;
}

/** A worker process and what it answers. */
export class Worker {
  readonly #child: ChildProcess;
  /** What it was given and is not done with, in the order in which it is read. */
  readonly #running: Running[] = [];
  readonly #frames = new FrameReader((kind, payload) => this.#take(kind, payload));
  #answered = false;
  #pendingBytes = 0;
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
  scan({ path, cursor, records }: ScanTask, handle: Running['handle']): Promise<string | null> {
    const ended = new Promise<string | null>((resolve, reject) => {
      if (this.#ended !== null) return resolve(this.#reason());
      this.#running.push({ handle, end: resolve, fail: reject });
      this.#child.stdin!.write(`${JSON.stringify({ path, cursor, records } satisfies ScanTask)}\n`);
    });
    // Files are waited for one after the other: until then a failure of a later one is not unheard.
    ended.catch(() => undefined);
    return ended;
  }

  /** Done when everything that was found is stored. */
  async handled(): Promise<void> {
    await this.#handled;
  }

  #take(kind: FrameKind, payload: Buffer): void {
    const first = this.#running[0];
    if (first === undefined) return;
    this.#answered = true;
    const work = this.#paced(first.handle(kind, payload), payload.length);
    this.#handled = Promise.all([this.#handled, work]).then(() => undefined);
    this.#handled.catch((error: unknown) => {
      for (const each of this.#running.splice(0)) each.fail(error);
    });
    if (kind !== FRAME.done) return;
    this.#running.shift();
    first.end(null);
  }

  /** While much waits to be stored, nothing more is taken from the worker, which then waits too. */
  #paced(work: Promise<void>, bytes: number): Promise<void> {
    const output = this.#child.stdout!;
    this.#pendingBytes += bytes;
    if (this.#pendingBytes >= PENDING_BYTES_MAX) output.pause();
    return work.finally(() => {
      this.#pendingBytes -= bytes;
      if (this.#pendingBytes < PENDING_BYTES_MAX && output.isPaused()) output.resume();
    });
  }

  close(): void {
    this.#running.length = 0;
    this.#child.stdin!.end();
    this.#child.unref();
  }

  #read(chunk: Buffer): void {
    if (this.#frames.push(chunk)) return;
    this.#child.kill();
    this.#end('its answer made no sense');
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
