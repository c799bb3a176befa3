import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { executable, isBuilt } from '../../scripts/built.mjs';
import type { Lesson } from '../../src/model/lesson.ts';

const root = join(import.meta.dir, '..', '..');

interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

interface CliOptions {
  /** LESSONS_HOME of the run. */
  home: string;
  /** The whole environment besides PATH, HOME and LESSONS_HOME: nothing of the tester's own gets in. */
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  cwd?: string;
  /** The reader of standard output goes away after the first piece. */
  closeStdout?: boolean;
  /** A file or device that takes standard output. */
  stdoutTo?: string;
  /** User to run as, where the tests run as root. */
  uid?: number;
  /** Milliseconds after which it is killed. */
  killAfterMs?: number;
}

/**
 * What starts the program: `LESSONS_BIN` where that is set, else `dist/lessons` where it is what the
 * sources make, else the source itself.
 */
export function cliCommand(): string[] {
  const named = process.env['LESSONS_BIN'];
  if (named) return [named];
  return isBuilt() ? [executable] : [process.execPath, join(root, 'src', 'main.ts')];
}

const command = cliCommand();

/** Runs one command in a clean environment and waits for its end. */
export function runCli(args: string[], options: CliOptions): Promise<CliResult> {
  const [program, ...first] = command;
  const child = spawn(program!, [...first, ...args], {
    cwd: options.cwd ?? root,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(options.home, '..'),
      LESSONS_HOME: options.home,
      ...options.env,
    },
    stdio: ['pipe', options.stdoutTo === undefined ? 'pipe' : openSync(options.stdoutTo, 'w'), 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => {
    out.push(chunk);
    if (options.closeStdout === true) child.stdout?.destroy();
  });
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.stdin ?? '');
  const timer =
    options.killAfterMs === undefined ? null : setTimeout(() => child.kill('SIGKILL'), options.killAfterMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (timer !== null) clearTimeout(timer);
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      });
    });
  });
}

/** Runs a command with `--json` and reads its one document; throws with what it said where it failed. */
export async function runJson<T = Record<string, unknown>>(args: string[], options: CliOptions): Promise<T> {
  const result = await runCli([...args, '--json'], options);
  if (result.code !== 0) {
    throw new Error(`lessons ${args.join(' ')} ended with ${result.code}: ${result.stderr}${result.stdout}`);
  }
  return JSON.parse(result.stdout) as T;
}

/** A lesson as a person would hand it to `add --from-json`. */
export const PIP = {
  summary: 'pip install needs a virtual environment',
  mistake: 'Ran pip install on the system Python, which is externally managed.',
  remediation: 'Make one first: python3 -m venv .venv && .venv/bin/pip install …',
  toolNames: ['Bash'],
  commandPatterns: ['^pip3? install\\b'],
  errorPatterns: ['externally-managed-environment'],
  delivery: 'hold',
  priority: 6,
  tags: ['tool:pip', 'lang:python'],
};

/** Adds a lesson on the command line. */
export const addLesson = (lesson: object, options: CliOptions) =>
  runJson<Lesson & { proposal: string | null }>(['add', '--from-json', '-'], {
    ...options,
    stdin: JSON.stringify(lesson),
  });

/** What `list` answers. */
export const lessonsIn = async (options: CliOptions, ...args: string[]) =>
  (await runJson<{ lessons: Lesson[] }>(['list', ...args], options)).lessons;
