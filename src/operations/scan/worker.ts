import { createInterface } from 'node:readline';
import type { Episode } from '../../model/episode.ts';
import type { FileOutcome, ScanTask, WorkerMessage, WorkerOptions } from './protocol.ts';
import { TaskRunner } from './run-task.ts';

const EPISODES_BATCH = 100;

/** Body of a worker process: takes tasks on standard input until it is closed, answers on standard output. */
export async function runScanWorker(argument: string): Promise<void> {
  const runner = new TaskRunner(JSON.parse(argument) as WorkerOptions);
  process.stdout.on('error', () => process.exit(0));
  for await (const line of createInterface({ input: process.stdin, terminal: false })) {
    if (line === '') continue;
    const task = JSON.parse(line) as ScanTask;
    const pending: Promise<void>[] = [];
    const outcome = runner.run(task, (calls) => pending.push(send({ kind: 'calls', calls })));
    await Promise.all(pending);
    await send({
      kind: 'done',
      path: task.path,
      outcome: await sentEpisodes(outcome),
      roots: runner.newRoots(),
    });
  }
}

/** Sends the episodes ahead, a few at a time; what is left of the outcome is small. */
async function sentEpisodes(outcome: FileOutcome): Promise<FileOutcome> {
  if (!('cursor' in outcome)) return outcome;
  let some: Episode[] = [];
  for (const episode of outcome.episodes) {
    some.push(episode);
    if (some.length < EPISODES_BATCH) continue;
    await send({ kind: 'episodes', episodes: some });
    some = [];
  }
  return { ...outcome, episodes: some };
}

function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.write(`${JSON.stringify(message)}\n`)) resolve();
    else process.stdout.once('drain', resolve);
  });
}
