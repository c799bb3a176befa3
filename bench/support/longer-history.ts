import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const UUID = /\b[0-9a-f](?=[0-9a-f]{7}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)/g;
const CALL_ID = /"((?:toolu|call|fc|ctc)_)(?=\w{8})/g;
const HEAD_CHARS = 64 * 1024;

/**
 * Writes transcripts again as those of other people: other sessions, calls and folders, the same work. For measuring
 * what a longer history costs.
 * @param nth from 1; each gives other ids
 * @returns the bytes written
 */
export function asOthers(files: readonly string[], from: string, to: string, nth: number): number {
  let bytes = 0;
  for (const file of files) {
    const path = join(to, String(nth), relative(from, file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, renamed(readFileSync(file, 'latin1'), nth), 'latin1');
    bytes += statSync(path).size;
  }
  return bytes;
}

function renamed(text: string, nth: number): string {
  const cwd = /"(?:cwd|directory)":"(\/[^"]{3,})"/.exec(text.slice(0, HEAD_CHARS))?.[1];
  const elsewhere = cwd === undefined ? text : text.replaceAll(cwd, `${cwd}-${nth}`);
  return elsewhere
    .replace(UUID, (digit) => ((Number.parseInt(digit, 16) + nth) % 16).toString(16))
    .replace(CALL_ID, (_whole, kind: string) => `"${kind}${nth}`);
}
