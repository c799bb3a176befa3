import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** What ends a program with us. A terminal does not: the program has a group of its own. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A program that is asked something, with everything that it starts: a shim's program outlives the shim. */
export interface ProgramGroup {
  child: ChildProcessWithoutNullStreams;
  /** Ends all of them; what does not go is killed. */
  end(): void;
}

/** Starts a program in a process group of its own, which ends where this process is told to. */
export function startGroup(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; graceMs: number },
): ProgramGroup {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const told = () => endGroup(child.pid, options.graceMs);
  for (const signal of ENDINGS) process.once(signal, told);
  return {
    child,
    end() {
      for (const signal of ENDINGS) process.off(signal, told);
      told();
    },
  };
}

function endGroup(pid: number | undefined, graceMs: number): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
      return true;
    } catch {
      return false;
    }
  };
  if (signal('SIGTERM')) setTimeout(() => signal('SIGKILL'), graceMs);
}
