import { existsSync } from 'node:fs';

/** The unpacked corpus of transcripts that `LESSONS_CORPUS` names, or null. A test without it skips and says so. */
export function corpusDir(): string | null {
  const folder = process.env['LESSONS_CORPUS'];
  if (folder === undefined || folder === '' || !existsSync(folder)) return null;
  return folder;
}

export const NO_CORPUS = 'skipped: LESSONS_CORPUS names no folder with transcripts';
