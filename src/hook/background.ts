import { selfCommand } from '../platform/self.ts';

/**
 * Starts `lessons maintain` (scan, rebuild, sweep) as a process of its own that outlives the agent. Never throws.
 * A hook that `lessons doctor` tries has a data folder that is gone a moment later: nothing is started.
 */
export function startBackground(
  home: string,
  flag: string,
  transcript: string | null,
  onEnd = () => {},
): void {
  if (process.env['LESSONS_SELF_TEST'] === '1') {
    onEnd();
    return;
  }
  try {
    const [program, ...args] = selfCommand();
    const { spawn } = process.getBuiltinModule('node:child_process');
    const env = { ...process.env, LESSONS_HOME: home };
    const rest = transcript === null ? [] : [flag, transcript];
    const child = spawn(program!, [...args, 'maintain', ...rest], {
      detached: true,
      stdio: 'ignore',
      // The data folder is not there yet where the end of a session is the first that is heard.
      cwd: '/',
      env,
    });
    child.on('error', onEnd);
    child.on('exit', onEnd);
    child.unref();
  } catch {
    onEnd();
    // No process to spare: the next session tries again.
  }
}
