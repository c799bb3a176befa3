/**
 * Near-duplicate look-up through the store: median time over 1,000 and over 100,000 lessons.
 * The promise: at most five times as long. Lessons are made of a vocabulary as real ones are; one look-up in
 * ten asks for a near copy of a stored lesson, and finds it.
 *
 *   npm run bench -- similarity [SMALL] [LARGE]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLesson } from '../src/operations/lesson/create-lesson.ts';
import { lessonIndexer, similarLessons } from '../src/operations/lesson/similar-lessons.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openStore } from '../src/store/sqlite/index.ts';
import { seededRandom } from '../test/support/random.ts';

const SMALL = Number(process.argv[2] ?? 1000);
const LARGE = Number(process.argv[3] ?? 100_000);
const LOOKUPS = 200;
const BATCH = 2000;
const PROMISE = 5;

const next = seededRandom(11);
/** Words of unequal frequency, as in prose. */
const word = () => `w${Math.floor(next() ** 3 * 4000)}`;
const sentence = (count: number) => Array.from({ length: count }, word).join(' ');

function draft() {
  return {
    summary: sentence(8).slice(0, 80),
    mistake: sentence(24),
    remediation: sentence(16),
    commandPatterns: [`\\b${word()}\\s+${word()}\\b`],
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function measure(count: number): Promise<{ ms: number; found: number; asked: number }> {
  const home = mkdtempSync(join(tmpdir(), 'lessons-bench-similarity-'));
  try {
    const store = await openStore(home, systemClock, lessonIndexer);
    const known: ReturnType<typeof draft>[] = [];
    for (let from = 0; from < count; from += BATCH) {
      const lessons = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
        const made = draft();
        if (known.length < 500) known.push(made);
        const built = buildLesson(made, {
          source: 'manual',
          status: 'candidate',
          now: 1_700_000_000_000 + from + index,
        });
        return { ...built, slug: `lesson-${from + index}` };
      });
      await store.insertLessons(lessons);
    }
    const times: number[] = [];
    let found = 0;
    let asked = 0;
    for (let index = 0; index < LOOKUPS; index++) {
      const near = index % 10 === 0;
      const question = near
        ? { ...known[index % known.length]!, summary: `${known[index % known.length]!.summary} ${word()}` }
        : draft();
      const started = performance.now();
      const [alike = []] = await similarLessons(store, [question]);
      times.push(performance.now() - started);
      if (near) {
        asked += 1;
        if (alike.length > 0) found += 1;
      }
    }
    await store.close();
    return { ms: median(times), found, asked };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const small = await measure(SMALL);
const large = await measure(LARGE);
const ratio = large.ms / small.ms;
const show = (count: number, run: typeof small) =>
  console.log(
    `${count} lessons: ${run.ms.toFixed(2)} ms a look-up, ${run.found} of ${run.asked} near copies found`,
  );
show(SMALL, small);
show(LARGE, large);
console.log(`ratio ${ratio.toFixed(2)} (promise: at most ${PROMISE})`);
if (ratio > PROMISE || small.found < small.asked || large.found < large.asked) process.exitCode = 1;
