import { LESSON_LISTS } from '../../model/constants.ts';
import type { Lesson } from '../../model/lesson.ts';
import { rowList } from './errors.ts';
import type { LessonRow } from './tables.ts';

const LISTS = [...LESSON_LISTS, 'sourceSessionIds', 'signals'] as const satisfies (keyof Lesson)[];

const BOOLEANS = ['needsHumanFix'] as const satisfies (keyof Lesson)[];

const PLAIN = [
  'number',
  'id',
  'slug',
  'status',
  'summary',
  'mistake',
  'remediation',
  'signature',
  'delivery',
  'blockReason',
  'priority',
  'confidence',
  'scope',
  'source',
  'occurrenceCount',
  'sessionCount',
  'projectCount',
  'hitCount',
  'lastSeenAt',
  'lastMatchedAt',
  'lastUsefulAt',
  'createdAt',
  'updatedAt',
  'reviewedAt',
  'archivedAt',
  'archiveReason',
  'supersededBy',
  'origin',
  'originKey',
  'originDigest',
  'contentHash',
  'fingerprint',
  'reusable',
] as const satisfies (keyof Lesson)[];

type Kind = 'plain' | 'list' | 'boolean';

interface Column {
  field: keyof Lesson;
  column: string;
  kind: Kind;
}

const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnsOf = (fields: readonly (keyof Lesson)[], kind: Kind): Column[] =>
  fields.map((field) => ({ field, column: snake(field), kind }));

/** Every field of a lesson and the column it lies in. A test compares it with the schema and with the table. */
export const LESSON_COLUMNS: readonly Column[] = [
  ...columnsOf(PLAIN, 'plain'),
  ...columnsOf(LISTS, 'list'),
  ...columnsOf(BOOLEANS, 'boolean'),
];

/** The given fields as columns; fields that are absent stay absent. */
export function toRow(lesson: Partial<Lesson>): Partial<LessonRow> {
  const row: Record<string, unknown> = {};
  for (const { field, column, kind } of LESSON_COLUMNS) {
    const value = lesson[field];
    if (value === undefined) continue;
    if (kind === 'list') row[column] = JSON.stringify(value);
    else row[column] = kind === 'boolean' ? Number(value) : value;
  }
  return row as Partial<LessonRow>;
}

/** A row of `lesson` as the model has it; other columns are dropped. */
export function fromRow(row: LessonRow): Lesson {
  const source = row as unknown as Record<string, unknown>;
  const lesson: Record<string, unknown> = {};
  for (const { field, column, kind } of LESSON_COLUMNS) {
    const value = source[column];
    if (kind === 'list') lesson[field] = rowList(value as string);
    else lesson[field] = kind === 'boolean' ? value === 1 : value;
  }
  return lesson as Lesson;
}
