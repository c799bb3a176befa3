import { once } from 'node:events';
import { runWalkTask, taskOf } from './walk-task.ts';

/** Body of a worker process: takes a task on standard input, answers on standard output. */
export async function runWalkWorker(): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  const answer = JSON.stringify(runWalkTask(taskOf(Buffer.concat(parts).toString('utf8'))));
  if (!process.stdout.write(answer)) await once(process.stdout, 'drain');
}
