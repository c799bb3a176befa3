/**
 * What a long history costs `lessons`: peak memory of the largest process, and processor time, of a first scan, of a scan
 * after one more session, and of commands that work on what is stored, over 1,000, 10,000 and 60,000 made mistakes. With the
 * ratio of the largest history to the smallest.
 *
 *   npm run bench -- memory [SIZE…] [--program PATH]
 *
 * Without a program: `dist/lessons` where it was built, else the source. Memory is measured with python3.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { selfCommand } from '../src/platform/self.ts';
import { madeHistory, madeSession } from './support/made-history.ts';

const SIZES = [1000, 10_000, 60_000];
const COMMANDS = [
  'review',
  'review --json',
  'review --json --limit 30',
  'stats',
  'doctor',
  'list',
  'build',
  'scan aggregate',
];

/** Waits for a command and tells what its largest process and all of them took. */
const SCRIPT = `
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_maxrss / 1024, used.ru_utime + used.ru_stime, code)
`;

interface Cost {
  megabytes: number;
  seconds: number;
}

function cost(command: string[], home: string): Cost {
  const env = { ...process.env, LESSONS_HOME: home, HOME: home };
  const { stdout, stderr } = spawnSync('python3', ['-c', SCRIPT, ...command], { env, encoding: 'utf8' });
  const [megabytes, seconds, code] = stdout.trim().split(' ').map(Number);
  if (megabytes === undefined || seconds === undefined || code === undefined || code > 1)
    throw new Error(`${command.join(' ')}: exit ${code} ${stderr}`);
  return { megabytes, seconds };
}

function measured(mistakes: number, program: string[]): Map<string, Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-bench-memory-'));
  const costs = new Map<string, Cost>();
  try {
    const [home, history] = [join(folder, 'home'), join(folder, 'history')];
    madeHistory(history, mistakes);
    costs.set('first scan', cost([...program, 'scan', history], home));
    madeSession(history, 999_999);
    costs.set('scan, one session more', cost([...program, 'scan', history], home));
    for (const name of COMMANDS) costs.set(name, cost([...program, ...name.split(' ')], home));
    return costs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { program: { type: 'string' } },
});
const built = fileURLToPath(new URL('../dist/lessons', import.meta.url));
const program = values.program
  ? [resolve(values.program)]
  : existsSync(built)
    ? [built]
    : [...selfCommand(), fileURLToPath(new URL('../src/main.ts', import.meta.url))];
const sizes = positionals.length > 0 ? positionals.map(Number) : SIZES;
const runs: Map<string, Cost>[] = [];
for (const size of sizes) {
  const run = measured(size, program);
  runs.push(run);
  console.log(`${size} mistakes, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { megabytes, seconds }] of run)
    console.log(
      `  ${name.padEnd(24)} ${megabytes.toFixed(0).padStart(5)} MB ${seconds.toFixed(1).padStart(7)} s of processor time`,
    );
}
const [first, last] = [runs[0], runs.at(-1)];
if (first !== undefined && last !== undefined && runs.length > 1) {
  console.log(
    `${sizes.at(-1)} against ${sizes[0]} mistakes, ${(sizes.at(-1)! / sizes[0]!).toFixed(0)} × as many`,
  );
  for (const [name, { megabytes, seconds }] of last) {
    const before = first.get(name) as Cost;
    console.log(
      `  ${name.padEnd(24)} ${(megabytes / before.megabytes).toFixed(2).padStart(5)} × the memory ${(seconds / before.seconds).toFixed(1).padStart(7)} × the time`,
    );
  }
}
