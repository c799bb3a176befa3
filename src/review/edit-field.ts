import { LESSON_LISTS } from '../model/constants.ts';
import { type LessonPatch, LessonPatchSchema } from '../model/lesson.ts';
import { plainIssue } from '../model/plain-issue.ts';

type Field = keyof LessonPatch;

/** What people call the fields. */
const ALIASES: Record<string, Field> = {
  fix: 'remediation',
  problem: 'mistake',
  tool: 'toolNames',
  tools: 'toolNames',
  command: 'commandPatterns',
  commands: 'commandPatterns',
  pattern: 'commandPatterns',
  path: 'pathPatterns',
  paths: 'pathPatterns',
  content: 'contentPatterns',
  error: 'errorPatterns',
  errors: 'errorPatterns',
  tag: 'tags',
  reason: 'blockReason',
  on: 'injectOn',
};

const LISTS = new Set<Field>(LESSON_LISTS);
const NUMBERS = new Set<Field>(['priority', 'confidence']);

type Read = { patch: LessonPatch } | { error: string };

/**
 * A field and its value as they stand in a sentence (`edit 1 priority to 8`): the quoted strings where there were
 * any, else the bare words. Checked against the schema.
 */
export function readSpokenField(name: string, value: string | string[]): Read {
  return read(name, (field) => {
    if (value.length === 0) return undefined;
    const words = typeof value === 'string' ? value.replace(/^(=|to)\s+/i, '') : value;
    if (LISTS.has(field)) return typeof words === 'string' ? spokenList(words) : words;
    const text = typeof words === 'string' ? words : words.join(' ');
    return typeof words === 'string' && isNone(field, text) ? null : single(field, text);
  });
}

/**
 * A field and the text behind its `=`, which stands for itself whatever it begins with. A list is a JSON array, or
 * split at commas; a pattern is one item whatever it contains.
 */
export function readAssignedField(name: string, text: string): Read {
  return read(name, (field) => {
    if (LISTS.has(field)) return assignedList(field, text);
    if (text === '') return undefined;
    return isNone(field, text) ? null : single(field, text);
  });
}

/** `coerce` answers undefined where a value is lacking. */
function read(name: string, coerce: (field: Field) => unknown): Read {
  const field = fieldNamed(name);
  if (field === null)
    return { error: `there is no field "${name}"; use ${Object.keys(LessonPatchSchema.shape).join(', ')}` };
  const coerced = coerce(field);
  if (coerced === undefined) return { error: `${field} needs a value` };
  if (LISTS.has(field) && typeof coerced === 'string')
    return { error: `${field}: ${coerced.slice(0, 60)} is no whole JSON list; give ["a","b"] or a,b` };
  const parsed = LessonPatchSchema.safeParse({ [field]: coerced }, { error: plainIssue });
  return parsed.success ? { patch: parsed.data } : { error: `${field}: ${parsed.error.issues[0]!.message}` };
}

function fieldNamed(name: string): Field | null {
  const plain = name.replace(/[:=]$/, '').replace(/[-_]/g, '').toLowerCase();
  for (const field of Object.keys(LessonPatchSchema.shape) as Field[])
    if (field.toLowerCase() === plain || field.toLowerCase() === `${plain}s`) return field;
  return Object.hasOwn(ALIASES, plain) ? ALIASES[plain]! : null;
}

function single(field: Field, text: string): unknown {
  if (NUMBERS.has(field))
    return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : text;
  if (field === 'needsHumanFix') return boolean(text);
  return field === 'delivery' ? text.toLowerCase() : text;
}

function isNone(field: Field, text: string): boolean {
  return (field === 'signature' || field === 'blockReason') && /^(none|null)$/i.test(text);
}

function spokenList(text: string): unknown {
  if (/^(none|\[\s*\])$/i.test(text)) return [];
  if (text.startsWith('[')) return jsonArray(text) ?? text;
  return text.split(/[\s,]+/).filter((item) => item !== '');
}

function assignedList(field: Field, text: string): string[] | string {
  const array = jsonArray(text);
  if (array !== null) return array;
  if (field.endsWith('Patterns')) return [text];
  if (text.trim() === '') return [];
  return text.trimStart().startsWith('[') ? text : text.split(',').map((each) => each.trim());
}

/** `["a"]` as a list; null for `[0-9]+`, which is a pattern. */
function jsonArray(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function boolean(text: string): unknown {
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  if (/^(false|no|off|0)$/i.test(text)) return false;
  return text;
}
