import type { Store } from '../../store/port.ts';
import type { Context } from '../operation.ts';

const DAY_MS = 24 * 3600 * 1000;
const WINDOW_MS = 7 * DAY_MS;
const SESSIONS_MIN = 5;

/** Says so where lessons are active and agents have worked, and yet no hook was ever called. */
export async function warnIfSilent(context: Context, store: Store): Promise<void> {
  const counts = await store.countLessons();
  if (counts.active === 0) return;
  const since = new Date(context.clock.now() - WINDOW_MS).toISOString();
  const sessions = (await store.listSessions()).filter(
    (session) => !session.isSubagent && session.calls > 0 && (session.startedAt ?? '') >= since,
  );
  if (sessions.length < SESSIONS_MIN) return;
  const events = await store.listEvents({ since });
  if (events.length > 0) return;
  context.warn(
    `${sessions.length} sessions in the last week, 0 hook calls: no lesson is being delivered. Run \`lessons doctor\`.`,
  );
}
