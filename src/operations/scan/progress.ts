import { basename } from 'node:path';
import type { Context } from '../operation.ts';
import type { SizedTask } from './pool.ts';

const EVERY_MS = 200;

/** One line on a terminal: how far a scan is, how fast, and how long it will take. */
export class Progress {
  readonly #context: Context;
  readonly #sizes: Map<string, number>;
  readonly #total: number;
  readonly #started = performance.now();
  #done = 0;
  #files = 0;
  #shown = 0;

  constructor(context: Context, tasks: SizedTask[]) {
    this.#context = context;
    this.#sizes = new Map(tasks.map((task) => [task.path, task.size]));
    this.#total = tasks.reduce((sum, task) => sum + task.size, 0);
  }

  file(path: string): void {
    this.#done += this.#sizes.get(path) ?? 0;
    this.#files += 1;
    const now = performance.now();
    if (now - this.#shown < EVERY_MS) return;
    this.#shown = now;
    const seconds = (now - this.#started) / 1000;
    const rate = this.#done / Math.max(seconds, 0.001);
    const left = Math.ceil((this.#total - this.#done) / Math.max(rate, 1));
    this.#context.progress(
      `Scanning ${this.#files}/${this.#sizes.size} files, ${mb(this.#done)} of ${mb(this.#total)}, ${mb(rate)}/s, ${left} s left: ${basename(path)}`,
    );
  }

  end(): void {
    this.#context.progress('');
  }
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
