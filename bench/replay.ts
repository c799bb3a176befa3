/**
 * How fast `lessons replay` is over a folder of transcripts, beside the scan alone of the same files in the same
 * run: wall and processor time, each figure the best of interleaved rounds; processes of their own, warm cache. Then
 * the same over 3 GB, copies of these transcripts with other sessions, calls and folders: the promise is held against
 * that, since a process needs its first second to compile what it runs.
 *
 *   npm run bench -- replay [FOLDER] [--rounds N] [--gb N] [--program PATH]
 *
 * Without a folder: `LESSONS_CORPUS`. `--gb 0` leaves the copies out. Without a program: `dist/lessons` where it was built, else the source.
 * Processor time includes the workers; it does not grow with what else the machine does, as wall time does.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { discover } from '../src/operations/scan/discover.ts';
import { WORKER_COMMAND } from '../src/operations/scan/protocol.ts';
import { WORKER_ENV } from '../src/operations/scan/worker-process.ts';
import { selfCommand } from '../src/platform/self.ts';
import { asOthers } from './support/longer-history.ts';
import { printPromises, promise } from './support/promises.ts';

const PROMISE_MB_PER_SECOND = 200;
const GB = 1e9;
interface Run {
  wallMs: number;
  cpuMs: number;
  stdout: string;
}

function filesIn(folder: string) {
  return discover([folder], { cwd: process.cwd(), excludePaths: [] }).files;
}

/** The program's own scan workers over the same files, dealt by size; what they find is thrown away. */
async function scan(files: { path: string; size: number }[], program: string[]): Promise<Run> {
  const shares = Array.from({ length: availableParallelism() }, () => ({ size: 0, tasks: [] as string[] }));
  for (const { path, size } of files.toSorted((a, b) => b.size - a.size)) {
    const share = shares.toSorted((a, b) => a.size - b.size)[0] as (typeof shares)[number];
    share.size += size;
    share.tasks.push(JSON.stringify({ path, cursor: null }));
  }
  const options = JSON.stringify({ agent: null, tagsOnly: false, calls: true });
  const start = performance.now();
  const workers = shares.map(({ tasks }) =>
    Bun.spawn([...program, WORKER_COMMAND, options], {
      stdin: Buffer.from(`${tasks.join('\n')}\n`),
      stdout: 'ignore',
      stderr: 'ignore',
      env: { ...process.env, ...WORKER_ENV },
    }),
  );
  const codes = await Promise.all(workers.map((worker) => worker.exited));
  const wallMs = performance.now() - start;
  if (codes.some((code) => code !== 0)) throw new Error(`a scan worker ended with ${codes.join(', ')}`);
  const cpu = workers.map((worker) => Number(worker.resourceUsage()?.cpuTime.total ?? 0n) / 1000);
  return { wallMs, cpuMs: cpu.reduce((sum, each) => sum + each, 0), stdout: '' };
}

/** Runs a program; its processor time with that of its children, from what the system counts for ours. */
function run(command: string[], home: string): Run {
  const [program, ...args] = command;
  const start = performance.now();
  const result = Bun.spawnSync([program as string, ...args], {
    env: { ...process.env, LESSONS_HOME: home },
    stderr: 'ignore',
  });
  const wallMs = performance.now() - start;
  if (result.exitCode !== 0) throw new Error(`${command.join(' ')}: exit ${result.exitCode}`);
  const cpu = result.resourceUsage?.cpuTime.total ?? 0n;
  return { wallMs, cpuMs: Number(cpu) / 1000, stdout: result.stdout.toString() };
}

const best = (values: number[]): number => Math.min(...values);

function line(what: string, megabytes: number, runs: Run[]): number {
  const wall = best(runs.map((each) => each.wallMs)) / 1000;
  const cpu = best(runs.map((each) => each.cpuMs)) / 1000;
  console.log(
    `${what.padEnd(12)} ${wall.toFixed(2)} s wall = ${(megabytes / wall).toFixed(0)} MB/s; ${cpu.toFixed(2)} s of processor time = ${(megabytes / cpu).toFixed(0)} MB for each second`,
  );
  return megabytes / wall;
}

/** What one measurement says of a folder: the rate of replay, in MB/s. */
async function measured(folder: string, rounds: number, program: string[], home: string): Promise<number> {
  const files = filesIn(folder);
  const megabytes = files.reduce((sum, each) => sum + each.size, 0) / 1e6;
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${files.length} files, ${megabytes.toFixed(0)} MB; ${availableParallelism()} cores, load ${load}`,
  );
  const scans: Run[] = [];
  const replays: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    scans.push(await scan(files, program));
    replays.push(run([...program, 'replay', folder, '--json'], home));
  }
  const report = JSON.parse((replays[0] as Run).stdout) as { sessions: number; toolCalls: number };
  console.log(`${report.sessions} sessions, ${report.toolCalls} calls, best of ${rounds}`);
  line('scan alone', megabytes, scans);
  return line('replay', megabytes, replays);
}

/** The folder's transcripts and copies of them as other people's, of so many bytes together. */
function longer(folder: string, bytes: number, into: string): string {
  const files = filesIn(folder).map(({ path }) => path);
  for (let nth = 1, written = 0; written < bytes; nth += 1) written += asOthers(files, folder, into, nth);
  // Else the system writes them to the disk while they are read.
  spawnSync('sync');
  return into;
}

async function main(folder: string, options: { rounds: number; bytes: number }, program: string[]) {
  const temporary = mkdtempSync(join(tmpdir(), 'lessons-bench-'));
  try {
    const home = join(temporary, 'home');
    const once = await measured(folder, options.rounds, program, home);
    if (options.bytes === 0) {
      promise('replay, MB/s', once, PROMISE_MB_PER_SECOND, true);
    } else {
      console.log("\nas many people's history, so that starting and compiling do not decide");
      const large = longer(folder, options.bytes, join(temporary, 'others'));
      const rate = await measured(large, Math.min(options.rounds, 2), program, home);
      promise('replay, MB/s', rate, PROMISE_MB_PER_SECOND, true);
    }
    return printPromises() ? 0 : 1;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    gb: { type: 'string', default: '3' },
    program: { type: 'string' },
  },
});
const folder = positionals[0] ?? process.env['LESSONS_CORPUS'] ?? '';
if (folder === '' || !existsSync(folder)) {
  console.error('no transcripts: name a folder, or set LESSONS_CORPUS');
  process.exitCode = 2;
} else {
  const built = fileURLToPath(new URL('../dist/lessons', import.meta.url));
  const program = values.program ?? (spawnSync(built, ['--version']).status === 0 ? built : null);
  const command = program === null ? selfCommand() : [resolve(program)];
  const rounds = Math.max(1, Number(values.rounds) || 1);
  process.exitCode = await main(resolve(folder), { rounds, bytes: (Number(values.gb) || 0) * GB }, command);
}
