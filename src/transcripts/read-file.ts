import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { AgentId } from '../model/episode.ts';
import { unreadableReason } from '../platform/errors.ts';
import { type ByteSource, fileBytes, isCompressed, transcriptBytes } from './byte-source.ts';
import { type Json, object, parseObjects } from './json.ts';
import { readLines } from './lines.ts';
import { type Emit, type Sample, sessionOfName, type TranscriptReader } from './reader.ts';

const SAMPLE_BYTES = 256 * 1024;
/** Nearly always enough; only where it is not, the whole sample is read. */
const FIRST_BYTES = 32 * 1024;
const SAMPLE_LINES = 20;
/** Lines that are always read: they name session, folder and model. */
const HEAD_LINES = 24;
/** A few lines are enough where they are long. */
const SAMPLE_PARSED_MIN = 8 * 1024;
const HEAD = Buffer.allocUnsafe(SAMPLE_BYTES);
/** A document is held in memory several times over while it is parsed. */
const DOCUMENT_BYTES_MAX = 64 * 1024 * 1024;
const SQLITE_MAGIC = 'SQLite format 3\0';

interface FileRead {
  agent: AgentId;
  bytes: number;
  lines: number;
  skippedLines: { line: number; reason: string }[];
}

/** Why a file was not read, in a few words; null where there is nothing to say: it is read together with another. */
export interface FileSkipped {
  skipped: string | null;
}

const NOT_KNOWN = 'not a transcript of a known agent';
const SKIPPED_LINES_NAMED = 1000;

/** Opening a FIFO would otherwise wait for a writer. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads one transcript, whatever its agent: the format is recognised by content. Never throws for what is in
 * the file; a file that is missing, unreadable, special or not a transcript is answered with the reason.
 * @param onAgent called before the first event, once the format is known
 * @param needle lines without these bytes are passed over, but for the first ones, which name the session
 */
export function readTranscript(
  path: string,
  readers: TranscriptReader[],
  emit: Emit,
  onAgent: (agent: AgentId) => void = () => {},
  needle: Buffer | null = null,
): FileRead | FileSkipped {
  let fd: number;
  try {
    fd = openSync(path, OPEN_FLAGS);
  } catch (error) {
    return { skipped: unreadableReason(error) };
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { skipped: stat.isDirectory() ? 'is a folder' : 'not a regular file' };
    if (stat.size === 0) return { skipped: 'empty' };
    const source = transcriptBytes(fd, stat.size, path);
    if ('skipped' in source) return source;
    return readOpen(source, path, readers, emit, { onAgent, needle });
  } catch (error) {
    return { skipped: unreadableReason(error) };
  } finally {
    closeSync(fd);
  }
}

