import { sessionDir } from '../platform/session-state.ts';
import type { Act } from './act.ts';

/** Files that are not about what the agent was told: answered events, codes, counts of holds, the log. */
const KEPT = /^(?:log$|[cefw]\.|code\.|ok\.|used\.|b\.)/;
const HOLD = /^[hn]\./;

function namesIn(dir: string): string[] {
  try {
    return process.getBuiltinModule('node:fs').readdirSync(dir);
  } catch {
    return [];
  }
}

/**
 * Forgets what the agent was told, after its context was cleared or compacted, or came back without it.
 * @param threshold priority from which on a lesson is told again; 0 forgets everything, holds included
 * @param lost names of the claims that it is about
 */
export function resetClaims(act: Act, threshold: number, lost = /^/): void {
  const fs = process.getBuiltinModule('node:fs');
  const { dir } = act.state;
  for (const name of namesIn(dir)) {
    if (KEPT.test(name) || !lost.test(name) || (HOLD.test(name) && threshold > 0)) continue;
    try {
      const priority = Number.parseInt(fs.readFileSync(`${dir}/${name}`, 'utf8'), 10);
      if (HOLD.test(name) || Number.isNaN(priority) || priority >= threshold) fs.rmSync(`${dir}/${name}`);
    } catch {
      // Removed by another process, or the disk refuses: the lesson is then not told again.
    }
  }
}

/** A session that goes on from another's context has been told what that one was. */
export function inheritClaims(act: Act, parent: string): void {
  const dir = sessionDir(act.host.home, parent);
  for (const name of namesIn(dir))
    if (!KEPT.test(name) && !HOLD.test(name))
      act.state.claim(name, act.host.io.readText(`${dir}/${name}`) ?? '');
}
