import type { z } from 'zod';
import { readText } from '../platform/files.ts';
import { parsedJson } from '../transcripts/json.ts';

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
