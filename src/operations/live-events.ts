import { readFileSync } from 'node:fs';
import { type InjectionEvent, InjectionEventSchema } from '../model/injection-event.ts';
import { homeFiles } from '../platform/paths.ts';
import type { Context } from './operation.ts';

/** Events that hooks appended since the last scan; lines that are not whole or not ours are left out. */
export function liveEvents(context: Context): InjectionEvent[] {
  let text: string;
  try {
    text = readFileSync(homeFiles.events(context.home), 'utf8');
  } catch {
    return [];
  }
  const events: InjectionEvent[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      const event = InjectionEventSchema.safeParse(JSON.parse(line));
      if (event.success) events.push(event.data);
    } catch {
      // A line that another process is just writing.
    }
  }
  return events;
}

interface EventFilter {
  lessonId?: string;
  sessionId?: string;
  since?: string;
}

/** Stored events and live ones, each once, in order of time. */
export function withLiveEvents(
  context: Context,
  stored: readonly InjectionEvent[],
  filter: EventFilter = {},
): InjectionEvent[] {
  const known = new Set(stored.map((event) => JSON.stringify(event)));
  const fresh = liveEvents(context).filter(
    (event) =>
      (filter.lessonId === undefined || event.lessonId === filter.lessonId) &&
      (filter.sessionId === undefined || event.sessionId === filter.sessionId) &&
      (filter.since === undefined || event.at >= filter.since) &&
      !known.has(JSON.stringify(event)),
  );
  return [...stored, ...fresh].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
