import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { POINTER_FILE, type Pointer } from '../../src/manifest/format.ts';
import { IndexFile } from '../../src/manifest/read-index.ts';
import type { CompiledLesson } from '../../src/model/compiled.ts';

/** All lessons of a data folder as they were compiled, in the order in which they were given. */
export function compiledLessons(home: string): CompiledLesson[] {
  const pointer: Pointer = JSON.parse(readFileSync(join(home, POINTER_FILE), 'utf8'));
  const index = new IndexFile(join(home, pointer.file));
  try {
    return [...index.lessons()];
  } finally {
    index.close();
  }
}

export const compiledLesson = (home: string, slug: string): CompiledLesson | undefined =>
  compiledLessons(home).find((each) => each.slug === slug);