/** The session of a file whose name alone tells it; null where the bytes do, or where it cannot be read. */
export function namedSession(path: string, readers: TranscriptReader[]): string | null {
  // No agent that names its sessions so compresses them.
  if (isCompressed(path)) return null;
  let fd: number | null = null;
  try {
    fd = openSync(path, OPEN_FLAGS);
    const stat = fstatSync(fd);
    const found = stat.isFile() ? recognise(fileBytes(fd, stat.size), readers) : null;
    return found !== null && 'reader' in found && found.reader.sessionInName ? sessionOfName(path) : null;
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function readOpen(
  bytes: ByteSource,
  path: string,
  readers: TranscriptReader[],
  emit: Emit,
  options: { onAgent: (agent: AgentId) => void; needle: Buffer | null },
): FileRead | FileSkipped {
  const found = recognise(bytes, readers);
  if ('skipped' in found) return found;
  const { reader } = found;
  const { size } = bytes;
  options.onAgent(reader.agent);
  if (reader.kind === 'database') {
    reader.decode(path, emit);
    return { agent: reader.agent, bytes: size, lines: 0, skippedLines: [] };
  }
  if (reader.kind === 'document') {
    reader.decode(found.document, emit, found.source, path);
    return { agent: reader.agent, bytes: size, lines: 0, skippedLines: [] };
  }
  const decoder = reader.decoder(emit, path);
  const skippedLines: FileRead['skippedLines'] = [];
  const skip = (line: number, reason: string) => {
    if (skippedLines.length < SKIPPED_LINES_NAMED) skippedLines.push({ line, reason });
  };
  const { needle } = options;
  const read = readLines(bytes, (given, line) => {
    if (needle !== null && line > HEAD_LINES && given.indexOf(needle) < 0) return;
    if (!decoder.line(given, line)) skip(line, 'not JSON');
  });
  decoder.end();
  for (const line of read.tooLong) skip(line, 'line too long');
  return { agent: reader.agent, bytes: read.bytes, lines: read.lines, skippedLines };
}

type Recognised = { reader: TranscriptReader; document: unknown; source: string } | FileSkipped;

/** Where the first bytes tell nothing, a line may be longer than they are: a prompt with a whole log in it. */
function recognise(source: ByteSource, readers: TranscriptReader[]): Recognised {
  const found = recogniseHead(source, readers);
  if (!('skipped' in found) || found.skipped === null || source.size <= SAMPLE_PARSED_MIN) return found;
  const reader = recogniseLines(source, readers);
  return reader === null ? found : { reader, ...NO_DOCUMENT };
}

function recogniseHead(source: ByteSource, readers: TranscriptReader[]): Recognised {
  const { size } = source;
  let head = sampleOf(source, Math.min(FIRST_BYTES, size));
  let { values, isEnough } = sampleValues(head, head.length === size);
  if (!isEnough && head.length < size) {
    head = sampleOf(source, Math.min(SAMPLE_BYTES, size));
    ({ values, isEnough } = sampleValues(head, head.length === size));
  }
  if (values.length > 0) {
    const reader = readerOfLines(readers, values);
    if (reader !== null) return { reader, ...NO_DOCUMENT };
  }
  const latin = head.toString('latin1');
  const sample: Sample = { head: values.length > 0 ? '' : latin, values };
  if (latin.startsWith(SQLITE_MAGIC))
    return pick(readers, 'database', sample, NO_DOCUMENT, 'a database of no known agent');
  const byLines = values.length > 0 || !/^[\s\uFEFF\xEF\xBB\xBF]*[[{]/.test(latin);
  if (byLines || looksLikeLines(latin)) {
    const lines = pick(readers, 'lines', sample, NO_DOCUMENT, NOT_KNOWN);
    if (!('skipped' in lines) || size > DOCUMENT_BYTES_MAX || values.length > 1) return lines;
  }
  if (size > DOCUMENT_BYTES_MAX)
    return { skipped: `a JSON document of more than ${DOCUMENT_BYTES_MAX >> 20} MB` };
  const whole = wholeDocument(source);
  if (whole === null) return { skipped: NOT_KNOWN };
  const { document } = whole;
  const first = Array.isArray(document) ? document.slice(0, 40).map(object) : [object(document)];
  const top: Sample = { head: latin, values: first.filter((value) => value !== null) };
  const found = pick(readers, 'document', top, whole, NOT_KNOWN);
  if (!('skipped' in found)) return found;
  const isFragment = readers.some(
    (each) => each.kind === 'document' && top.values.some((value) => each.isFragment?.(value)),
  );
  return isFragment ? { skipped: null } : found;
}

function looksLikeLines(head: string): boolean {
  return (
    /^[\s\0\xEF\xBB\xBF]*\{"[^\n]*\}\s*\r?\n\s*\{"/.test(head.slice(0, 65536)) ||
    /^\{"(?:parentUuid|type|timestamp)"/.test(head)
  );
}

interface Whole {
  document: unknown;
  source: string;
}

const NO_DOCUMENT: Whole = { document: null, source: '' };

function pick(
  readers: TranscriptReader[],
  kind: TranscriptReader['kind'],
  sample: Sample,
  whole: Whole,
  none: string,
): Recognised {
  const reader = readers.find((each) => each.kind === kind && each.recognises(sample));
  return reader === undefined ? { skipped: none } : { reader, ...whole };
}

function sampleOf(source: ByteSource, bytes: number): Buffer {
  return HEAD.subarray(0, source.read(HEAD, 0, bytes, 0));
}

/** Values of the first lines, and whether more bytes would add none. */
function sampleValues(head: Buffer, whole: boolean): { values: Json[]; isEnough: boolean } {
  const values: Json[] = [];
  let parsed = 0;
  let start = head[0] === 0xef && head[1] === 0xbb ? 3 : 0;
  let lines = 0;
  for (; lines < SAMPLE_LINES && start < head.length; lines += 1) {
    const newline = head.indexOf(10, start);
    if (newline < 0 && !whole) break;
    const end = newline < 0 ? head.length : newline;
    while (start < end && (head[start] === 0 || head[start] === 32)) start += 1;
    if (head[start] === BRACE) values.push(...(parseObjects(head.toString('utf8', start, end)) ?? []));
    parsed += end - start;
    if (parsed > SAMPLE_PARSED_MIN && values.length >= 4) return { values, isEnough: true };
    start = end + 1;
  }
  return { values, isEnough: lines === SAMPLE_LINES };
}

function readerOfLines(readers: TranscriptReader[], values: Json[]): TranscriptReader | null {
  return readers.find((each) => each.kind === 'lines' && each.recognises({ head: '', values })) ?? null;
}

/** Asks of each of the first lines, however long it is, whose it is. */
function recogniseLines(source: ByteSource, readers: TranscriptReader[]): TranscriptReader | null {
  let found: TranscriptReader | null = null;
  let isDone = false;
  const untilDone: ByteSource = {
    size: source.size,
    read: (into, at, length, position) =>
      isDone || position >= DOCUMENT_BYTES_MAX ? 0 : source.read(into, at, length, position),
  };
  readLines(untilDone, (given, line) => {
    if (line <= SAMPLE_LINES && found === null && given[0] === BRACE) {
      const values = parseObjects(given.toString('utf8')) ?? [];
      found = readerOfLines(readers, values);
    }
    isDone = found !== null || line >= SAMPLE_LINES;
  });
  return found;
}

const BRACE = 0x7b;

function wholeDocument(from: ByteSource): Whole | null {
  const { size } = from;
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const got = from.read(bytes, filled, size - filled, filled);
    if (got === 0) break;
    filled += got;
  }
  // What a machine that lost its power leaves behind the end.
  while (bytes[filled - 1] === 0) filled -= 1;
  try {
    const source = bytes.toString('utf8', 0, filled).replace(/^\uFEFF/, '');
    return { document: JSON.parse(source), source };
  } catch {
    return null;
  }
}
