import { writeManifest } from '../../src/manifest/write.ts';
import { type Config, ConfigSchema } from '../../src/model/config.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import { lessonOf } from '../support/lessons.ts';

let count = 0;

/** A whole active lesson around the fields that a test is about; its texts contain its slug. */
export function makeLesson(fields: Partial<Lesson> & { slug: string }): Lesson {
  count += 1;
  return {
    ...lessonOf({
      id: `01TEST${String(count).padStart(20, '0')}`,
      summary: `Summary of ${fields.slug}`,
      mistake: `What goes wrong with ${fields.slug}, at some length.`,
      remediation: `What to do instead of ${fields.slug}, at some length.`,
      commandPatterns: [],
      errorPatterns: [],
      tags: [],
      ...fields,
    }),
    number: count,
  };
}

interface CompileOptions {
  config?: Partial<Config>;
  roots?: { root: string; project: string }[];
  languages?: Map<string, string[]>;
  effects?: Map<string, number>;
}

/** Compiles lessons into a data folder, as `lessons build` does. */
export async function compileInto(
  home: string,
  lessons: Lesson[],
  options: CompileOptions = {},
): Promise<void> {
  await writeManifest(home, {
    lessons,
    config: ConfigSchema.parse(options.config ?? {}),
    roots: options.roots ?? [],
    languages: options.languages ?? new Map(),
    ...(options.effects ? { effects: options.effects } : {}),
  });
}
