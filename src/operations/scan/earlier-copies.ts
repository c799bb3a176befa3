import { closeSync, openSync, readSync } from 'node:fs';
import { transcriptReaders } from '../../agents/index.ts';
import { compare } from '../../text/compare.ts';
import { namedSession } from '../../transcripts/read-file.ts';
import type { FoundFile } from './discover.ts';

/** Smaller files are scanned in less time than it takes to look for what they are a copy of. */
const BYTES_MIN = 64 * 1024;
/** Transcripts that begin with the same bytes tell of the same session. */
const HEAD_BYTES = 4096;
const BLOCK_BYTES = 256 * 1024;

/**
 * Paths of the files that another one begins with: earlier copies of a transcript that went on, as backups and
 * checkpoints keep them. For whoever counts each call once, however many files hold it.
 */
export function earlierCopies(files: readonly FoundFile[]): Set<string> {
  // Used again and again: new memory costs more than what is read into it.
  const blocks: Blocks = [Buffer.allocUnsafeSlow(BLOCK_BYTES), Buffer.allocUnsafeSlow(BLOCK_BYTES)];
  const headOf = ({ path }: FoundFile) =>
    withBytes(path, (read) => read(blocks[0], 0, HEAD_BYTES).toString('latin1'));
  const groups = Map.groupBy(
    files.filter(({ size }) => size >= BYTES_MIN),
    headOf,
  );
  groups.delete(null);
  const copies = new Set<string>();
  for (const group of [...groups.values()].flatMap(bySession)) {
    group.sort((a, b) => a.size - b.size || compare(b.path, a.path));
    for (const [at, file] of group.entries()) {
      const next = group[at + 1];
      if (next !== undefined && holdsNames(next, file, blocks)) copies.add(file.path);
    }
  }
  return copies;
}

/** Files that may tell of the same session: apart where only their names tell whose they are. */
function bySession(files: FoundFile[]): FoundFile[][] {
  if (files.length < 2) return [files];
  return [...Map.groupBy(files, ({ path }) => namedSession(path, transcriptReaders)).values()];
}

/** Whether a file's bytes begin with all of another's; false where one cannot be read. */
function holdsNames(long: FoundFile, short: FoundFile, blocks: Blocks): boolean {
  const same = withBytes(long.path, (ofLong) =>
    withBytes(short.path, (ofShort) => {
      for (let at = 0; at < short.size; at += BLOCK_BYTES) {
        const wanted = Math.min(BLOCK_BYTES, short.size - at);
        const bytes = ofShort(blocks[0], at, wanted);
        if (bytes.length < wanted || !bytes.equals(ofLong(blocks[1], at, wanted))) return false;
      }
      return true;
    }),
  );
  return same ?? false;
}

type Blocks = [Buffer, Buffer];
type Read = (into: Buffer, at: number, length: number) => Buffer;

/** What is made of a file's bytes; null where it cannot be read. */
function withBytes<T>(path: string, use: (read: Read) => T): T | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, 'r');
    const file = fd;
    return use((into, at, length) => into.subarray(0, readSync(file, into, 0, length, at)));
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
