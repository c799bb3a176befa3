import type { PackedEpisodes } from '../../capture/packed-episodes.ts';
import { linesOfStdin, writeToStdout } from '../../platform/worker-stdio.ts';
import { encodeCalls } from './call-codec.ts';
import { FRAME, FrameWriter } from './frames.ts';
import type { DoneMessage, ScanTask, WorkerOptions } from './protocol.ts';
import { TaskRunner } from './run-task.ts';

const NEWLINE = 10;
const EPISODES_BYTES = 256 * 1024;

/**
 * Body of a worker process: takes tasks on standard input until it is closed, answers on standard output.
 */
export function runScanWorker(argument: string): void {
  const runner = new TaskRunner(JSON.parse(argument) as WorkerOptions);
  const out = new FrameWriter(writeToStdout);
  for (const line of linesOfStdin()) {
    const task = JSON.parse(line) as ScanTask;
    const found = runner.run(task, (calls) => out.add(FRAME.calls, encodeCalls(calls)));
    if ('cursor' in found) sendEpisodes(out, found.episodes);
    const done: DoneMessage = { outcome: restOf(found), roots: runner.newRoots() };
    out.add(FRAME.done, Buffer.from(JSON.stringify(done)));
    out.flush();
  }
}

/** Without what is sent ahead. */
function restOf(found: ReturnType<TaskRunner['run']>): DoneMessage['outcome'] {
  if (!('cursor' in found)) return found;
  const { calls: _calls, episodes: _episodes, ...rest } = found;
  return rest;
}

function sendEpisodes(out: FrameWriter, episodes: PackedEpisodes): void {
  const newline = Buffer.from([NEWLINE]);
  let parts: Buffer[] = [];
  let size = 0;
  for (const episode of episodes.packed()) {
    parts.push(episode, newline);
    size += episode.length + 1;
    if (size < EPISODES_BYTES) continue;
    out.add(FRAME.episodes, Buffer.concat(parts, size));
    parts = [];
    size = 0;
  }
  if (size > 0) out.add(FRAME.episodes, Buffer.concat(parts, size));
}
