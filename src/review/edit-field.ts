import { LESSON_LISTS } from '../model/constants.ts';
import { type LessonPatch, LessonPatchSchema } from '../model/lesson.ts';

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

/**
 * A field's name and its value as typed, made into a patch of one field and checked against the schema.
 * `value` is the quoted strings where there were any, else the bare text.
 */
export function readField(
  name: string,
  value: string | string[],
): { patch: LessonPatch } | { error: string } {
  const field = fieldNamed(name);
  if (field === null)
    return { error: `there is no field "${name}"; use ${Object.keys(LessonPatchSchema.shape).join(', ')}` };
  if (value === '' || value.length === 0) return { error: `${field} needs a value` };
  const parsed = LessonPatchSchema.safeParse({ [field]: coerce(field, value) });
  if (parsed.success) return { patch: parsed.data };
  const issue = parsed.error.issues[0];
  return { error: `${field}: ${issue ? issue.message : 'not valid'}` };
}

function fieldNamed(name: string): Field | null {
  const plain = name.replace(/[:=]$/, '').replace(/[-_]/g, '').toLowerCase();
  for (const field of Object.keys(LessonPatchSchema.shape) as Field[])
    if (field.toLowerCase() === plain || field.toLowerCase() === `${plain}s`) return field;
  return Object.hasOwn(ALIASES, plain) ? ALIASES[plain]! : null;
}

function coerce(field: Field, value: string | string[]): unknown {
  const text = typeof value === 'string' ? value.replace(/^(=|to)\s+/i, '') : value.join(' ');
  if (LISTS.has(field)) return list(value, text);
  if (NUMBERS.has(field)) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (field === 'needsHumanFix') return boolean(text);
  if (
    (field === 'signature' || field === 'blockReason') &&
    typeof value === 'string' &&
    /^(none|null)$/i.test(text)
  )
    return null;
  return field === 'delivery' ? text.toLowerCase() : text;
}

function list(value: string | string[], text: string): unknown {
  if (Array.isArray(value)) return value;
  if (/^(none|\[\s*\])$/i.test(text)) return [];
  if (text.startsWith('[')) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text.split(/[\s,]+/).filter((item) => item !== '');
}

function boolean(text: string): unknown {
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  if (/^(false|no|off|0)$/i.test(text)) return false;
  return text;
}
