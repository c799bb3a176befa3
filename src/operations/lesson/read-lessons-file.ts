import type { Delivery } from '../../model/lesson.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeNamed, readNamedFile, refuseGarbled } from '../../platform/read-named.ts';
import type { Incoming } from '../formats/incoming.ts';
import { isProse } from '../formats/markdown.ts';
import { readAnyFormat } from '../formats/read-any.ts';

/** Reads a lessons file of any format. Throws NOT_FOUND, IO, INVALID_INPUT, NEWER_FORMAT or UNKNOWN_FORMAT; the file is not touched. */
export function readLessonsFile(path: string, delivery: Delivery = 'context'): Incoming {
  const bytes = readNamedFile(path);
  const read = readAnyFormat(decodeNamed(bytes), { delivery });
  if (!('refused' in read)) {
    // A log may have been torn within a character; its other lines are whole.
    if (read.format !== 'errors.jsonl') refuseGarbled(bytes, path);
    return read;
  }
  const name = path === '-' ? 'standard input' : path;
  throw new AppError(
    read.newer ? 'NEWER_FORMAT' : 'UNKNOWN_FORMAT',
    `${name} is not understood: ${read.refused}`,
    {
      hint: read.newer ? 'Update lessons. Nothing was changed.' : 'Nothing was changed.',
    },
  );
}

/** Whether a file is Markdown that says nothing of lessons, such as the README beside them. Throws NOT_FOUND or IO. */
export const isProseFile = (path: string): boolean =>
  path.endsWith('.md') && isProse(decodeNamed(readNamedFile(path)));

/** Throws USAGE where a delivery is given and no file leaves it open. */
export function refuseDelivery(delivery: Delivery | undefined, files: readonly Incoming[]): void {
  if (delivery === undefined || files.some(({ format }) => format === 'known-errors.json')) return;
  throw new AppError(
    'USAGE',
    `--delivery is for known errors: a ${files[0]?.format} says it of each lesson`,
    {
      hint: 'Nothing was changed.',
    },
  );
}
