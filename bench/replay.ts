/**
 * How fast `lessons replay` is over a folder of transcripts, beside the scan alone of the same files in the same
 * run: wall and processor time, each figure the best of interleaved rounds; processes of their own, warm cache.
 *
 *   npm run bench -- replay [FOLDER] [--rounds N] [--program PATH]
 *
 * Without a folder: `LESSONS_CORPUS`. Without a program: `dist/lessons` where it was built, else the source.
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

const PROMISE_MB_PER_SECOND = 200;
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

async function main(folder: string, rounds: number, program: string[]): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'lessons-bench-'));
  try {
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
      replays.push(run([...program, 'replay', resolve(folder), '--json'], home));
    }
    const report = JSON.parse((replays[0] as Run).stdout) as { sessions: number; toolCalls: number };
    console.log(`${report.sessions} sessions, ${report.toolCalls} calls, best of ${rounds}`);
    line('scan alone', megabytes, scans);
    const speed = line('replay', megabytes, replays);
    console.log(
      speed >= PROMISE_MB_PER_SECOND
        ? `ok: ${PROMISE_MB_PER_SECOND} MB/s`
        : `MISSED: ${PROMISE_MB_PER_SECOND} MB/s`,
    );
    return speed >= PROMISE_MB_PER_SECOND ? 0 : 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
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
  process.exitCode = await main(folder, Math.max(1, Number(values.rounds) || 1), command);
}
