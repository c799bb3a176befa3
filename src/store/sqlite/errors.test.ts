import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { scratchHome } from '../../../test/support/scratch.ts';
import type { AppError } from '../../platform/errors.ts';
import { toStoreError } from './errors.ts';

const SQLITE_IOERR_SHMSIZE = 4874;
const ioError = Object.assign(new Error('disk I/O error'), {
  code: 'ERR_SQLITE_ERROR',
  errcode: SQLITE_IOERR_SHMSIZE,
});
const told = (path: string) => (toStoreError(ioError, path) as AppError).message;

test('a failed read or write names the path', () => {
  const path = join(scratchHome(), 'lessons.db');
  expect(told(path)).toBe(`reading or writing ${path} failed`);
});

// Linux's /proc has no free block, as a full disk has none.
test.skipIf(process.platform !== 'linux')('where the disk is full, that is the reason', () => {
  expect(told('/proc/lessons.db')).toBe('cannot write to /proc/lessons.db: the disk is full');
});
