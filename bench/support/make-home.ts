import { writeManifest } from '../../src/manifest/write.ts';
import { ConfigSchema } from '../../src/model/config.ts';
import type { Lesson } from '../../src/model/lesson.ts';
import { TARGET, zipfLessons } from './lesson-sets.ts';

/** `make-home.ts HOME COUNT`: compiles a set of lessons into a data folder; one line about it on stdout. */
const [home = '', count = '0'] = process.argv.slice(2);

function* lessons(): Generator<Lesson> {
  yield TARGET;
  yield* zipfLessons(Number(count) - 1);
}

const report = await writeManifest(home, { lessons: lessons(), config: ConfigSchema.parse({}) });
console.log(
  `${report.lessons} lessons: ${report.tokens} tokens, ${(report.bytes / 1e6).toFixed(1)} MB, built in ${report.durationMs} ms, ${report.refused.length} patterns refused`,
);
