import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { openSessionState } from '../src/platform/session-state.ts';
import { seededRandom, shuffled } from '../test/support/random.ts';
import { peakMegabytes } from './support/peak-memory.ts';

/**
 * `npm run bench -- hook [--batches 5] [--runs 200] [--sizes 100,10000,100000] [--exe dist/lessons]`
 * The whole hook process, from start to exit, with a call that matches and one that does not, over growing sets of
 * lessons, interleaved run by run with the empty executable (built with the same flags) and, less often, with
 * `node -e 0`, so that all see the same machine; in another order each time, so that none always follows the same.
 * Each batch has copies of both executables of its own: how Linux holds a file in memory differs from copy to copy,
 * and makes the same executable start up to 5% faster or slower. A ratio is the median of the batches' ratios of
 * medians. Ratios are of the time that passes; beside them stands the processor time of each process (`cpu`, with its
 * own ratio), which other work on the machine disturbs less.
 * Exit code 1 where a promise is missed.
 */
const { values } = parseArgs({
  options: {
    batches: { type: 'string', default: '5' },
    runs: { type: 'string', default: '200' },
    sizes: { type: 'string', default: '100,10000,100000' },
    exe: { type: 'string', default: fileURLToPath(new URL('../dist/lessons', import.meta.url)) },
  },
});
const BATCHES = Number(values.batches);
const RUNS = Number(values.runs);
const SIZES = values.sizes.split(',').map(Number);
const NODE_EVERY = 5;

const PROMISE = { noMatch: 1.25, match: 1.4, growth: 1.3, p99Ms: 50, memory: 1.3, node: 2 } as const;

if (!existsSync(values.exe)) {
  console.error(`${values.exe} is missing: run \`npm run build\` first`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'lessons-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** One thing that is timed; `payload` is made anew for each run. */
interface Subject {
  name: string;
  command: string[];
  home: string | null;
  payload: (run: number) => string;
  /** Before each run, not timed. */
  prepare?: (run: number) => void;
  times: number[];
  /** Where each batch begins in `times` and `cpu`. */
  begins: number[];
  /** User and system time of each run, in ms. */
  cpu: number[];
  answered: number;
}

const SUFFIX = process.platform === 'win32' ? '.exe' : '';

const BUILT = join(folder, `built${SUFFIX}`);
const COPIES = { empty: join(folder, `empty${SUFFIX}`), hook: join(folder, `lessons${SUFFIX}`) };

function buildEmpty(): void {
  const source = join(folder, 'empty.ts');
  writeFileSync(source, '');
  if (build(source, BUILT) !== 0) throw new Error('the empty executable could not be built');
}

/**
 * Both executables, copied one after the other: Linux maps a file that has just been written in larger pieces than
 * one that it has read back, which makes the same empty executable start in 4.0 or in 5.3 ms.
 */
function copyExecutables(): void {
  for (const [from, to] of [
    [BUILT, COPIES.empty],
    [values.exe, COPIES.hook],
  ] as const) {
    rmSync(to, { force: true });
    copyFileSync(from, to);
  }
}

/** In a process of its own, so that this one stays small: its memory counts into what it starts. */
function buildHome(size: number): string {
  const home = join(folder, `home-${size}`);
  mkdirSync(home, { recursive: true });
  const script = fileURLToPath(new URL('./support/make-home.ts', import.meta.url));
  const made = spawnSync(process.execPath, [script, home, String(size)], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  process.stdout.write(made.stdout);
  return home;
}

const COMMANDS = { match: 'git push origin main --force', 'no match': 'git status --short && npm run build' };

/**
 * What a session's start leaves behind, as every client sends one before the first call. Without it, the first lesson
 * told in a session would be timed with the making of the session's folder, 0.2 to 0.8 ms of the file system.
 */
function startSession(home: string, session: string): void {
  openSessionState(home, session).claim('s.protocol', '10\n');
}

function payloadOf(command: string, session: string, run: number): string {
  return `${JSON.stringify({
    session_id: session,
    transcript_path: join(folder, 'transcript.jsonl'),
    cwd: folder,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'bench' },
    tool_use_id: `toolu_${session}_${run}`,
  })}\n`;
}

function subjects(): Subject[] {
  const none = { home: null, answered: 0, payload: () => payloadOf('x', 'none', 0) };
  const homes = new Map(SIZES.map((size) => [size, buildHome(size)]));
  buildEmpty();
  copyExecutables();
  const list: Subject[] = [
    { ...none, name: 'empty', command: [COPIES.empty], times: [], begins: [], cpu: [] },
    { ...none, name: 'node -e 0', command: ['node', '-e', '0'], times: [], begins: [], cpu: [] },
  ];
  for (const size of SIZES) {
    const home = homes.get(size) ?? null;
    for (const [kind, command] of Object.entries(COMMANDS)) {
      // A lesson is told once a session, so a match needs a session of its own each time.
      const session = (run: number) => (kind === 'match' ? `s${size}-${run}` : `n${size}-${run >> 5}`);
      list.push({
        name: `${size} ${kind}`,
        command: [COPIES.hook, 'hook', 'claude-code'],
        home,
        payload: (run) => payloadOf(command, session(run), run),
        ...(kind === 'match' && home !== null
          ? { prepare: (run: number) => startSession(home, session(run)) }
          : {}),
        times: [],
        begins: [],
        cpu: [],
        answered: 0,
      });
    }
  }
  return list;
}

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:CLAUDE|LESSONS_)/.test(name)),
);

