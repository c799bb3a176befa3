import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { AppError, systemErrorCode, systemReason } from './errors.ts';
import { refuseSpecial } from './files.ts';
import { sleepSync } from './sleep.ts';

/** More than any file of lessons: 100,000 of them take 200 MB. A device that never ends stops here too. */
const BYTES_MAX = 512 * 1024 * 1024;
const CHUNK_BYTES = 1 << 20;
const STDIN_POLL_MS = 5;

let isServing = false;

/** From now on standard input belongs to a protocol, and a pipe that nobody writes to would stop its server. */
export function readOnlyFiles(): void {
  isServing = true;
}

/** The bytes of a file that the user names, or of standard input for `-`. Throws NOT_FOUND or IO. */
export function readNamedFile(path: string, bytesMax = BYTES_MAX): Buffer {
  const name = namedAs(path);
  try {
    if (path === '-') {
      if (isServing) throw stdinInUse();
      return readAll(0, name, bytesMax);
    }
    if (isServing) refuseSpecial(path);
    const fd = openSync(path, 'r');
    try {
      return readAll(fd, name, bytesMax);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = systemErrorCode(error);
    if (code === 'ENOENT') throw new AppError('NOT_FOUND', `there is no file ${path}`, { cause: error });
    if (code === 'EISDIR') throw new AppError('IO', `${path} is a folder, not a file`, { cause: error });
    throw new AppError('IO', `cannot read ${name}: ${systemReason(error)}`, { cause: error });
  }
}

/** The text of such a file. Throws as well INVALID_INPUT where it is in an encoding that cannot be told. */
export function readNamedText(path: string): string {
  const bytes = readNamedFile(path);
  refuseGarbled(bytes, path);
  return decodeNamed(bytes);
}

/** A text from UTF-8, or from UTF-16 that says so in its first bytes, as Windows PowerShell writes what `>` keeps. */
export function decodeNamed(bytes: Buffer): string {
  if (!isUtf16(bytes)) return bytes.toString('utf8').replace(/^\uFEFF/, '');
  return bytes.subarray(2).toString('utf16le');
}

const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;

/** Of text in another encoding, what is no ASCII would be kept as question marks. */
export function refuseGarbled(bytes: Buffer, path: string): void {
  if (isUtf16(bytes) || isUtf8(bytes)) return;
  throw new AppError('INVALID_INPUT', `${namedAs(path)} is not UTF-8`, {
    hint: 'Save it as UTF-8. Nothing was changed.',
  });
}

const namedAs = (path: string): string => (path === '-' ? 'standard input' : path);

function readAll(fd: number, name: string, bytesMax: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  if (fstatSync(fd).size > bytesMax) throw tooLarge(name, bytesMax);
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readSome(fd, chunk, total);
    if (count === 0) return Buffer.concat(chunks);
    total += count;
    if (total > bytesMax) throw tooLarge(name, bytesMax);
    chunks.push(chunk.subarray(0, count));
  }
}

/** Standard input that is there and has nothing yet is empty at its beginning, and waited for after that. */
function readSome(fd: number, chunk: Buffer, already: number): number {
  for (;;) {
    try {
      return readSync(fd, chunk);
    } catch (error) {
      const code = systemErrorCode(error);
      if (fd !== 0 || (code !== 'EOF' && code !== 'EAGAIN')) throw error;
      if (code === 'EOF' || already === 0) return 0;
      sleepSync(STDIN_POLL_MS);
    }
  }
}

function stdinInUse(): AppError {
  return new AppError('INVALID_INPUT', 'standard input is in use here, and cannot be read as a file', {
    hint: 'Give the text itself, or a file.',
  });
}

function tooLarge(name: string, bytesMax: number): AppError {
  return new AppError('IO', `${name} holds more than ${bytesMax / 1024 / 1024} MB`);
}
