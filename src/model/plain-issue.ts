import type { z } from 'zod';
import { toDotPath } from 'zod/v4/core';

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  record: 'a JSON object',
  null: 'null',
};
const VALUE_CHARS_SHOWN = 60;

/** Says in plain words why a schema refuses a value: given to a schema's `safeParse` as `error`. What it has no words for keeps the library's. */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = TYPES[issue.expected];
      return wanted === undefined ? undefined : `must be ${wanted}, not ${shown(issue.input)}`;
    }
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(String))}, not ${shown(issue.input)}`;
    case 'too_small':
      return limit(issue.origin, Number(issue.minimum), 'least', issue.inclusive !== false);
    case 'too_big':
      return limit(issue.origin, Number(issue.maximum), 'most', issue.inclusive !== false);
    default:
      return undefined;
  }
};

/** Where a value is wrong first, and why: `items[2].note: is missing`; `whole` names the value itself. */
export function firstProblem({ issues }: z.core.$ZodError, whole: string): string {
  const { path, message } = issues[0]!;
  return `${toDotPath(path) || whole}: ${message}`;
}

/** `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function limit(origin: string, bound: number, side: 'least' | 'most', isInclusive: boolean): string {
  if (origin === 'number' || origin === 'int') {
    if (!isInclusive) return `must be ${side === 'least' ? 'more' : 'less'} than ${bound}`;
    return `must be ${bound} or ${side === 'least' ? 'more' : 'less'}`;
  }
  if (side === 'least' && bound === 1) return 'must not be empty';
  const unit = origin === 'string' ? 'character' : 'entry';
  const units = origin === 'string' ? 'characters' : 'entries';
  return `must have at ${side} ${bound} ${bound === 1 ? unit : units}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a JSON object';
  // JSON has no infinity: `1e999` would be told as null.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length <= VALUE_CHARS_SHOWN ? text : `${text.slice(0, VALUE_CHARS_SHOWN)}…`;
}
