import { type InjectionEvent, InjectionEventSchema } from '../model/injection-event.ts';
import { homeFiles } from '../platform/paths.ts';
import { compare } from '../text/compare.ts';
import { liveLines } from './live-log.ts';
import type { Context } from './operation.ts';

/** Events that hooks appended since the last scan. Read them before the stored ones. */
function liveEvents(context: Context): InjectionEvent[] {
  return liveLines(homeFiles.events(context.home), InjectionEventSchema);
}

interface EventFilter {
  lessonId?: string;
  sessionId?: string;
  since?: string;
}

/** Stored events and live ones, each once, in order of time. */
export async function allEvents(context: Context, filter: EventFilter): Promise<InjectionEvent[]> {
  const live = liveEvents(context);
  const store = await context.store();
  const stored = await store.listEvents(filter);
  const known = new Set(stored.map((event) => JSON.stringify(event)));
  const fresh = live.filter(
    (event) =>
      (filter.lessonId === undefined || event.lessonId === filter.lessonId) &&
      (filter.sessionId === undefined || event.sessionId === filter.sessionId) &&
      (filter.since === undefined || event.at >= filter.since) &&
      !known.has(JSON.stringify(event)),
  );
  return [...stored, ...fresh].sort((a, b) => compare(a.at, b.at));
}
