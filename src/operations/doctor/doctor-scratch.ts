import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isSystemError, systemFailure } from '../../platform/errors.ts';
import { temporaryFolder } from '../../platform/temporary-folder.ts';
import { toStoreError } from '../../store/sqlite/errors.ts';

/** Works in a folder that is removed afterwards; that there is no place for one is an error of ours. */
export async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  let folder: string | null = null;
  try {
    folder = temporaryFolder('lessons-doctor-');
    return await work(folder);
  } catch (error) {
    throw isSystemError(error)
      ? systemFailure(`cannot write in ${tmpdir()}`, error)
      : toStoreError(error, folder ?? tmpdir());
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}
