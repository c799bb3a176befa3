import type { HookIo } from '../agents/adapter.ts';
import { HOOK_DEADLINE_MS } from '../model/constants.ts';
import { type FastIo, fastIo } from '../platform/fast-io.ts';
import { lessonsHome } from '../platform/paths.ts';
import { encodeText } from '../platform/text-bytes.ts';
import { uptimeMs } from '../platform/uptime.ts';
import { hookIoOf } from './agents.ts';
import { answerHook } from './answer.ts';
import { readStdin } from './stdin.ts';

/** However busy the machine is, the client waits no longer than two seconds at a call. */
const WALL_LIMIT_MS = 1500;

/**
 * `lessons hook AGENT`: one payload from stdin, at most one JSON object to stdout, exit code 0 whatever happens.
 * Ends the process.
 * @param args `--home FOLDER`: the data folder of the installation, for when the agent's environment names none
 */
export function runHook(agent: string, args: string[]): void | Promise<void> {
  try {
    const io = hookIoOf(agent, process.env);
    const done =
      io instanceof Promise ? io.then((loaded) => answerStdin(loaded, args)) : io && answerStdin(io, args);
    if (done instanceof Promise) return done.then(end, end);
  } catch {
    // Fails open: the agent goes on as if there were no hook.
  }
  end();
}

/** Without the listeners to a process's end: there are none. */
function end(): void {
  (process as { reallyExit?: (code: number) => void }).reallyExit?.(0);
  process.exit(0);
}

function answerStdin(io: HookIo, args: string[]): void | Promise<void> {
  const begun = uptimeMs();
  const files = fastIo();
  const payload = readStdin(files, WALL_LIMIT_MS, () => WALL_LIMIT_MS - uptimeMs());
  if (payload === null) return;
  const home = hookHome(args);
  let started: Promise<void> | undefined;
  const text = answerHook(io, payload, {
    home,
    env: process.env,
    io: files,
    now: () => Date.now(),
    late: (wallMs) => isLate(begun, wallMs),
    background: (...work) => {
      started = import('./background.ts').then(({ startBackground }) => startBackground(home, ...work));
    },
  });
  if (typeof text === 'string') return write(files, text);
  return text.then((later) => {
    write(files, later);
    return started;
  });
}

function write(files: FastIo, text: string): void {
  if (text !== '') files.write(1, encodeText(process.platform === 'win32' ? inAscii(text) : text));
}

/** JSON with nothing but ASCII in it: PowerShell, through which clients run hooks on Windows, decodes by the console's code page. */
export const inAscii = (json: string): string =>
  json.replace(/[^\0-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

function isLate(begun: number, wallMs?: number): boolean {
  const worked = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  return isPast(begun, uptimeMs(), worked, wallMs);
}

/**
 * The deadline counts in time that this process has worked, on top of what it took to start: on a busy machine, or on
 * one that translates the executable's instructions (a container built for another processor), it would otherwise pass
 * before the first line runs, and every lesson and block would be silently lost.
 * @param begun milliseconds from the start of the process to our first line
 * @param elapsed the same until now
 * @param worked the processor time since the start; asking costs
 * @param wallMs how long the client lets us
 */
export function isPast(
  begun: number,
  elapsed: number,
  worked: () => number,
  wallMs: number = WALL_LIMIT_MS,
): boolean {
  if (elapsed < begun + HOOK_DEADLINE_MS) return false;
  return elapsed > wallMs || worked() > begun + HOOK_DEADLINE_MS;
}

function hookHome(args: string[]): string {
  const at = args.indexOf('--home') + 1;
  return (at > 0 && !process.env['LESSONS_HOME'] && args[at]) || lessonsHome();
}
