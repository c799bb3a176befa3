import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, seededRandom } from '../../test/support/random.ts';
import { claudeLines, fixedUuid, type Step } from '../../test/support/transcripts.ts';

const MISTAKES_PER_SESSION = 6;
const SESSIONS_PER_PROJECT = 25;
const VOCABULARY = 6000;
const SYLLABLES = 'ba ce di fo gu ha ki lo me nu pa ri so tu va we xi yo za qua'.split(' ');

/** Words as names are made of; the early ones come often, as in prose. */
class Words {
  readonly #next: Random;

  constructor(next: Random) {
    this.#next = next;
  }

  number(below: number): number {
    return Math.floor(this.#next() * below);
  }

  word(): string {
    let rest = Math.floor(this.#next() ** 2.2 * VOCABULARY) + 7;
    let word = '';
    for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length];
    return word;
  }

  /** Lines of output, as long as real ones are. */
  lines(count: number): string {
    const line = () => `  ${this.word()} ${this.word()}: ${this.number(900)} ${this.word()}/${this.word()}`;
    return Array.from({ length: count }, line).join('\n');
  }
}

type Make = (words: Words, cwd: string) => Step[];

/** Mistakes of the kinds that agents make, each with its correction. */
const MAKERS: Make[] = [
  (words) => {
    const [program, sub, flag] = [words.word(), words.word(), words.word()];
    const out = `error: unexpected argument '--${flag}' found\n\nUsage: ${program} ${sub} [OPTIONS]\n${words.lines(6)}`;
    return [
      { run: `${program} ${sub} --${flag} ${words.word()}`, exit: 2, out },
      { run: `${program} ${sub} --${words.word()} ${words.word()}`, exit: 0, out: 'done' },
    ];
  },
  (words) => {
    const program = words.word();
    const out = `/bin/bash: line 1: ${program}: command not found`;
    return [
      { run: `${program} -q ${words.word()}/${words.word()}`, exit: 127, out },
      { run: `uv run ${program} -q`, exit: 0, out: '12 passed' },
    ];
  },
  (words) => {
    const script = `${words.word()}:${words.word()}`;
    const out = `npm error Missing script: "${script}"\nnpm error To see a list of scripts, run:\nnpm error   npm run`;
    return [
      { run: `npm run ${script}`, exit: 1, out },
      { run: `npm run ${words.word()}`, exit: 0, out: 'done' },
    ];
  },
  (words) => {
    const [folder, file] = [words.word(), `${words.word()}.ts`];
    const out = `cat: src/${folder}/${file}: No such file or directory`;
    return [
      { run: `cat src/${folder}/${file}`, exit: 1, out },
      { run: `cat lib/${file}`, exit: 0, out: words.lines(4) },
    ];
  },
  (words, cwd) => {
    const [type, property] = [words.word(), words.word()];
    const file = `src/${words.word()}.ts`;
    const error = `${file}(${words.number(300)},7): error TS2339: Property '${property}' does not exist on type '${type}'.`;
    return [
      { run: 'npx tsc --noEmit', exit: 2, out: `${error}\n${words.lines(8)}` },
      { edit: `${cwd}/${file}`, old: property, new: words.word() },
      { run: 'npx tsc --noEmit', exit: 0, out: '' },
    ];
  },
  (words, cwd) => {
    const name = `${words.word()} ${words.word()} ${words.word()}`;
    const out = `${words.lines(10)}\n  ✗ ${name}\n    AssertionError: expected ${words.number(90)} to equal ${words.number(90)}\n 1 failed, ${words.number(300)} passed`;
    return [
      { run: `npx vitest run src/${words.word()}`, exit: 1, out },
      { edit: `${cwd}/src/${words.word()}.ts`, old: 'a', new: 'b' },
      { run: 'npx vitest run', exit: 0, out: '40 passed' },
    ];
  },
  (words) => {
    const [what, other, place] = [words.word(), words.word(), words.word()];
    return [
      { say: `I put the ${what} into ${place}.` },
      {
        user: `No, that is wrong. Never put ${what} ${words.word()} into ${place}: ${words.word()} ${words.word()} ${words.word()} belongs to the ${other} ${words.word()}, ${words.word()} ${words.word()}.`,
      },
      { say: `You are right, I will move them to ${other}.` },
      { run: `mv ${place}/${what} ${other}/`, exit: 0, out: '' },
    ];
  },
  (words) => {
    const branch = `${words.word()}-${words.word()}`;
    const out = `fatal: a branch named '${branch}' already exists`;
    return [
      { run: `git checkout -b ${branch}`, exit: 128, out },
      { run: `git checkout ${branch}`, exit: 0, out: `Switched to branch '${branch}'` },
    ];
  },
  (words) => {
    const module = `${words.word()}_${words.word()}`;
    const out = `Traceback (most recent call last):\n  File "${words.word()}.py", line ${words.number(200)}, in <module>\n    import ${module}\nModuleNotFoundError: No module named '${module}'`;
    return [
      { run: `python3 -m ${words.word()}.${words.word()}`, exit: 1, out },
      { run: `uv run python -m ${words.word()}`, exit: 0, out: words.lines(3) },
    ];
  },
  (words) => {
    const [program, key] = [words.word(), words.word()];
    const out = `${program}: ${words.word()} ${words.word()} failed: ${words.word()} is not a valid ${key} for ${words.word()}\n${words.lines(12)}`;
    return [
      { run: `${program} apply ${key}=${words.word()}`, exit: 1, out },
      { run: `${program} apply ${key} ${words.word()}`, exit: 0, out: 'applied' },
    ];
  },
];

/**
 * Writes transcripts of Claude Code with about so many mistakes: sessions in projects, some mistakes again and again,
 * most of them once, as years of work leave them. The same seed gives the same files.
 */
export function madeHistory(folder: string, mistakes: number, seed = 1): void {
  mkdirSync(folder, { recursive: true });
  for (let session = 0; session * MISTAKES_PER_SESSION < mistakes; session += 1)
    madeSession(folder, seed * 1_000_000 + session);
}

/** One more session; another number tells of other mistakes. */
export function madeSession(folder: string, number: number): void {
  const words = new Words(seededRandom(number));
  const cwd = `/home/dev/work-${Math.floor(number / SESSIONS_PER_PROJECT)}`;
  const steps: Step[] = [{ user: `Start with the ${words.word()}` }];
  for (let each = 0; each < MISTAKES_PER_SESSION; each += 1) {
    steps.push({ run: `ls ${words.word()}`, exit: 0, out: words.lines(5) });
    steps.push({ run: `git log --oneline ${words.word()}`, exit: 0, out: words.lines(3) });
    steps.push(...(MAKERS[words.number(MAKERS.length)] as Make)(words, cwd));
  }
  steps.push({ run: 'npm test', exit: 0, out: '3 passed' });
  const sessionId = fixedUuid(`history ${number}`);
  const lines = claudeLines({ sessionId, cwd, steps }).map((value) => `${JSON.stringify(value)}\n`);
  writeFileSync(join(folder, `${sessionId}.jsonl`), lines.join(''));
}
