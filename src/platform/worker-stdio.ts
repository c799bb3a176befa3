import { readSync, writeSync } from 'node:fs';
import { systemErrorCode } from './errors.ts';
import { sleepSync } from './sleep.ts';

const STDIN = 0;
const STDOUT = 1;
const NEWLINE = 10;
const READ_BYTES = 64 * 1024;
const AGAIN_WAIT_MS = 2;

/**
 * Lines of standard input that are not empty, until it is closed. A worker reads and writes without an event loop: it
 * does one task after the other, and what a stream holds back meanwhile would grow.
 */
export function* linesOfStdin(): Generator<string, void, undefined> {
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
      sleepSync(AGAIN_WAIT_MS);
    }
  }
}

/** Writes all of it to standard output; ends the process where nobody reads any more. */
export function writeToStdout(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(STDOUT, bytes, at);
    } catch (error) {
      if (systemErrorCode(error) !== 'EAGAIN') process.exit(0);
      sleepSync(AGAIN_WAIT_MS);
    }
  }
}
