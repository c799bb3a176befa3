import { SILENCE_WINDOW_MS, silence, silenceLine } from '../../learn/silence.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../operation.ts';

/** Says so where lessons are active and agents have worked, and yet hooks are not heard from their sessions. */
export async function warnIfSilent(context: Context, store: Store): Promise<void> {
  const counts = await store.countLessons();
  if (counts.active === 0) return;
  const now = context.clock.now();
  const events = await store.listEvents({ since: new Date(now - SILENCE_WINDOW_MS).toISOString() });
  const heard = new Set(events.map((event) => event.sessionId));
  for (const each of silence(await store.listSessions(), heard, events[0]?.at ?? null, now)) {
    if (!each.suspicious) continue;
    const lost = each.silent === each.sessions ? ' 0 hook calls: no lesson is being delivered.' : '';
    context.warn(`${silenceLine(each)}${lost} Run \`lessons doctor\`.`);
  }
}
