/** How quickly the review screen answers a key, from the key's byte to the drawn row, with 5,000 candidates. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/store/sqlite/index.ts';
import { candidateOf } from '../test/support/candidates.ts';
import { KEYS, startTerminal } from '../test/support/terminal.ts';

const ROWS = 5000;
const PRESSES = 200;

const home = mkdtempSync(join(tmpdir(), 'lessons-bench-tui-'));
const lessons = join(import.meta.dir, '..', 'dist', 'lessons');

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

try {
  const store = await openStore(home);
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const { number: _number, ...lesson } = candidateOf({
      summary: `Runs tool ${index} without option ${index * 7}`,
      mistake: `The tool number ${index} was run plainly and stopped with usage message ${index * 13}.`,
      contentHash: `hash-${index}`,
    });
    return lesson;
  });
  await store.insertLessons(rows);
  await store.close();

  const screen = startTerminal([lessons, 'review'], {
    env: { LESSONS_HOME: home, HOME: home, PATH: process.env['PATH'] ?? '' },
  });
  const loading = performance.now();
  await screen.waitFor(`pending 1/${ROWS}`);
  console.log(`first screen with ${ROWS} candidates: ${Math.round(performance.now() - loading)} ms`);
  const times: number[] = [];
  for (let press = 1; press <= PRESSES; press += 1) {
    const wanted = `pending ${press + 1}/${ROWS}`;
    const from = performance.now();
    screen.send(press % 2 === 0 ? KEYS.down : 'j');
    while (!screen.raw().slice(-6000).includes(wanted)) await Bun.sleep(0);
    times.push(performance.now() - from);
  }
  screen.send('q');
  await screen.exited;
  times.sort((a, b) => a - b);
  const figures = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
  console.log(`${PRESSES} keys: median ${figures[0]} ms, p95 ${figures[1]} ms, p99 ${figures[2]} ms`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
