import { counted } from '../../model/counted.ts';
import { heldLock } from '../../platform/locks.ts';
import { lockFile } from '../home/home-locks.ts';

/** A first scan of gigabytes at low priority takes minutes. */
const LONG_MS = 30 * 60 * 1000;

/** What has kept scans out for so long that it may hang, a line each. */
export function lockProblems(home: string): string[] {
  const problems: string[] = [];
  const told = new Set<number>();
  for (const [lock, work] of [
    ['maintain', 'the background work'],
    ['scan', 'a scan'],
  ] as const) {
    const held = heldLock(lockFile(home, lock));
    if (held === null || held.ms < LONG_MS || told.has(held.pid)) continue;
    told.add(held.pid);
    problems.push(
      `${work} has been running for ${durationText(held.ms)}, and no other is started meanwhile: if it hangs, end process ${held.pid}, which loses nothing`,
    );
  }
  return problems;
}

function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.floor(minutes / 60), 'hour');
}
