/**
 * How fast transcripts are read: tags alone and full detection of Claude Code's on one core, over at least 3 GB, beside
 * `rg -c` (else `grep -c`) on the same files; full detection of every other agent's; two workers against one over at
 * least 3 GB of all of them; peak memory over everything and for one file of 2 GB.
 * All in one run, warm cache, each figure the best of several interleaved rounds.
 *
 *   npm run bench -- scan [FOLDER] [--rounds N] [--skip-large]
 *
 * Without a folder: `LESSONS_CORPUS`, else transcripts that are made here.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { transcriptReaders } from '../src/agents/index.ts';
import type { AgentId } from '../src/model/episode.ts';
import { scanAll, WORKER_ENV } from '../src/operations/scan/pool.ts';
import { scanFile } from '../src/operations/scan/scan-file.ts';
import { sessionSteps } from '../test/support/mistakes.ts';
import { claudeLines, fixedUuid } from '../test/support/transcripts.ts';

const GB = 1e9;
const PROMISE = { fullMbPerSecond: 500, tagsToRipgrep: 0.3, twoWorkers: 1.6, memoryMb: 200 };
/** Read in each measurement, so that starting and compiling do not decide. */
const LONG_BYTES = 3 * GB;
/** The same for agents of which there is less, and the least of theirs that tells anything. */
const OTHER_BYTES = GB / 4;
const OTHER_BYTES_MIN = 1e6;
const LARGE_BYTES = 2 * GB;

interface Measured {
  bytes: number;
  ms: number;
  /** CPU time of the process, without its children. */
  cpuMs: number;
  peakMb: number;
  found: number;
}

interface ChildTask {
  files: string[];
  tagsOnly: boolean;
  workers: number;
  repeat: number;
}

/** Runs in a process of its own, so that its memory and time are its own. */
async function measureHere(task: ChildTask): Promise<Measured> {
  const sized = task.files.map((path) => ({ path, cursor: null, size: statSync(path).size }));
  const tasks = Array.from({ length: task.repeat }, () => sized).flat();
  let bytes = 0;
  let found = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  await scanAll(
    tasks,
    {
      agent: null,
      tagsOnly: task.tagsOnly,
      calls: true,
      workers: task.workers,
      inProcess: task.workers === 1,
    },
    {
      onCalls: () => {},
      onFile: (_path, outcome) => {
        if (!('cursor' in outcome)) return;
        bytes += outcome.bytesRead;
        found += outcome.episodes.length + outcome.tags.length;
      },
    },
  );
  const used = process.cpuUsage(cpu);
  return {
    bytes,
    ms: performance.now() - start,
    cpuMs: (used.user + used.system) / 1000,
    peakMb: peakMb(),
    found,
  };
}

