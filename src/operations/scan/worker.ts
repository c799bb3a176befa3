import { readSync, writeSync } from 'node:fs';
import type { PackedEpisodes } from '../../capture/packed-episodes.ts';
import { systemErrorCode } from '../../platform/errors.ts';
import { encodeCalls } from './call-codec.ts';
import { FRAME, FrameWriter } from './frames.ts';
import type { DoneMessage, ScanTask, WorkerOptions } from './protocol.ts';
import { TaskRunner } from './run-task.ts';

const STDIN = 0;
const STDOUT = 1;
const NEWLINE = 10;
const READ_BYTES = 64 * 1024;
const EPISODES_BYTES = 256 * 1024;
const AGAIN_WAIT_MS = 2;

/**
 * Body of a worker process: takes tasks on standard input until it is closed, answers on standard output. It reads and
 * writes without an event loop: a file is read in one go, and what a stream holds back meanwhile would grow with it.
 */
export function runScanWorker(argument: string): void {
  const runner = new TaskRunner(JSON.parse(argument) as WorkerOptions);
  const out = new FrameWriter(writeWhole);
  for (const line of linesOfStdin()) {
    const { path, cursor } = JSON.parse(line) as ScanTask;
    const found = runner.run({ path, cursor }, (calls) => out.add(FRAME.calls, encodeCalls(calls)));
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

/** Lines of standard input that are not empty, until it is closed. */
function* linesOfStdin(): Generator<string, void, undefined> {
  const chunk = Buffer.allocUnsafeSlow(READ_BYTES);
  let parts: Buffer[] = [];
  for (;;) {
    const got = chunk.subarray(0, readSome(chunk));
    if (got.length === 0) return;
    let start = 0;
    for (let end = got.indexOf(NEWLINE); end >= 0; end = got.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...parts, got.subarray(start, end)]).toString();
      parts = [];
      start = end + 1;
      if (line !== '') yield line;
    }
    parts.push(Buffer.from(got.subarray(start)));
  }
}

/** Bytes that were read, waiting for some; 0 at the end. */
function readSome(into: Buffer): number {
  for (;;) {
    try {
      return readSync(STDIN, into);
    } catch (error) {
      if (systemErrorCode(error) !== 'EAGAIN') return 0;
      waitAWhile();
    }
  }
}

/** Ends the process where nobody reads any more. */
function writeWhole(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(STDOUT, bytes, at);
    } catch (error) {
      if (systemErrorCode(error) !== 'EAGAIN') process.exit(0);
      waitAWhile();
    }
  }
}

function waitAWhile(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_WAIT_MS);
}
