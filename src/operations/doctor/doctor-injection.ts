import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { AgentInstaller } from '../../agents/installer.ts';
import { INJECTION_META_MARK } from '../../transcripts/human-text.ts';
import { object, parsedJson, text } from '../../transcripts/json.ts';
import { discover } from '../scan/discover.ts';

interface SeenInjection {
  file: string;
  at: string | null;
  sessionId: string | null;
  lessons: string[];
}

const FILES_MAX = 300;
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const MARK = Buffer.from(INJECTION_META_MARK);

/** The last injection that a transcript shows, looking through the newest files first; null where none does. */
export function lastInjection(installer: AgentInstaller, roots: readonly string[]): SeenInjection | null {
  const { hookLine } = installer;
  if (hookLine === null) return lastStored(installer, roots);
  for (const { path } of newestFiles(roots)) {
    const found = lastIn(path, hookLine);
    if (found !== null) return found;
  }
  return null;
}

function lastStored(installer: AgentInstaller, roots: readonly string[]): SeenInjection | null {
  const found = roots.map((root) => installer.lastStored?.(root)).find((each) => each != null);
  if (found == null) return null;
  const { text: said, ...where } = found;
  return { ...where, lessons: lessonsIn(said) };
}

function newestFiles(roots: readonly string[]): { path: string; mtime: number }[] {
  const files: { path: string; mtime: number }[] = [];
  for (const { path } of discover([...roots], { cwd: '/', excludePaths: [] }).files) {
    const stat = /\.jsonl$/i.test(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (stat !== undefined) files.push({ path, mtime: stat.mtimeMs });
  }
  return files.sort((a, b) => b.mtime - a.mtime).slice(0, FILES_MAX);
}

/** Only lines that a hook's output is stored in count; text that an agent read or wrote does not. */
function lastIn(path: string, hookLine: RegExp): SeenInjection | null {
  const bytes = readTail(path);
  for (let at = bytes.lastIndexOf(MARK); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(MARK, at - 1)) {
    const start = bytes.lastIndexOf(10, at) + 1;
    const end = bytes.indexOf(10, at);
    const line = bytes.toString('utf8', start, end < 0 ? bytes.length : end);
    const found = injectionOf(line, hookLine);
    if (found !== null) return { file: path, ...found };
    at = start;
  }
  return null;
}

function injectionOf(line: string, hookLine: RegExp): Omit<SeenInjection, 'file'> | null {
  if (!hookLine.test(line)) return null;
  const record = object(parsedJson(line));
  if (record === null) return null;
  return {
    at: text(record['timestamp']),
    sessionId: text(record['sessionId']),
    lessons: lessonsIn(line),
  };
}

/** Slugs that the metadata in a transcript's text names. */
function lessonsIn(source: string): string[] {
  const slugs = [...source.matchAll(/\\"lessons\\+":\[(.*?)\]/g)].flatMap(
    (match) => match[1]!.match(/[a-z0-9][a-z0-9-]+/g) ?? [],
  );
  return [...new Set(slugs)];
}

function readTail(path: string): Buffer {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const { size } = statSync(path);
    const start = Math.max(0, size - FILE_BYTES_MAX);
    const bytes = Buffer.alloc(size - start);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
  } finally {
    closeSync(fd);
  }
}
