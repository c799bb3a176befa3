import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { refuseSpecial } from '../platform/files.ts';

/**
 * Lines that hooks have appended since the last scan, in their order; lines that are not whole or not of the schema
 * are left out. A scan first moves the log to `<path>.folding`, then stores it, then removes it: a caller that reads
 * this **before** the store misses nothing, whatever a scan does meanwhile.
 */
export function liveLines<T extends z.ZodType>(path: string, schema: T): z.infer<T>[] {
  return rowsOf(`${textOf(path)}\n${textOf(`${path}.folding`)}`, schema);
}

/** Rows of a log, without lines that another process is just writing or that a full disk cut. */
export function rowsOf<T extends z.ZodType>(content: string, schema: T): z.infer<T>[] {
  const rows: z.infer<T>[] = [];
  for (const line of content.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const row = schema.safeParse(JSON.parse(line));
      if (row.success) rows.push(row.data);
    } catch {}
  }
  return rows;
}

function textOf(path: string): string {
  refuseSpecial(path);
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
