import { silenceLine } from '../../learn/silence.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../operation.ts';
import { heardSessions } from '../silence.ts';

/** Says so where lessons are active and agents have worked, and yet hooks are not heard from their sessions. */
export async function warnIfSilent(context: Context, store: Store): Promise<void> {
  const counts = await store.countLessons();
  if (counts.active === 0) return;
  for (const each of await heardSessions(context)) {
    if (!each.suspicious) continue;
    const lost = each.silent === each.sessions ? ' 0 hook calls: no lesson is being delivered.' : '';
    context.warn(`${silenceLine(each)}${lost} Run \`lessons doctor\`.`);
  }
}
