import { seededRandom } from './random.ts';
import type { Step } from './transcripts.ts';

/** Mistakes and their corrections as an agent makes them; each is one episode. */
const MISTAKES: Step[][] = [
  [
    {
      run: 'npm run deploy:staging',
      exit: 1,
      out: 'npm error Missing script: "deploy:staging"\nnpm error To see a list of scripts, run:\nnpm error   npm run',
    },
    { run: 'npm run deploy -- --target staging', exit: 0, out: 'deployed to staging' },
  ],
  [
    { run: 'git log --online -5', exit: 128, out: 'fatal: unrecognized argument: --online' },
    { run: 'git log --oneline -5', exit: 0, out: 'a1b2c3d first' },
  ],
  [
    { run: 'pytest -q tests/unit', exit: 127, out: '/bin/bash: line 1: pytest: command not found' },
    { run: 'uv run pytest -q tests/unit', exit: 0, out: '12 passed in 0.4s' },
  ],
  [
    {
      run: "sed -i 's/a/b/' notes.md",
      exit: 1,
      out: 'sed: 1: "notes.md": extra characters at the end of n command',
    },
    { run: "sed -i '' 's/a/b/' notes.md", exit: 0, out: '' },
  ],
  [
    {
      edit: '/home/dev/shop/a.ts',
      old: 'x',
      new: 'y',
      error: 'File has not been read yet. Read it first before writing to it.',
    },
    { run: 'cat a.ts', exit: 0, out: 'x' },
    { edit: '/home/dev/shop/a.ts', old: 'x', new: 'y' },
  ],
  [
    { say: 'I put the tests into src/.' },
    { user: 'No, that is wrong. Never put tests into src, we use the tests folder.' },
    { say: 'You are right, I will move them to the tests folder.' },
    { run: 'mv src/a.test.ts tests/', exit: 0, out: '' },
  ],
  [
    {
      run: 'gh pr view 12 --json mergable',
      exit: 1,
      out: 'Unknown JSON field: "mergable"\nAvailable fields:\n  mergeable\n  state',
    },
    { run: 'gh pr view 12 --json mergeable', exit: 0, out: '{"mergeable":"MERGEABLE"}' },
  ],
];

/** Ordinary work between mistakes. */
const WORK: Step[] = [
  { run: 'ls -la', exit: 0, out: 'total 0' },
  { run: 'git status --short', exit: 0, out: ' M a.ts' },
  { run: 'cat README.md', exit: 0, out: '# Shop' },
  { say: 'Looking at the code.' },
  { run: 'npm test', exit: 0, out: '3 passed' },
  { user: 'Please go on with the next part' },
  { edit: '/home/dev/shop/b.ts', old: 'a', new: 'b' },
];

/** A session made of a seed: some work, some mistakes. */
export function sessionSteps(seed: number, mistakes: number): Step[] {
  const random = seededRandom(seed);
  const next = (n: number) => Math.floor(random() * n);
  const steps: Step[] = [{ user: 'Start with the shop' }];
  for (let n = 0; n < mistakes; n += 1) {
    for (let w = next(3); w >= 0; w -= 1) steps.push(WORK[next(WORK.length)]!);
    steps.push(...MISTAKES[next(MISTAKES.length)]!);
  }
  steps.push(WORK[0]!, WORK[4]!);
  return steps;
}
