import { HOOK_DEADLINE_MS } from '../model/constants.ts';
import { encodeText, fastIo } from '../platform/fast-io.ts';
import { lessonsHome } from '../platform/paths.ts';
import { hookIoOf } from './agents.ts';
import { answerHook } from './answer.ts';
import { readStdin } from './stdin.ts';

/** However busy the machine is, the client waits no longer than two seconds. */
const WALL_LIMIT_MS = 1000;

/**
 * `lessons hook AGENT`: one payload from stdin, at most one JSON object to stdout, exit code 0 whatever happens.
 * Ends the process.
 * @param args `--home FOLDER`: the data folder of the installation, for when the agent's environment names none
 */
export async function runHook(agent: string, args: string[] = []): Promise<void> {
  await answerStdin(agent, args);
  process.exit(0);
}

async function answerStdin(agent: string, args: string[]): Promise<void> {
  try {
    const found = hookIoOf(agent);
    if (found === null) return;
    const io = found instanceof Promise ? await found : found;
    const files = fastIo();
    const payload = readStdin(files, () => WALL_LIMIT_MS - performance.now());
    if (payload === null) return;
    const home = hookHome(args);
    let started: Promise<void> | null = null;
    const text = await answerHook(io, payload, {
      home,
      env: process.env,
      io: files,
      now: Date.now,
      late: isLate,
      background: (transcript) => {
        started = import('./background.ts').then(({ startBackground }) => startBackground(home, transcript));
      },
    });
    if (text !== '') files.write(1, encodeText(text));
    if (started !== null) await started;
  } catch {
    // Fails open: the agent goes on as if there were no hook.
  }
}

/**
 * The deadline counts from the start of the process, in time that this process has worked: on a busy machine it would
 * otherwise pass before the first line runs, and every lesson and block would be silently lost.
 */
function isLate(): boolean {
  const elapsed = performance.now();
  if (elapsed < HOOK_DEADLINE_MS) return false;
  if (elapsed > WALL_LIMIT_MS) return true;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 > HOOK_DEADLINE_MS;
}

function hookHome(args: string[]): string {
  const named = args[args.indexOf('--home') + 1];
  const isNamed = args.includes('--home') && named !== undefined && !process.env['LESSONS_HOME'];
  return isNamed ? named : lessonsHome(process.env);
}
