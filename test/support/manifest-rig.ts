import { afterEach, beforeEach } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openManifest } from '../../src/manifest/read.ts';
import { writeManifest } from '../../src/manifest/write.ts';
import { ConfigSchema } from '../../src/model/config.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import { newFolder, removeFolder } from './folders.ts';
import { lessonOf } from './lessons.ts';

export const config = ConfigSchema.parse({});

let sequence = 0;

/** An active lesson with a number of its own. */
export function lesson(fields: Partial<Lesson> = {}): Lesson {
  sequence += 1;
  return {
    ...lessonOf({
      id: `ID${sequence}`,
      slug: `lesson-${sequence}`,
      summary: 'Builds need a clean tree',
      mistake: 'The build picked up stale output.',
      remediation: 'Run the clean target first.',
      injectOn: ['PreToolUse', 'UserPromptSubmit'],
      commandPatterns: [],
      errorPatterns: [],
      tags: [],
    }),
    number: sequence,
    ...fields,
  };
}

export const slugs = (lessons: { slug: string }[]) => lessons.map((each) => each.slug).sort();

/** Builds manifests in a scratch home of each test's own. */
export class ManifestRig {
  home = '';
  #folder = '';

  constructor() {
    beforeEach(() => {
      this.#folder = newFolder('manifest');
      this.home = join(this.#folder, `odd ${process.platform === 'win32' ? '' : '?'}#%é`);
      mkdirSync(this.home);
    });
    afterEach(() => removeFolder(this.#folder));
  }

  /** Compiles lessons, and opens what came of it. */
  build = async (lessons: Lesson[], extra: object = {}) => {
    const report = await writeManifest(this.home, { lessons, config, ...extra });
    const manifest = openManifest(this.home);
    if (!manifest) throw new Error('no manifest');
    return { report, manifest };
  };
}
