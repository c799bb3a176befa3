import { HOOK_DEADLINE_MS } from '../model/constants.ts';
import { fastIo } from '../platform/fast-io.ts';
import { lessonsHome } from '../platform/paths.ts';
import { hookIoOf } from './agents.ts';
import { answerHook } from './answer.ts';
import { readStdin } from './stdin.ts';

/**
 * `lessons hook AGENT`: one payload from stdin, at most one JSON object to stdout, exit code 0 whatever happens.
 * The deadline counts from the start of the process.
 * @param args `--home FOLDER`: the data folder of the installation, for when the agent's environment names none
 */
export async function runHook(agent: string, args: string[] = []): Promise<void> {
  process.exitCode = 0;
  try {
    const io = await hookIoOf(agent);
    if (io === null) return;
    const files = fastIo();
    const msLeft = () => HOOK_DEADLINE_MS - performance.now();
    const payload = readStdin(files, msLeft);
    if (payload === null) return;
    const home = hookHome(args);
    const text = await answerHook(io, payload, {
      home,
      env: process.env,
      io: files,
      now: Date.now,
      late: () => msLeft() < 0,
      background: (transcript) => {
        void import('./background.ts').then(({ startBackground }) => startBackground(home, transcript));
      },
    });
    if (text !== '') files.write(1, new TextEncoder().encode(text));
  } catch {
    // Fails open: the agent goes on as if there were no hook.
  }
}

function hookHome(args: string[]): string {
  const named = args[args.indexOf('--home') + 1];
  const isNamed = args.includes('--home') && named !== undefined && !process.env['LESSONS_HOME'];
  return isNamed ? named : lessonsHome(process.env);
}
