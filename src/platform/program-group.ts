import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** What ends a program with us. A terminal does not: the program has a group of its own. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** File descriptor at which a program's shell waits until it may become the program. */
const GATE_FD = 3;

/** A program that is asked something, with everything that it starts: a shim's program outlives the shim. */
export interface ProgramGroup {
  child: ChildProcessWithoutNullStreams;
  /** Ends all of them, and what they still say is not heard; what does not go is killed. */
  end(): void;
}

/**
 * Starts a program in a process group of its own, which ends where this process does, however that comes.
 * @param options.scratch a folder that is removed with it; its caller does so too, for Windows
 */
export function startGroup(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; graceMs: number; scratch?: string },
): ProgramGroup {
  const { cwd, env, graceMs, scratch = '' } = options;
  const child = spawnGated(program, args, { cwd, env });
  const endAll = child.pid === undefined ? () => {} : enderOf(child.pid, graceMs, scratch);
  (child.stdio[GATE_FD] as Writable | undefined)?.end('\n');
  for (const signal of ENDINGS) process.once(signal, endAll);
  return {
    child,
    end() {
      for (const signal of ENDINGS) process.off(signal, endAll);
      endAll();
      // What has left the group may hold their other ends, and would keep this process waiting.
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    },
  };
}

/**
 * Starts a shell that becomes the program when its gate opens, and ends where this process is killed before that: the
 * program never runs without what ends it. Windows has no such shell, and starts the program itself.
 */
function spawnGated(
  program: string,
  args: readonly string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
): ChildProcessWithoutNullStreams {
  if (process.platform === 'win32')
    return spawn(program, args, { ...where, stdio: 'pipe', windowsHide: true });
  const script = `read _ <&${GATE_FD} && exec "$0" "$@" ${GATE_FD}<&-`;
  return spawn('/bin/sh', ['-c', script, program, ...args], {
    ...where,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  }) as ChildProcessWithoutNullStreams;
}

/**
 * What ends a group. A shell does it, once nothing holds its standard input any more: so it does where this process is
 * killed, of which it can hear nothing itself.
 */
function enderOf(pid: number, graceMs: number, scratch: string): () => void {
  if (process.platform === 'win32') return () => endTree(pid);
  const ending = `kill -TERM -${pid} && sleep ${Math.ceil(graceMs / 1000)} && kill -KILL -${pid}`;
  const script = `read _; ${ending}; [ -z "$0" ] || rm -rf -- "$0"`;
  const shell = spawn('/bin/sh', ['-c', script, scratch], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  for (const each of [shell, shell.stdin]) each.on('error', () => {});
  shell.unref();
  return () => shell.stdin.destroy();
}

function endTree(pid: number): void {
  const options = { stdio: 'ignore', windowsHide: true } as const;
  spawn('taskkill', ['/pid', String(pid), '/t', '/f'], options).on('error', () => {});
}
