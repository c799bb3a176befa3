import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, systemErrorCode } from './errors.ts';
import { readText, refuseLink, refuseSpecial, unwritable } from './files.ts';
import { isAlive } from './is-alive.ts';

/** A process may take so long between the creation of a lock and its content. */
const UNWRITTEN_MS = 5000;
/** Taking a lock over takes a few system calls. */
const TAKE_OVER_MS = 10_000;

/** How old a lock may get where nothing tells whether the process of its number is the one that took it. */
const STALE_MS = 60 * 60 * 1000;
/** How far off the ages of a lock and of a process may be: one is told in whole seconds. */
const AGE_SLACK_MS = 2000;

/**
 * Takes a lock file, or returns null where the process that took it lives. One whose process is gone is taken over, by
 * exactly one of those who try at the same time. Throws IO where none can be made.
 * @param staleMs from which age on the holder has to be told from a process that was given its number since
 */
export function tryLock(path: string, staleMs = STALE_MS): (() => void) | null {
  const own = `${process.pid} ${crypto.randomUUID()} ${stateOf(process.pid)?.began ?? ''}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    refuseSpecial(path);
    if (!create(path, own) && !takeOver(path, own, staleMs)) {
      // One that leads nowhere is in the way of every new file, and no process holds it.
      refuseLink(path);
      return null;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unwritable(dirname(path), error);
  }
  return () => {
    // Who was taken for dead and was not must not remove the lock of its successor.
    if (holderOf(path) === own) rmSync(path, { force: true });
  };
}

/** Between two looks, at first and at most: a wait of minutes is no work. */
const POLL_MS = 40;
const POLL_MS_MAX = 1000;

/** Takes a lock file soon after who holds it lets go of it; null where that takes longer than `waitMs`. */
export async function tryLockFor(
  path: string,
  waitMs: number,
  waiting: () => void = () => {},
): Promise<(() => void) | null> {
  const started = performance.now();
  for (let pause = POLL_MS; ; pause = Math.min(2 * pause, POLL_MS_MAX)) {
    const release = tryLock(path);
    if (release !== null || performance.now() - started >= waitMs) return release;
    waiting();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Which lock, how long it is waited for, and what whoever else holds it is doing: *a scan*. */
interface LockTerms {
  path: string;
  waitMs: number;
  holder: string;
  /** Told what is waited for, each time it is still held. */
  progress?: (line: string) => void;
}

async function waitForLock({ path, waitMs, holder, progress }: LockTerms): Promise<() => void> {
  const release = await tryLockFor(path, waitMs, () => progress?.(`Waiting for ${holder} to end…`));
  if (release !== null) return release;
  const waited = waitMs < 60_000 ? `${waitMs / 1000} seconds` : `${waitMs / 60_000} minutes`;
  const pid = Number.parseInt(holderOf(path) ?? '', 10);
  throw new AppError('LOCKED', `${holder} has been running for ${waited}`, {
    hint: Number.isNaN(pid) ? 'Wait until it is done.' : `Wait until it is done, or end process ${pid}.`,
  });
}

/**
 * Does something while it holds a lock, taken soon after who holds it lets go of it. Throws LOCKED where that takes
 * longer than `waitMs`.
 */
export async function withLock<T>(terms: LockTerms, work: () => Promise<T>): Promise<T> {
  const release = await waitForLock(terms);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Removes a stale lock under a second one, so that nobody removes what another has just put in its place: a lock is
 * judged and removed only by the one process that holds the second.
 */
function takeOver(path: string, own: string, staleMs: number): boolean {
  const found = judge(path, staleMs);
  if (found === 'gone') return create(path, own);
  if (found === 'held') return false;
  const second = `${path}.take-over`;
  if (!create(second, own)) {
    // Its holder died in those few calls: the next who comes finds it gone.
    if (judge(second, TAKE_OVER_MS) === 'stale') rmSync(second, { force: true });
    return false;
  }
  try {
    if (judge(path, staleMs) === 'held') return false;
    rmSync(path, { force: true });
    return create(path, own);
  } finally {
    rmSync(second, { force: true });
  }
}

/** False where the file is there already. */
function create(path: string, content: string): boolean {
  try {
    const fd = openSync(path, 'wx', 0o600);
    try {
      writeSync(fd, content);
    } catch (error) {
      // On a full disk a file can be made and not be written: nobody would hold it.
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(path: string): string | null {
  try {
    return readText(path);
  } catch {
    return null;
  }
}

/** Which process holds a lock, and for how long; null where none does. Takes nothing. */
export function heldLock(path: string): { pid: number; ms: number } | null {
  if (judge(path, STALE_MS) !== 'held') return null;
  const pid = Number.parseInt(holderOf(path) ?? '', 10);
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Number.isNaN(pid) || mtimeMs === undefined ? null : { pid, ms: Date.now() - mtimeMs };
}

function judge(path: string, staleMs: number): 'held' | 'stale' | 'gone' {
  try {
    const age = Date.now() - statSync(path).mtimeMs;
    const text = readText(path);
    if (text === null) return 'gone';
    const pid = Number.parseInt(text, 10);
    // One from the future was made before the clock was set back.
    if (!Number.isInteger(pid) || pid <= 0) return Math.abs(age) > UNWRITTEN_MS ? 'stale' : 'held';
    return isHolder(pid, text.split(' ')[2] ?? '', { age, staleMs }) ? 'held' : 'stale';
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT' ? 'gone' : 'held';
  }
}

/**
 * Whether the process of that number lives, and is the one that took the lock: numbers are given again, after the
 * restart of a container at once, and a killed process that nobody waits for keeps its own.
 * @param began when it took the lock; empty where that is not known
 */
function isHolder(pid: number, began: string, lock: { age: number; staleMs: number }): boolean {
  if (!isAlive(pid)) return false;
  const found = stateOf(pid);
  if (found?.isDead) return false;
  if (found !== null && began !== '') return began === found.began;
  // To ask costs a process: what is younger is believed.
  return lock.age <= lock.staleMs || (processAgeMs(pid) ?? 0) + AGE_SLACK_MS >= lock.age;
}

/** Linux's word on a process (proc(5), `stat`): its start in ticks since the machine's. Null where there is none. */
function stateOf(pid: number): { isDead: boolean; began: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in front, in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { isDead: 'ZX'.includes(fields[0]!), began: fields[19]! };
  } catch {
    return null;
  }
}

/** How long a process has been running, as the `ps` of POSIX says it (`[[dd-]hh:]mm:ss`). Null where none does. */
function processAgeMs(pid: number): number | null {
  const { stdout } = spawnSync('ps', ['-o', 'etime=', '-p', String(pid)], { encoding: 'utf8' });
  const [, days, hours, minutes, seconds] =
    /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s*$/.exec(stdout ?? '') ?? [];
  if (seconds === undefined) return null;
  const whole = (Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes);
  return (whole * 60 + Number(seconds)) * 1000;
}
