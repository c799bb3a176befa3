import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import type { z } from 'zod';
import { InjectionEventSchema } from '../../model/injection-event.ts';
import { systemErrorCode } from '../../platform/errors.ts';
import { readBytes, refuseSpecial } from '../../platform/files.ts';
import { homeFiles } from '../../platform/paths.ts';
import { renameOver } from '../../platform/rename.ts';
import type { Store } from '../../store/port.ts';
import { LoggedFailureSchema } from '../formats/error-log.ts';
import { rowsOf } from '../home/hook-logs.ts';
import type { Context } from '../operation.ts';
import { keptLine } from './excluded.ts';

/** A hook that opened the log just before it was moved mostly writes within this time. */
const SETTLE_MS = 30;
/** Longer than any hook runs: what was moved aside before that is written to no more. */
const LEFT_MS = 60 * 60 * 1000;

/** Folds what the hooks have logged since the last scan into the store, but for projects that are left out. */
export async function foldLogs(
  context: Context,
  store: Store,
): Promise<{ failures: number; events: number }> {
  const isKept = keptLine(context);
  const failures = await fold(homeFiles.errors(context.home), LoggedFailureSchema, (rows) =>
    store.ingestFailures(rows.filter(isKept)),
  );
  const events = await fold(homeFiles.events(context.home), InjectionEventSchema, (rows) =>
    store.ingestEvents(rows.filter(isKept)),
  );
  return { failures, events };
}

/**
 * Moves the log aside, stores its lines and blanks them. Rows have keys, so that a crash between any two steps is made
 * good by the next scan, which finds the moved file; and so is a line of a hook that opened the log before it was moved
 * and writes it only now.
 */
async function fold<T extends z.ZodType>(
  path: string,
  schema: T,
  ingest: (rows: z.infer<T>[]) => Promise<number>,
): Promise<number> {
  const moved = `${path}.folding`;
  refuseSpecial(path);
  let stored = await foldMoved(moved, schema, ingest);
  try {
    renameOver(path, moved);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return stored;
    throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  stored += await foldMoved(moved, schema, ingest);
  return stored;
}

async function foldMoved<T extends z.ZodType>(
  moved: string,
  schema: T,
  ingest: (rows: z.infer<T>[]) => Promise<number>,
): Promise<number> {
  let stored = 0;
  let seen = 0;
  for (let bytes = readBytes(moved); bytes !== null && bytes.length > seen; bytes = readBytes(moved)) {
    const content = bytes.toString('utf8');
    if (content.trim() === '') {
      if (Date.now() - statSync(moved).mtimeMs > LEFT_MS) rmSync(moved);
      break;
    }
    stored += await ingest(rowsOf(content, schema));
    // A line that is just being written has no end yet: it is read whole with the next round, or the next scan.
    blank(moved, bytes.lastIndexOf('\n'));
    // A line that came while we stored is read with the next round.
    seen = bytes.length;
  }
  return stored;
}

/** Takes out what stands before a place: what was cut off there instead might be a line that has just come. */
function blank(path: string, end: number): void {
  if (end <= 0) return;
  const fd = openSync(path, 'r+');
  try {
    writeSync(fd, Buffer.alloc(end, ' '), 0, end, 0);
  } finally {
    closeSync(fd);
  }
}
