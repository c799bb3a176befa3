import { beforeAll, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookIo } from '../../src/agents/adapter.ts';
import { hookIoOf } from '../../src/hook/agents.ts';
import { answerHook } from '../../src/hook/answer.ts';
import { HOOK_DEADLINE_MS } from '../../src/model/constants.ts';
import { fastIo } from '../../src/platform/fast-io.ts';
import { builtExecutable } from '../kit/executable.ts';
import { compileInto, makeLesson } from '../kit/lessons.ts';
import { answerProblem, mutatedBytes } from '../kit/payloads.ts';
import { fuzzSeed, isFullFuzz } from '../support/fuzz.ts';
import { seededRandom } from '../support/random.ts';
import { lastingScratchDir } from '../support/scratch.ts';

/**
 * Mutated payloads of every event. By default a sample, the same each time; everything, and anew each time, with
 * `LESSONS_FUZZ=full` (100,000 in this process, 1,000 as processes). `LESSONS_FUZZ_SEED` repeats a run.
 */

const IN_PROCESS = isFullFuzz ? 100_000 : 4_000;
const AS_PROCESSES = isFullFuzz ? 1_000 : 60;
console.log(`fuzz seed ${fuzzSeed}: ${IN_PROCESS} in process, ${AS_PROCESSES} as processes`);

const home = lastingScratchDir('fuzz');
beforeAll(async () => {
  await compileInto(home, [
    makeLesson({ slug: 'push', commandPatterns: ['\\bgit push --force\\b'], priority: 8 }),
    makeLesson({ slug: 'publish', delivery: 'hold', commandPatterns: ['\\bnpm publish\\b'] }),
    makeLesson({ slug: 'drop', delivery: 'block', commandPatterns: ['\\bdropdb\\b'] }),
    makeLesson({ slug: 'busy', errorPatterns: ['EADDRINUSE'], injectOn: ['PostToolUseFailure'] }),
    makeLesson({ slug: 'start', injectOn: ['SessionStart', 'SubagentStart'] }),
    makeLesson({
      slug: 'edits',
      toolNames: ['Edit', 'Write'],
      pathPatterns: ['**/*.ts'],
      contentPatterns: ['push'],
    }),
    makeLesson({ slug: 'words', summary: 'Deploy kubernetes with docker', injectOn: ['UserPromptSubmit'] }),
  ]);
});

/** What this process answers, and the processor time that it took. */
async function answered(io: HookIo, bytes: Uint8Array): Promise<{ text: string; ms: number }> {
  const started = performance.now();
  const worked = process.cpuUsage();
  const host = { home, env: {}, io: fastIo(), now: Date.now, background: () => {} };
  const late = () => performance.now() - started > HOOK_DEADLINE_MS;
  const text = await answerHook(io, { bytes }, { ...host, late });
  return { text, ms: workedMs(process.cpuUsage(worked)) };
}

/** The least of three times where the first is over the deadline: a collection or a busy machine takes its time once. */
async function leastOf(first: number, again: () => Promise<number>): Promise<number> {
  return first < HOOK_DEADLINE_MS ? first : Math.min(first, await again(), await again());
}

test('in process: every answer is one that the client takes, in time', async () => {
  const random = seededRandom(fuzzSeed);
  const io = (await hookIoOf('claude-code'))!;
  const problems: string[] = [];
  let answers = 0;
  let slowest = 0;
  for (let number = 0; number < IN_PROCESS; number += 1) {
    const bytes = mutatedBytes(random, number);
    const { text, ms } = await answered(io, bytes);
    const again = async () => (await answered(io, bytes)).ms;
    slowest = Math.max(slowest, await leastOf(ms, again));
    if (text !== '') answers += 1;
    const problem = answerProblem(text);
    if (problem !== null)
      problems.push(`#${number}: ${problem} for ${new TextDecoder().decode(bytes).slice(0, 300)}`);
  }
  console.log(`${answers} answers, slowest ${slowest.toFixed(1)} ms`);
  expect(problems).toEqual([]);
  expect(answers).toBeGreaterThan(IN_PROCESS / 100);
  expect(slowest).toBeLessThan(HOOK_DEADLINE_MS);
});

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Processor time: what a busy machine adds to it says nothing about the hook. */
  ms: number;
}

/** @param used microseconds of processor time */
function workedMs(used: { user: number; system: number }): number {
  return (used.user + used.system) / 1000;
}

