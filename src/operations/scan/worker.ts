import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Episode } from '../../model/episode.ts';
import { systemErrorCode } from '../../platform/errors.ts';
import type { FileOutcome, ScanTask, WorkerMessage, WorkerOptions } from './protocol.ts';
import { TaskRunner } from './run-task.ts';

const EPISODES_BATCH = 100;
const STDOUT = 1;
const FULL_WAIT_MS = 2;

/** Body of a worker process: takes tasks on standard input until it is closed, answers on standard output. */
export async function runScanWorker(argument: string): Promise<void> {
  const runner = new TaskRunner(JSON.parse(argument) as WorkerOptions);
  for await (const line of createInterface({ input: process.stdin, terminal: false })) {
    if (line === '') continue;
    const task = JSON.parse(line) as ScanTask;
    const outcome = runner.run(task, (calls) => send({ kind: 'calls', calls }));
    send({ kind: 'done', path: task.path, outcome: sendEpisodes(outcome), roots: runner.newRoots() });
  }
}

/** Sends the episodes ahead, a few at a time; what is left of the outcome is small. */
function sendEpisodes(outcome: FileOutcome): FileOutcome {
  if (!('cursor' in outcome)) return outcome;
  let some: Episode[] = [];
  for (const episode of outcome.episodes) {
    some.push(episode);
    if (some.length < EPISODES_BATCH) continue;
    send({ kind: 'episodes', episodes: some });
    some = [];
  }
  return { ...outcome, episodes: some };
}

/**
 * Writes a message and waits until it is written: a file is read in one go, and what a stream holds back meanwhile
 * would grow with it.
 */
function send(message: WorkerMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(STDOUT, bytes, at);
    } catch (error) {
      if (systemErrorCode(error) !== 'EAGAIN') process.exit(0);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_WAIT_MS);
    }
  }
}
