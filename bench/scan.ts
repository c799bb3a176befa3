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
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { transcriptReaders } from '../src/agents/index.ts';
import type { AgentId } from '../src/model/episode.ts';
import { scanFile } from '../src/operations/scan/scan-file.ts';
import { madeLarge, madeTranscripts } from './support/made-transcripts.ts';
import { type Measured, measure, search } from './support/measure-read.ts';
import { loadNow, printPromises, promise } from './support/promises.ts';

const GB = 1e9;
const PROMISE = { fullMbPerSecond: 500, tagsToRipgrep: 0.3, twoWorkers: 1.6, memoryMb: 200 };
/** Read in each measurement, so that starting and compiling do not decide. */
const LONG_BYTES = 3 * GB;
/** The same for agents of which there is less, and the least of theirs that tells anything. */
const OTHER_BYTES = GB / 4;
const OTHER_BYTES_MIN = 1e6;
const LARGE_BYTES = 2 * GB;

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

/** One measurement for each other agent of which there is enough. */
function others(agents: Map<AgentId, string[]>): [string, Measured[]][] {
  const found: [string, Measured[]][] = [];
  for (const [agent, files] of agents) {
    const bytes = sizeOf(files);
    if (agent === 'claude-code' || bytes < OTHER_BYTES_MIN) continue;
    const repeat = Math.ceil(OTHER_BYTES / bytes);
    found.push([
      `${agent} (${(bytes / 1e6).toFixed(0)} MB), full detection`,
      [measure({ files, tagsOnly: false, workers: 0, repeat })],
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

const rate = (list: Measured[]): number => Math.max(...list.map((each) => each.bytes / each.ms / 1e3));
const cpuRate = (list: Measured[]): number => Math.max(...list.map((each) => each.bytes / each.cpuMs / 1e3));
const sizeOf = (files: string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0);

/** One core: Claude Code's transcripts with tags alone and with everything, beside a search; then every other agent's. */
function oneCore(claude: string[], agents: Map<AgentId, string[]>, rounds: number): void {
  const bytes = sizeOf(claude);
  const repeat = Math.max(1, Math.ceil(LONG_BYTES / Math.max(bytes, 1)));
  const times = { search: [] as number[], tags: [] as Measured[], full: [] as Measured[] };
  let tool = '';
  for (let round = 0; round < rounds; round += 1) {
    const searched = search(claude);
    tool = searched.tool;
    times.search.push(searched.ms);
    times.tags.push(measure({ files: claude, tagsOnly: true, workers: 0, repeat }));
    times.full.push(measure({ files: claude, tagsOnly: false, workers: 0, repeat }));
  }
  const searchRate = bytes / best(times.search) / 1e3;
  console.log(`\n${''.padEnd(34)}     MB/s  per CPU second`);
  console.log(
    `${`${tool} -c -F '#lesson'${tool === 'grep' ? ' (no rg here)' : ''}`.padEnd(34)} ${searchRate.toFixed(0).padStart(8)}`,
  );
  for (const [name, list] of [
    ['Claude Code, tags alone', times.tags],
    ['Claude Code, full detection', times.full],
    ...others(agents),
  ] as [string, Measured[]][]) {
    console.log(
      `${name.padEnd(34)} ${rate(list).toFixed(0).padStart(8)} ${cpuRate(list).toFixed(0).padStart(8)}   peak ${Math.max(...list.map((each) => each.peakMb)).toFixed(0)} MB`,
    );
  }
  const [full, tags] = [times.full, times.tags];
  promise('full detection, one core, MB/s', rate(full), PROMISE.fullMbPerSecond, true, cpuRate(full));
  promise(
    `tags alone ÷ ${tool}`,
    rate(tags) / searchRate,
    PROMISE.tagsToRipgrep,
    true,
    cpuRate(tags) / searchRate,
  );
}

/**
 * All agents' transcripts: two workers against one, as `lessons scan --workers 2` and `--workers 1` read them. Either
 * way worker processes read and answer a parent that takes in every call, so that the promise compares like with like.
 * The same files in one process, which has nobody to answer, are printed beside them.
 */
function twoCores(all: string[], rounds: number): void {
  const bytes = sizeOf(all);
  const repeat = Math.max(1, Math.ceil(LONG_BYTES / Math.max(bytes, 1)));
  const read = (workers: number) => measure({ files: all, tagsOnly: false, workers, repeat });
  const times = { alone: [] as Measured[], one: [] as Measured[], two: [] as Measured[] };
  for (let round = 0; round < Math.min(rounds, 2); round += 1) {
    times.one.push(read(1));
    times.two.push(read(2));
    times.alone.push(read(0));
  }
  const { alone, one, two } = times;
  console.log(
    `\nall agents, ${((bytes * repeat) / GB).toFixed(1)} GB: one worker ${seconds(one)}, two ${seconds(two)}; one process alone ${seconds(alone)}, ${(rate(two) / rate(alone)).toFixed(2)} of its speed with two workers`,
  );
  promise('two workers ÷ one', rate(two) / rate(one), PROMISE.twoWorkers, true);
}

/** Memory over everything, and for one large file where `large` names where it may be made. */
function memory(all: string[], claude: string[], large: string | null): void {
  const whole = measure({ files: all, tagsOnly: false, workers: 0, repeat: 1 });
  console.log(`all files once, starting included: ${rate([whole]).toFixed(0)} MB/s, ${whole.found} findings`);
  promise('peak memory over all files, MB', whole.peakMb, PROMISE.memoryMb, false);
  if (large === null) {
    console.log('peak memory for 2 GB: skipped, as asked');
    return;
  }
  madeLarge(large, claude, LARGE_BYTES);
  const measured = measure({ files: [large], tagsOnly: false, workers: 0, repeat: 1 });
  console.log(
    `one file of ${(statSync(large).size / GB).toFixed(1)} GB: ${rate([measured]).toFixed(0)} MB/s, ${cpuRate([measured]).toFixed(0)} per CPU second`,
  );
  promise('peak memory for one file of 2 GB, MB', measured.peakMb, PROMISE.memoryMb, false);
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
    const claude = agents.get('claude-code');
    if (claude === undefined) throw new Error(`${folder} holds no transcript of Claude Code`);
    console.log(
      `${folder === scratch ? 'made transcripts' : 'corpus'}: ${all.length} files, ${(sizeOf(all) / 1e6).toFixed(0)} MB, of them Claude Code ${(sizeOf(claude) / 1e6).toFixed(0)} MB`,
    );
    console.log(
      `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${loadNow()}, Bun ${process.versions['bun'] ?? '–'}`,
    );
    oneCore(claude, agents, rounds);
    twoCores(all, rounds);
    memory(all, claude, args.includes('--skip-large') ? null : join(scratch, 'large.jsonl'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  process.exitCode = printPromises() ? 0 : 1;
}

main();