async function runHook(executable: string, bytes: Uint8Array): Promise<Ran> {
  const env = { PATH: process.env['PATH'], HOME: home, LESSONS_HOME: home };
  const child = Bun.spawn([executable, 'hook', 'claude-code'], {
    env,
    stdin: bytes,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const { user, system } = child.resourceUsage()!.cpuTime;
  return { code, stdout, stderr, ms: workedMs({ user: Number(user), system: Number(system) }) };
}

test('as processes: exit 0, nothing on stderr, valid, in time', async () => {
  const executable = builtExecutable();
  const random = seededRandom(fuzzSeed + 1);
  const problems: string[] = [];
  const times: number[] = [];
  for (let number = 0; times.length < AS_PROCESSES; number += 1) {
    const bytes = mutatedBytes(random, number);
    // A session's end and start leave work in the background; two thousand scans are not what is tested here.
    const event = /"hook_event_name":"Session/.test(new TextDecoder().decode(bytes));
    if (event && number % 20 !== 0) continue;
    const { code, stdout, stderr, ms } = await runHook(executable, bytes);
    times.push(await leastOf(ms, async () => (await runHook(executable, bytes)).ms));
    const problem = answerProblem(stdout) ?? (stderr === '' ? null : `stderr: ${stderr}`);
    if (code !== 0 || problem !== null) problems.push(`#${number}: exit ${code}, ${problem}`);
  }
  times.sort((a, b) => a - b);
  const slowest = times.at(-1) ?? 0;
  console.log(
    `${times.length} processes: median ${times[times.length >> 1]?.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms`,
  );
  expect(problems).toEqual([]);
  expect(slowest).toBeLessThan(HOOK_DEADLINE_MS);
});

test('200 parallel processes claim one lesson: exactly one injects', async () => {
  const executable = builtExecutable();
  // A folder of its own: a scan that an earlier payload has started in the other may be folding its log right now.
  const own = lastingScratchDir('fuzzparallel');
  await compileInto(own, [makeLesson({ slug: 'push', commandPatterns: ['\\bgit push --force\\b'] })]);
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  for (const number of numbers) {
    const call = {
      session_id: 'parallel',
      cwd: '/home/dev/p',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git push --force' },
      tool_use_id: `toolu_parallel_${number}`,
      agent_id: `agent${number}`,
    };
    writeFileSync(join(own, `${number}.in`), JSON.stringify(call));
  }
  // A shell starts them: the pipes of so many would be more than the files that a process may have open on some machines.
  const each = '(LESSONS_HOME=$PWD "$0" hook claude-code <$n.in >$n.out 2>$n.err; echo $? >$n.code) &';
  const script = `for n in ${numbers.join(' ')}; do ${each} done; wait`;
  expect(await Bun.spawn(['sh', '-c', script, executable], { cwd: own }).exited).toBe(0);
  const said = (end: string) => numbers.map((number) => readFileSync(join(own, `${number}.${end}`), 'utf8'));
  expect(said('out').filter((text) => text.includes('additionalContext'))).toHaveLength(1);
  expect(new Set([...said('code'), ...said('err')])).toEqual(new Set(['0\n', '']));
  const events = readFileSync(join(own, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.filter((event) => event.sessionId === 'parallel' && event.kind === 'inject')).toHaveLength(1);
});

test('a pipe that stays open is answered when the payload is whole, and left at the deadline when it is not', async () => {
  const executable = builtExecutable();
  // A folder of its own: what an earlier payload has started in the other compiles anew, from a store without lessons.
  const own = lastingScratchDir('fuzzpipe');
  await compileInto(own, [makeLesson({ slug: 'push', commandPatterns: ['\\bgit push --force\\b'] })]);
  // It ends by itself while the pipe stays open.
  const open = (text: string): Promise<Pick<Ran, 'code' | 'stdout'>> =>
    new Promise((resolve) => {
      const child = spawn(executable, ['hook', 'claude-code'], {
        env: { LESSONS_HOME: own },
        stdio: 'pipe',
      });
      let stdout = '';
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
      });
      child.on('close', (code) => resolve({ code, stdout }));
      child.stdin.write(text);
    });
  const whole = await open(
    `${JSON.stringify({ session_id: 'open', cwd: '/', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push --force' }, tool_use_id: 'o1' })}\n`,
  );
  expect(whole.stdout).toContain('additionalContext');
  const half = await open('{"session_id":"half","hook_ev');
  expect(half).toMatchObject({ code: 0, stdout: '' });
});
