import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, systemErrorCode } from '../../platform/errors.ts';
import { forbiddenSideFile } from './side-files.ts';

const ERROR = 1;
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** What helps where a store is lost. */
export const ASIDE = 'Move it aside, then `lessons backup restore ID` or `lessons scan --full`.';

/** SQLite's primary result code of an error thrown by `node:sqlite`, or null. */
function sqliteCode(error: unknown): number | null {
  if (systemErrorCode(error) !== 'ERR_SQLITE_ERROR') return null;
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : null;
}

/** True where another connection holds the lock. */
export const isBusy = (error: unknown) => sqliteCode(error) === BUSY;

/** True where the file is no database any more, or never was one. */
export const isDamaged = (error: unknown) => [CORRUPT, NOTADB].includes(sqliteCode(error) ?? 0);

/** True where a row holds an integer that none of ours grows to: somebody else, or a failing disk, has put it there. */
export const isBeyondNumbers = (error: unknown) =>
  systemErrorCode(error) === 'ERR_OUT_OF_RANGE' && (error as Error).message.startsWith('Value is too large');

/** True where the database cannot be written now, and can be read. */
export const isUnwritable = (error: unknown) => [READONLY, FULL].includes(sqliteCode(error) ?? 0);

/** True where the files that SQLite keeps beside a database cannot be made, or it cannot grow. */
export function isDiskFull(error: unknown, path: string): boolean {
  const code = sqliteCode(error);
  return code === FULL || ((code === IOERR || code === CANTOPEN) && isWithoutRoom(path));
}

/** The state of the disk or of another process as one line for the user; any other error is returned as it is. */
export function toStoreError(error: unknown, path: string): unknown {
  if (isBeyondNumbers(error)) return damagedRow(error);
  switch (sqliteCode(error)) {
    case BUSY:
      return new AppError('LOCKED', `another process is writing to ${path}`, {
        hint: 'Wait until it is done and try again.',
        cause: error,
      });
    case READONLY:
      if (isWithoutRoom(path)) return diskFull(path, error);
      if (forbiddenSideFile(path) !== null) return forbidden(path, error);
      return new AppError('IO', `cannot write to ${path}: it is read-only`, {
        hint: 'Make the folder writable, or set LESSONS_HOME to one that is.',
        cause: error,
      });
    case FULL:
      return diskFull(path, error);
    case CORRUPT:
    case NOTADB:
      return notAStore(path, error);
    case ERROR:
      return /^(?:no such (?:table|column): |malformed JSON)/.test((error as Error).message)
        ? notAStore(path, error)
        : error;
    case CANTOPEN:
      if (isWithoutRoom(path)) return diskFull(path, error);
      if (Buffer.byteLength(path) > PATH_BYTES_MAX)
        return new AppError('IO', `cannot open ${path}: the path is too long`, {
          hint: `Set LESSONS_HOME to a folder of at most ${PATH_BYTES_MAX - 20} bytes.`,
          cause: error,
        });
      if (forbiddenSideFile(path) !== null) return forbidden(path, error);
      return new AppError('IO', `cannot open ${path}`, {
        hint: 'Check that the folder exists and that you may write to it, or set LESSONS_HOME.',
        cause: error,
      });
    case IOERR:
      if (isWithoutRoom(path)) return diskFull(path, error);
      return new AppError('IO', `reading or writing ${path} failed`, {
        hint: 'Check that the disk is neither full nor failing, then try again.',
        cause: error,
      });
    default:
      return error;
  }
}

/** The error of a file that is no database of ours, or not a whole one. */
export function notAStore(path: string, cause: unknown): AppError {
  return new AppError('IO', `${path} is damaged or not a lessons store`, {
    hint: ASIDE,
    cause,
  });
}

/** What a row holds as JSON. Throws IO where it is none: SQLite does not notice a disk that changed a row's text. */
export function rowJson(text: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damagedRow(cause);
  }
}

/** The same of what holds a list. */
export function rowList(text: string): unknown[] {
  const list: unknown = rowJson(text);
  if (!Array.isArray(list)) throw damagedRow(list);
  return list;
}

const damagedRow = (cause: unknown) =>
  new AppError('IO', 'a row of the store, lessons.db, is damaged', {
    hint: ASIDE,
    cause,
  });

function forbidden(path: string, cause: unknown): AppError {
  return new AppError('IO', `cannot open ${path}: no permission for ${forbiddenSideFile(path)}`, {
    hint: 'Make that file your own (`chown`), or set LESSONS_HOME to another folder.',
    cause,
  });
}

function diskFull(path: string, cause: unknown): AppError {
  return new AppError('IO', `cannot write to ${path}: the disk is full`, {
    hint: 'Free some space and try again.',
    cause,
  });
}

/** SQLite opens no longer path, that of the log beside a database included. */
const PATH_BYTES_MAX = 500;

/** SQLite's files beside a database need so much; where they cannot be made, it tells no reason. */
const SIDE_FILES_BYTES = 256 * 1024;
const SIDE_FILES = 2;

function isWithoutRoom(path: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(dirname(path));
    // Some file systems count no files.
    return bavail * bsize < SIDE_FILES_BYTES || (files > 0 && ffree < SIDE_FILES);
  } catch {
    return false;
  }
}
