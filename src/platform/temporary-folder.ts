import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemFailure } from './errors.ts';

/** A new folder whose name begins so, for what its caller takes away again. Throws IO, with what to do. */
export function temporaryFolder(prefix: string): string {
  const root = tmpdir();
  try {
    return mkdtempSync(join(root, prefix));
  } catch (error) {
    const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
    throw systemFailure(
      `cannot write in ${root}`,
      error,
      `Set ${variable} to a folder that you may write to.`,
    );
  }
}
