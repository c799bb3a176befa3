import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { scanAll } from '../../src/operations/scan/pool.ts';
import type { FileOutcome } from '../../src/operations/scan/protocol.ts';
import { TaskRunner } from '../../src/operations/scan/run-task.ts';
import { WORKER_ENV } from '../../src/operations/scan/worker-process.ts';

/** One reading of files, in a process of its own. */
export interface Measured {
  bytes: number;
  ms: number;
  /** CPU time of the process, without its children. */
  cpuMs: number;
  peakMb: number;
  found: number;
}

interface ReadTask {
  files: string[];
  tagsOnly: boolean;
  /** Worker processes; 0 reads in the measured process itself, without a parent to answer. */
  workers: number;
  repeat: number;
}

async function measureHere(task: ReadTask): Promise<Measured> {
  const sized = task.files
    .map((path) => ({ path, cursor: null, size: statSync(path).size }))
    .sort((a, b) => b.size - a.size);
  const tasks = Array.from({ length: task.repeat }, () => sized).flat();
  const options = { agent: null, tagsOnly: task.tagsOnly, calls: !task.tagsOnly };
  let bytes = 0;
  let found = 0;
  const onFile = (outcome: FileOutcome) => {
    if (!('cursor' in outcome)) return;
    bytes += outcome.bytesRead;
    found += outcome.episodes.length + outcome.tags.length;
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  if (task.workers === 0) {
    const runner = new TaskRunner(options);
    for (const each of tasks) onFile(runner.run(each, () => {}));
  } else {
    const handlers = { onCalls: () => {}, onFile: (_path: string, outcome: FileOutcome) => onFile(outcome) };
    await scanAll(tasks, { ...options, workers: task.workers }, handlers);
  }
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

/** Reads in a new process, so that its memory and time are its own. */
export function measure(task: ReadTask): Measured {
  const child = spawnSync(process.execPath, [import.meta.filename], {
    input: JSON.stringify(task),
    env: { ...process.env, ...WORKER_ENV },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Measured;
}

/** Lines with the opening of a tag, counted by a native tool. */
export function search(files: string[]): { tool: string; ms: number } {
  const hasRipgrep = spawnSync('rg', ['--version']).status === 0;
  const [tool, args] = hasRipgrep
    ? ['rg', ['-c', '-j', '1', '--no-messages', '-F', '#lesson']]
    : ['grep', ['-c', '-F', '#lesson']];
  const start = performance.now();
  spawnSync(tool, [...args, '--', ...files], { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } });
  return { tool, ms: performance.now() - start };
}

if (import.meta.main)
  console.log(JSON.stringify(await measureHere(JSON.parse(readFileSync(0, 'utf8')) as ReadTask)));