/** Peak memory of this process. What the system's accounting calls so counts the process that started it as well. */
function peakMb(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)![1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

function measure(task: ChildTask): Measured {
  const child = spawnSync(process.execPath, [import.meta.filename, '--child'], {
    input: JSON.stringify(task),
    env: { ...process.env, ...WORKER_ENV },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Measured;
}

/** Lines with the opening of a tag, counted by a native tool. */
function search(files: string[]): { tool: string; ms: number } {
  const hasRipgrep = spawnSync('rg', ['--version']).status === 0;
  const [tool, args] = hasRipgrep
    ? ['rg', ['-c', '-j', '1', '--no-messages', '-F', '#lesson']]
    : ['grep', ['-c', '-F', '#lesson']];
  const start = performance.now();
  spawnSync(tool, [...args, '--', ...files], { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } });
  return { tool, ms: performance.now() - start };
}

function transcriptsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:jsonl|json|traj)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The files of each agent, told apart as a scan does it: by content. */
function byAgent(files: string[]): Map<AgentId, string[]> {
  const found = new Map<AgentId, string[]>();
  for (const file of files) {
    const read = scanFile(file, null, { readers: transcriptReaders, project: (cwd) => cwd, tagsOnly: true });
    if ('cursor' in read) found.set(read.cursor.agent, [...(found.get(read.cursor.agent) ?? []), file]);
  }
  return found;
}

/** Sessions with long outputs between their mistakes, as real ones have. */
function madeTranscripts(folder: string): void {
  for (let seed = 0; seed < 40; seed += 1) {
    const steps = sessionSteps(seed, 60).map((step) =>
      'run' in step && step.exit === 0
        ? { ...step, out: `${step.out}\n${'a line of some output, and another word\n'.repeat(400)}` }
        : step,
    );
    const story = { sessionId: fixedUuid(`bench ${seed}`), cwd: '/home/dev/shop', steps };
    appendFileSync(
      join(folder, `${seed}.jsonl`),
      claudeLines(story)
        .map((value) => `${JSON.stringify(value)}\n`)
        .join(''),
    );
  }
}

/** One transcript of 2 GB: the lines of the others, with fresh record ids. */
function madeLarge(path: string, files: string[]): void {
  const fd = openSync(path, 'w');
  let written = 0;
  try {
    for (let round = 0; written < LARGE_BYTES; round += 1) {
      for (const file of files) {
        if (written >= LARGE_BYTES) break;
        const text = readFileSync(file, 'latin1').replaceAll('"uuid":"', `"uuid":"${round}-`);
        written += writeSync(fd, Buffer.from(text.endsWith('\n') ? text : `${text}\n`, 'latin1'));
      }
    }
  } finally {
    closeSync(fd);
  }
}

/** One measurement for each other agent of which there is enough. */
function others(agents: Map<AgentId, string[]>, sizeOf: (files: string[]) => number): [string, Measured[]][] {
  const found: [string, Measured[]][] = [];
  for (const [agent, files] of agents) {
    const bytes = sizeOf(files);
    if (agent === 'claude-code' || bytes < OTHER_BYTES_MIN) continue;
    const repeat = Math.ceil(OTHER_BYTES / bytes);
    found.push([
      `${agent} (${(bytes / 1e6).toFixed(0)} MB), full detection`,
      [measure({ files, tagsOnly: false, workers: 1, repeat })],
    ]);
  }
  return found;
}

function best(times: number[]): number {
  return Math.min(...times);
}

function seconds(measured: Measured[]): string {
  return `${(best(measured.map((each) => each.ms)) / 1000).toFixed(1)} s`;
}

interface Kept {
  what: string;
  value: number;
  limit: number;
  atLeast: boolean;
  /** The same by CPU time, which other programs on the machine change less. */
  byCpu?: number;
  load: string;
}

const promises: Kept[] = [];

const isKept = ({ value, limit, atLeast }: Kept): boolean => (atLeast ? value >= limit : value <= limit);

function promise(what: string, value: number, limit: number, atLeast: boolean, byCpu?: number): void {
  promises.push({ what, value, limit, atLeast, load: loadNow(), ...(byCpu === undefined ? {} : { byCpu }) });
}

/** Programs that want to run, averaged over the last minute: beyond the cores, wall-clock figures are too low. */
function loadNow(): string {
  return loadavg()[0]!.toFixed(1);
}

function printPromises(): void {
  console.log(
    `\n${'promise'.padEnd(36)} ${'measured'.padStart(9)} ${'by CPU'.padStart(9)} ${'promised'.padStart(11)}  load`,
  );
  for (const kept of promises) {
    const cpu = kept.byCpu === undefined ? '' : kept.byCpu.toFixed(2);
    const limit = `${kept.atLeast ? '≥' : '≤'} ${kept.limit}`;
    console.log(
      `${kept.what.padEnd(36)} ${kept.value.toFixed(2).padStart(9)} ${cpu.padStart(9)} ${limit.padStart(11)}  ${kept.load.padStart(4)}  ${isKept(kept) ? 'kept' : 'MISSED'}`,
    );
  }
}

function main(): void {
  const args = process.argv.slice(2);
  const rounds = Number(args[args.indexOf('--rounds') + 1] ?? 3) || 3;
  const named = args.find((arg, at) => !arg.startsWith('--') && args[at - 1] !== '--rounds');
  const scratch = mkdtempSync(join(tmpdir(), 'lessons-bench-'));
  try {
    let folder = named ?? process.env['LESSONS_CORPUS'] ?? '';
    if (folder === '' || !existsSync(folder)) {
      madeTranscripts(scratch);
      folder = scratch;
    }
    const all = transcriptsIn(folder);
    const agents = byAgent(all);
    const claude = agents.get('claude-code') ?? [];
    const sizeOf = (files: string[]) => files.reduce((sum, file) => sum + statSync(file).size, 0);
    const claudeBytes = sizeOf(claude);
    console.log(
      `${folder === scratch ? 'made transcripts' : 'corpus'}: ${all.length} files, ${(sizeOf(all) / 1e6).toFixed(0)} MB, of them Claude Code ${(claudeBytes / 1e6).toFixed(0)} MB`,
    );
    console.log(
      `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${loadNow()}, Bun ${process.versions['bun'] ?? '–'}`,
    );

    const repeat = Math.max(1, Math.ceil(LONG_BYTES / Math.max(claudeBytes, 1)));
    const times = { search: [] as number[], tags: [] as Measured[], full: [] as Measured[] };
    let tool = '';
    for (let round = 0; round < rounds; round += 1) {
      const searched = search(claude);
      tool = searched.tool;
      times.search.push(searched.ms);
      times.tags.push(measure({ files: claude, tagsOnly: true, workers: 1, repeat }));
      times.full.push(measure({ files: claude, tagsOnly: false, workers: 1, repeat }));
    }
    const searchRate = claudeBytes / best(times.search) / 1e3;
    const rate = (list: Measured[]) => Math.max(...list.map((each) => each.bytes / each.ms / 1e3));
    const cpuRate = (list: Measured[]) => Math.max(...list.map((each) => each.bytes / each.cpuMs / 1e3));
    console.log(`\n${''.padEnd(34)}     MB/s  per CPU second`);
    console.log(
      `${`${tool} -c -F '#lesson'${tool === 'grep' ? ' (no rg here)' : ''}`.padEnd(34)} ${searchRate.toFixed(0).padStart(8)}`,
    );
    for (const [name, list] of [
      ['Claude Code, tags alone', times.tags],
      ['Claude Code, full detection', times.full],
      ...others(agents, sizeOf),
    ] as [string, Measured[]][]) {
      console.log(
        `${name.padEnd(34)} ${rate(list).toFixed(0).padStart(8)} ${cpuRate(list).toFixed(0).padStart(8)}   peak ${Math.max(...list.map((each) => each.peakMb)).toFixed(0)} MB`,
      );
    }
    promise(
      'full detection, one core, MB/s',
      rate(times.full),
      PROMISE.fullMbPerSecond,
      true,
      cpuRate(times.full),
    );
    promise(
      `tags alone ÷ ${tool}`,
      rate(times.tags) / searchRate,
      PROMISE.tagsToRipgrep,
      true,
      cpuRate(times.tags) / searchRate,
    );

    const bytes = sizeOf(all);
    const many = Math.max(1, Math.ceil(LONG_BYTES / Math.max(bytes, 1)));
    const one: Measured[] = [];
    const two: Measured[] = [];
    for (let round = 0; round < Math.min(rounds, 2); round += 1) {
      one.push(measure({ files: all, tagsOnly: false, workers: 1, repeat: many }));
      two.push(measure({ files: all, tagsOnly: false, workers: 2, repeat: many }));
    }
    console.log(
      `\nall agents, ${((bytes * many) / GB).toFixed(1)} GB: one worker ${seconds(one)}, two ${seconds(two)}`,
    );
    promise('two workers ÷ one', rate(two) / rate(one), PROMISE.twoWorkers, true);

    const whole = measure({ files: all, tagsOnly: false, workers: 1, repeat: 1 });
    console.log(
      `all files once, starting included: ${(whole.bytes / whole.ms / 1e3).toFixed(0)} MB/s, ${whole.found} findings`,
    );
    promise('peak memory over all files, MB', whole.peakMb, PROMISE.memoryMb, false);
    if (args.includes('--skip-large')) console.log('peak memory for 2 GB: skipped, as asked');
    else {
      const large = join(scratch, 'large.jsonl');
      madeLarge(large, claude);
      const measured = measure({ files: [large], tagsOnly: false, workers: 1, repeat: 1 });
      console.log(
        `one file of ${(statSync(large).size / GB).toFixed(1)} GB: ${(measured.bytes / measured.ms / 1e3).toFixed(0)} MB/s, ${(measured.bytes / measured.cpuMs / 1e3).toFixed(0)} per CPU second`,
      );
      promise('peak memory for one file of 2 GB, MB', measured.peakMb, PROMISE.memoryMb, false);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  printPromises();
  process.exitCode = promises.every(isKept) ? 0 : 1;
}

if (process.argv.includes('--child')) {
  console.log(JSON.stringify(await measureHere(JSON.parse(readFileSync(0, 'utf8')) as ChildTask)));
} else main();
