import { isObject, type Json, objectEnd } from '../text/json.ts';

/** Tolerant parsing of one physical line. */

export type { Json };

/** The value as a plain object, or null. */
export function object(value: unknown): Json | null {
  return isObject(value) ? value : null;
}

/** The value as a string, or null. */
export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value as an array; anything else is an empty one. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a finite number, or null. */
export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** What a text of JSON holds; undefined where it is none. */
export function parsedJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

const MOMENT_MAX_MS = 8.64e15;

/** Milliseconds since 1970 as ISO 8601; null where that is no moment. */
export function moment(ms: unknown): string | null {
  const at = number(ms);
  return at === null || at <= 0 || at > MOMENT_MAX_MS ? null : new Date(at).toISOString();
}

const JOINT = Buffer.from('}{"');

/** Whether a line may hold several objects: what joins two stands inside of one at the end of a string at most. */
export const mayHoldSeveral = (line: Buffer): boolean => line.indexOf(JOINT) >= 0;

/**
 * The objects on a line: one, or several written without a line break between them, or a whole one behind the
 * beginning of one that was not written to its end; null where it is not JSON.
 */
export function parseObjects(source: string): Json[] | null {
  try {
    const value = object(JSON.parse(source));
    return value === null ? null : [value];
  } catch {
    return splitObjects(source) ?? wholeBehindPiece(source);
  }
}

const FIRST_KEY = /^\{"\w{1,40}":/;
const PIECES_MAX = 64;

/** The last object of a line that a torn one begins: records begin with the same key. */
function wholeBehindPiece(source: string): Json[] | null {
  const key = FIRST_KEY.exec(source)?.[0];
  if (key === undefined || !source.trimEnd().endsWith('}')) return null;
  let at = source.indexOf(key, 1);
  for (let tried = 0; at > 0 && tried < PIECES_MAX; tried += 1) {
    const value = object(parsedJson(source.slice(at)));
    if (value !== null) return [value];
    at = source.indexOf(key, at + 1);
  }
  return null;
}

function splitObjects(source: string): Json[] | null {
  const found: Json[] = [];
  let at = 0;
  while (at < source.length) {
    const start = source.indexOf('{', at);
    if (start < 0) break;
    const end = objectEnd(source, start);
    if (end < 0) break;
    try {
      const value = object(JSON.parse(source.slice(start, end)));
      if (value !== null) found.push(value);
    } catch {
      return found.length > 0 ? found : null;
    }
    at = end;
  }
  return found.length > 0 ? found : null;
}
