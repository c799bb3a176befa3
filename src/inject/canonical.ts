import { hash64 } from '../text/hash.ts';

const DEPTH_MAX = 12;
const TEXT_CHARS_MAX = 1_000_000;
/** Fields that say how a call is shown or run, not what it does. */
const INCIDENTAL = [
  'description',
  'timeout',
  'run_in_background',
  'is_background',
  'instruction',
  'yield_time_ms',
  'max_output_tokens',
];

/** True for a field that only says how a call is shown or run. */
export function isIncidental(field: string): boolean {
  return INCIDENTAL.includes(field);
}

/**
 * One text for one meaning of a tool input: keys sorted, `undefined` left out, fields that only describe the call
 * left out. Never throws: what cannot be written (a cycle, too deep) is replaced by a mark.
 */
export function canonicalInput(input: unknown): string {
  return write(input, 0, []).slice(0, TEXT_CHARS_MAX);
}

/** Hash of the canonical input: the key of holds and allowed calls. */
export function inputHash(input: unknown): string {
  return hash64(canonicalInput(input));
}

/** Identity of a call: tool and canonical input. What loops are seen in. */
export function callSignature(tool: string, input: unknown): string {
  return hash64(`${tool}\n${canonicalInput(input)}`);
}

function write(value: unknown, depth: number, above: unknown[]): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return `"${typeof value}"`;
  if (depth >= DEPTH_MAX || above.includes(value)) return '"…"';
  above.push(value);
  const text = Array.isArray(value)
    ? `[${items(value, depth, above).join(',')}]`
    : `{${objectFields(value as Record<string, unknown>, depth, above).join(',')}}`;
  above.pop();
  return text;
}

function objectFields(value: Record<string, unknown>, depth: number, above: unknown[]): string[] {
  const keys: string[] = [];
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined && (depth > 0 || !isIncidental(key))) keys.push(key);
  }
  // The first sort of a process takes 15 µs, and most calls have one field.
  if (keys.length > 1) keys.sort();
  const fields: string[] = [];
  for (const key of keys) {
    fields.push(`${JSON.stringify(key)}:${write(value[key], depth + 1, above)}`);
  }
  return fields;
}

function items(values: unknown[], depth: number, above: unknown[]): string[] {
  const texts: string[] = [];
  for (const value of values) texts.push(write(value, depth + 1, above));
  return texts;
}
