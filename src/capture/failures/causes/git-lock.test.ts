import { expect, test } from 'bun:test';
import { detect, script } from '../../../../test/support/detector-script.ts';
import type { TranscriptEvent } from '../../../transcripts/events.ts';

const LOCKED =
  "fatal: Unable to create '/repo/.git/index.lock': File exists.\n\nAnother git process seems to be running in this repository";

/** `git add` and `git commit`, the second of which finds the lock and works when it is tried again. */
const commits = script()
  .bash('git add src/cart.ts', '')
  .bash('git commit -m "Round totals"', LOCKED, true)
  .bash('git commit -m "Round totals"', '[main 1a2b3c4] Round totals').events;

/** The same, both sent before either has its result. */
function together(events: readonly TranscriptEvent[]): TranscriptEvent[] {
  const [first, second] = events.flatMap((event, at) => (event.kind === 'call' ? [at] : []));
  const moved = events.toSpliced(second!, 1);
  return moved.toSpliced(first! + 1, 0, events[second!]!);
}

const found = (events: TranscriptEvent[]) => detect(events).filter(({ confidence }) => confidence >= 0.5);

test('git commands that are started beside each other meet each other’s lock', () => {
  const [episode, ...others] = found(together(commits));
  expect(others).toEqual([]);
  expect(episode?.summary).toBe("`git commit` is started beside `git add`: both need git's `index.lock`");
  expect(episode?.remediation).toContain('one after the other');
});

test('a commit that comes before what is added beside it', () => {
  const early = script()
    .bash('git add src/cart.ts', '')
    .bash(
      'git commit -m "Round totals"',
      'On branch main\nChanges not staged for commit:\n\tmodified:   src/cart.ts\n\nno changes added to commit (use "git add")',
      true,
    )
    .bash('git add src/cart.ts && git commit -m "Round totals"', '[main 1a2b3c4] Round totals').events;
  const [episode] = found(together(early));
  expect(episode?.summary).toBe('`git commit` is started beside `git add`, before anything is staged');
  expect(episode?.remediation).toContain('one after the other');
});

test('a lock that somebody else holds is no mistake', () => {
  expect(found(commits)).toEqual([]);
});
