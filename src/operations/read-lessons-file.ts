import { readFileSync } from 'node:fs';
import type { Delivery } from '../model/lesson.ts';
import { AppError, systemErrorCode } from '../platform/errors.ts';
import type { Incoming } from './formats/incoming.ts';
import { readAnyFormat } from './formats/read-any.ts';

/** Reads a lessons file of any format. Throws NOT_FOUND, IO, NEWER_FORMAT or UNKNOWN_FORMAT; the file is not touched. */
export function readLessonsFile(path: string, delivery: Delivery = 'context'): Incoming {
  const read = readAnyFormat(readText(path), { delivery });
  if (!('refused' in read)) return read;
  const name = path === '-' ? 'standard input' : path;
  throw new AppError(
    read.newer ? 'NEWER_FORMAT' : 'UNKNOWN_FORMAT',
    `${name} is not understood: ${read.refused}`,
    {
      hint: read.newer ? 'Update lessons. Nothing was changed.' : 'Nothing was changed.',
    },
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') throw new AppError('NOT_FOUND', `there is no file ${path}`, { cause: error });
    if (code === 'EISDIR') throw new AppError('IO', `${path} is a folder, not a file`, { cause: error });
    throw new AppError(
      'IO',
      `cannot read ${path}: ${code ?? (error instanceof Error ? error.message : '')}`,
      { cause: error },
    );
  }
}
