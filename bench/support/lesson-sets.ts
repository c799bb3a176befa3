import type { Lesson } from '../../src/model/lesson.ts';
import { lessonOf } from '../../test/support/lessons.ts';
import { seededRandom } from '../../test/support/random.ts';

const PROGRAMS = [
  'npm',
  'docker',
  'pip',
  'python3',
  'node',
  'cargo',
  'go',
  'kubectl',
  'terraform',
  'make',
  'pytest',
  'pnpm',
  'yarn',
  'curl',
  'sed',
  'gh',
  'aws',
  'tsc',
  'jq',
  'psql',
];
const SUBCOMMANDS = [
  'run',
  'install',
  'build',
  'test',
  'add',
  'push',
  'apply',
  'exec',
  'commit',
  'checkout',
  'rebase',
];
const GIT_SHARE = 0.02;

/**
 * Lessons whose words are spread as in life: the rank of a word is drawn by Zipf's law, and 2% of them are on git.
 * Shapes are those that people and the synthesis write: program and subcommand, a flag further on, an exception.
 */
export function* zipfLessons(count: number, seed = 1): Generator<Lesson> {
  const next = seededRandom(seed);
  const zipf = (size: number): number => Math.min(size - 1, Math.floor(size ** next()) - 1);
  for (let n = 1; n <= count; n += 1) {
    const program = next() < GIT_SHARE ? 'git' : programAt(zipf(Math.max(50, count / 10)));
    const sub = next() < 0.5 ? SUBCOMMANDS[zipf(SUBCOMMANDS.length)]! : `sub${zipf(Math.max(100, count))}`;
    const flag = `flag${zipf(Math.max(100, count))}`;
    yield benchLesson(n, program, patternOf(next(), program, sub, flag));
  }
}

function programAt(rank: number): string {
  return PROGRAMS[rank] ?? `tool${rank}`;
}

function patternOf(draw: number, program: string, sub: string, flag: string): string {
  if (draw < 0.4) return `^${program}\\s+${sub}\\b.*\\s--${flag}\\b`;
  if (draw < 0.7) return `\\b${program}\\s+${sub}\\s+${flag}\\b`;
  if (draw < 0.9) return `^${program}\\s(?:.*\\s)?--${flag}(?:[\\s=]|$)`;
  return `\\b${program}\\s+${sub}\\b(?!.*--${flag})\\s+${flag}x\\b`;
}

function benchLesson(n: number, program: string, pattern: string): Lesson {
  const id = `01BENCH${String(n).padStart(19, '0')}`;
  return {
    number: n,
    ...lessonOf({
      id,
      slug: `bench-${n}`,
      summary: `${program} fails with this flag here (${n})`,
      mistake: `${program} was called with a flag that this version does not know, so the call ends with a usage error.`,
      remediation: `Leave the flag out, or call ${program} with the long form that its manual names. See lesson ${n}.`,
      injectOn: ['PreToolUse', 'UserPromptSubmit'],
      commandPatterns: [pattern],
      errorPatterns: [],
      priority: 1 + (n % 9),
      tags: [`tool:${program}`],
    }),
  };
}

/** One more lesson that the bench's matching command hits, whatever the size of the set. */
export const TARGET: Lesson = {
  ...benchLesson(9_999_999, 'git', '^git\\s+push\\b.*\\s--force\\b'),
  slug: 'bench-target',
};