function runOnce(subject: Subject, run: number): void {
  const input = subject.payload(run);
  subject.prepare?.(run);
  const [file = '', ...args] = subject.command;
  const env = subject.home === null ? environment : { ...environment, LESSONS_HOME: subject.home };
  const started = process.hrtime.bigint();
  const result = Bun.spawnSync([file, ...args], { stdin: Buffer.from(input), env, stderr: 'pipe' });
  subject.times.push(Number(process.hrtime.bigint() - started) / 1e6);
  subject.cpu.push(Number(result.resourceUsage?.cpuTime.total ?? 0n) / 1000);
  if (result.exitCode !== 0 || result.stderr.length > 0) {
    throw new Error(`${subject.name}: exit ${result.exitCode}, stderr ${result.stderr}`);
  }
  if (result.stdout.length > 0) subject.answered += 1;
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const list = subjects();
let run = 0;
for (let batch = 0; batch < BATCHES; batch += 1) {
  if (batch > 0) copyExecutables();
  for (const subject of list) runOnce(subject, -1 - batch); // warm-up, not counted
  for (const subject of list) for (const kept of [subject.times, subject.cpu]) kept.pop();
  for (const subject of list) subject.begins.push(subject.times.length);
  for (let index = 0; index < RUNS; index += 1, run += 1) {
    // An order of its own for each round, the same in every run of the bench.
    for (const subject of shuffled(list, seededRandom(run))) {
      if (subject.name === 'node -e 0' && index % NODE_EVERY !== 0) continue;
      runOnce(subject, run);
    }
  }
}

/** The median over the batches of: median of the subject's runs ÷ median of the empty executable's. */
function ratioOf(subject: Subject, kind: 'times' | 'cpu'): number {
  const medianIn = (of: Subject, batch: number) =>
    quantile(of[kind].slice(of.begins[batch], of.begins[batch + 1]), 0.5);
  const ratios = subject.begins.map((_, batch) => medianIn(subject, batch) / medianIn(empty, batch));
  return quantile(ratios, 0.5);
}

const [empty, node, ...hooks] = list as [Subject, Subject, ...Subject[]];
const failures: string[] = [];
const promise = (what: string, value: number, limit: number, atLeast = false): string => {
  const kept = atLeast ? value >= limit : value <= limit;
  if (!kept) failures.push(`${what}: ${value.toFixed(2)}, promised ${atLeast ? '≥' : '≤'} ${limit}`);
  return `${value.toFixed(2)}${kept ? '' : ' !'}`;
};
const emptyMemory = peakMegabytes(empty.command, {}, empty.payload(0));
console.log(`${BATCHES} × ${RUNS} runs each, interleaved; ms`);
console.log(
  'subject'.padEnd(18),
  'median',
  '   p95',
  '   p99',
  ' ratio',
  ' node/x',
  '   cpu',
  ' ratio',
  ' MB',
);
for (const subject of list) {
  const [median, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(subject.times, share)) as [
    number,
    number,
    number,
  ];
  const isHook = hooks.includes(subject);
  const matching = subject.name.endsWith(' match') && !subject.name.endsWith('no match');
  const ratio = isHook
    ? promise(
        `${subject.name}, median against empty`,
        ratioOf(subject, 'times'),
        matching ? PROMISE.match : PROMISE.noMatch,
      )
    : ratioOf(subject, 'times').toFixed(2);
  const faster = isHook
    ? promise(`${subject.name}, node against it`, quantile(node.times, 0.5) / median, PROMISE.node, true)
    : '';
  if (isHook) promise(`${subject.name}, p99 in ms`, p99, PROMISE.p99Ms);
  const memory = isHook
    ? peakMegabytes(subject.command, { LESSONS_HOME: subject.home ?? '' }, subject.payload(run + 1))
    : emptyMemory;
  if (isHook && memory !== null && emptyMemory !== null)
    promise(`${subject.name}, memory`, memory / emptyMemory, PROMISE.memory);
  console.log(
    subject.name.padEnd(18),
    ...[median, p95, p99].map((time) => time.toFixed(2).padStart(6)),
    ratio.padStart(6),
    faster.padStart(7),
    quantile(subject.cpu, 0.5).toFixed(2).padStart(6),
    ratioOf(subject, 'cpu').toFixed(2).padStart(6),
    memory === null || subject === node ? '' : ` ${memory.toFixed(0)}`,
  );
  if (isHook && (matching ? subject.answered < subject.times.length : subject.answered > 0)) {
    failures.push(`${subject.name}: answered ${subject.answered} of ${subject.times.length} runs`);
  }
}
for (const kind of Object.keys(COMMANDS)) {
  const p95 = SIZES.map((size) =>
    quantile(list.find((each) => each.name === `${size} ${kind}`)?.times ?? [], 0.95),
  );
  const growth = (p95.at(-1) ?? 0) / (p95[0] ?? 1);
  console.log(
    `p95 at ${SIZES.at(-1)} / p95 at ${SIZES[0]}, ${kind}:`,
    promise(`growth, ${kind}`, growth, PROMISE.growth),
  );
}
if (emptyMemory === null) console.log('memory: not measured, python3 is not here');
for (const failure of failures) console.log(`MISSED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
