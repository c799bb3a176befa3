import { selfCommand } from '../platform/self.ts';

/** Starts `lessons maintain` (scan, rebuild, sweep) as a process of its own that outlives the agent. Never throws. */
export function startBackground(home: string, transcript: string | null): void {
  try {
    const [program, ...args] = selfCommand();
    const { spawn } = process.getBuiltinModule('node:child_process');
    const env = { ...process.env, LESSONS_HOME: home };
    const rest = transcript === null ? [] : ['--transcript', transcript];
    const child = spawn(program!, [...args, 'maintain', ...rest], {
      detached: true,
      stdio: 'ignore',
      cwd: home,
      env,
    });
    child.on('error', () => {});
    child.unref();
  } catch {
    // No process to spare, or the home is not there yet: the next session tries again.
  }
}
