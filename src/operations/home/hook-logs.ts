import { basename, isAbsolute } from 'node:path';
import type { z } from 'zod';
import { type Failure, failureKey } from '../../model/failure.ts';
import { type InjectionEvent, InjectionEventSchema } from '../../model/injection-event.ts';
import { readText } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { ProjectFinder } from '../../platform/project.ts';
import { compare } from '../../text/compare.ts';
import { parsedJson } from '../../transcripts/json.ts';
import { LoggedFailureSchema } from '../formats/error-log.ts';
import type { Context } from '../operation.ts';

/** Stored failures and those that hooks logged since the last scan, each tool use once, in order of time. */
export async function allFailures(context: Context): Promise<Failure[]> {
  const live = liveLines(homeFiles.errors(context.home), LoggedFailureSchema);
  const failures = await (await context.store()).listFailures();
  const known = new Map(failures.map((failure) => [failureKey(failure), failure]));
  for (const failure of live) if (!known.has(failureKey(failure))) known.set(failureKey(failure), failure);
  return [...known.values()].sort((a, b) => compare(a.timestamp, b.timestamp));
}

/** The same, each with the id of its project: a hook that has no manifest yet knows that by its folder's name alone. */
export async function projectFailures(context: Context): Promise<Failure[]> {
  const projects = new ProjectFinder();
  return (await allFailures(context)).map((failure) => {
    const { working_dir: folder, project } = failure.context;
    if (!isAbsolute(folder) || project !== basename(folder)) return failure;
    return { ...failure, context: { ...failure.context, project: projects.of(folder).id } };
  });
}

interface EventFilter {
  lessonId?: string;
  sessionId?: string;
  since?: string;
}

/** Stored events and live ones, each once, in order of time. */
export async function allEvents(context: Context, filter: EventFilter): Promise<InjectionEvent[]> {
  const live = liveLines(homeFiles.events(context.home), InjectionEventSchema);
  const stored = await (await context.store()).listEvents(filter);
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

/**
 * Lines that hooks have appended since the last scan, in their order; lines that are not whole or not of the schema
 * are left out. A scan first moves the log to `<path>.folding`, then stores it, then blanks it: a caller that reads
 * this **before** the store misses nothing, whatever a scan does meanwhile.
 */
export function liveLines<T extends z.ZodType>(path: string, schema: T): z.infer<T>[] {
  const log = readText(path) ?? '';
  const moved = readText(`${path}.folding`) ?? '';
  // Moved between the two, it is read twice.
  return rowsOf(moved.startsWith(log) ? moved : `${log}\n${moved}`, schema);
}

/** Objects that begin like a row and are none, in front of one. */
const FALSE_STARTS_MAX = 8;

/** Rows of a log, without lines that another process is just writing or that a full disk cut. */
export function rowsOf<T extends z.ZodType>(content: string, schema: T): z.infer<T>[] {
  const rows: z.infer<T>[] = [];
  for (const line of content.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const row = schema.safeParse(parsedJson(line) ?? behindCut(line));
      if (row.success) rows.push(row.data);
    } catch {
      // What a schema computes from a record may not stand anything else.
    }
  }
  return rows;
}

/** A line that was cut has no end, so that the next one stands behind it: found by the field that both begin with. */
function behindCut(line: string): unknown {
  const start = line.slice(0, line.indexOf(':') + 1);
  let at = start === '' ? -1 : line.indexOf(start, 1);
  for (let tries = 0; at > 0 && tries < FALSE_STARTS_MAX; tries += 1) {
    const value = parsedJson(line.slice(at));
    if (value !== undefined) return value;
    at = line.indexOf(start, at + 1);
  }
  return undefined;
}
