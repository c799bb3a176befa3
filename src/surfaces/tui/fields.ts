import { INJECT_EVENTS, LESSON_LISTS } from '../../model/constants.ts';
import { LessonPatchSchema, PATTERN_KINDS, type PatternField } from '../../model/lesson.ts';
import { firstProblem, oneOf, plainIssue } from '../../model/plain-issue.ts';
import { messageOf } from '../../platform/errors.ts';
import { EDITABLE, type EditableField, type Patch, type ReviewRow } from './types.ts';

/** What a field is called beside its value. */
const LABELS: Record<EditableField, string> = {
  summary: 'lesson',
  mistake: 'mistake',
  remediation: 'fix',
  delivery: 'delivery',
  toolNames: 'tool',
  commandPatterns: 'command',
  pathPatterns: 'path',
  contentPatterns: 'content',
  errorPatterns: 'error',
  scope: 'scope',
  priority: 'priority',
  tags: 'tags',
  injectOn: 'told at',
  signature: 'signature',
  blockReason: 'block says',
  needsHumanFix: 'needs you',
};

/** Of fields of few values, what may be typed and what it means. */
const CHOICES: Partial<Record<EditableField, string>> = {
  delivery: 'context: told beside it · hold: denied once · block: denied',
  injectOn: oneOf(INJECT_EVENTS),
  priority: '1 to 10',
  needsHumanFix: 'true or false',
};

/** What may be typed into a field; null where that is any text. */
export const choicesOf = (field: EditableField): string | null => CHOICES[field] ?? null;

const LISTS = new Set<EditableField>(LESSON_LISTS);

/** One line of the pane: a field, or one element of a list field (`index` = length adds an element). */
export interface FieldLine {
  field: EditableField;
  index: number | null;
  label: string;
  value: string;
}

/** True for a field that holds patterns, one a row of the pane. */
export function isPatternField(field: EditableField): field is PatternField {
  return field in PATTERN_KINDS;
}

/** The row with the reviewer's changes laid over it. */
export function patched(row: ReviewRow, patch: Patch | undefined): ReviewRow {
  return patch === undefined ? row : { ...row, ...patch };
}

function listOf(row: ReviewRow, field: EditableField): string[] {
  const value = row[field];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Lines of the pane for a row that has been patched. */
export function fieldLines(row: ReviewRow): FieldLine[] {
  return EDITABLE.flatMap((field): FieldLine[] => {
    if (!LISTS.has(field)) {
      const value = row[field];
      return [{ field, index: null, label: LABELS[field], value: value === null ? '' : String(value) }];
    }
    const items = listOf(row, field);
    return [...items, ''].map((value, index) => ({
      field,
      index,
      label: index === 0 ? LABELS[field] : '',
      value: index === items.length ? (index === 0 ? '' : '+') : value,
    }));
  });
}

/** The text that editing a line starts from. */
export function startText(row: ReviewRow, line: FieldLine): string {
  if (line.index === null) return line.value;
  return listOf(row, line.field)[line.index] ?? '';
}

function parseText(row: ReviewRow, line: FieldLine, text: string): unknown {
  if (line.index !== null) {
    const items = listOf(row, line.field);
    if (text === '') items.splice(line.index, 1);
    else items[line.index] = text;
    return items;
  }
  if (line.field === 'priority') return Number(text);
  if (line.field === 'needsHumanFix') return text === 'true' ? true : text === 'false' ? false : text;
  if (line.field === 'signature' || line.field === 'blockReason') return text === '' ? null : text;
  return text;
}

/** Typed text → the new value of the whole field, or one line that says what is wrong. */
export function readField(
  row: ReviewRow,
  line: FieldLine,
  text: string,
): { ok: true; value: unknown } | { ok: false; problem: string } {
  const value = parseText(row, line, text);
  const checked = LessonPatchSchema.shape[line.field].safeParse(value, { error: plainIssue });
  if (!checked.success) return { ok: false, problem: checked.error.issues[0]!.message };
  if (text !== '' && isPatternField(line.field) && line.field !== 'pathPatterns') {
    try {
      new RegExp(text.replace(/^raw:/, ''));
    } catch (error) {
      return { ok: false, problem: messageOf(error) };
    }
  }
  return { ok: true, value };
}

/** A whole patch as JSON for `$EDITOR`, and back. */
export function editorText(row: ReviewRow): string {
  return `${JSON.stringify(Object.fromEntries(EDITABLE.map((field) => [field, row[field]])), null, 2)}\n`;
}

/** The patch that an editor left, or what is wrong with it. */
export function readEditorText(
  row: ReviewRow,
  text: string,
): { ok: true; patch: Patch } | { ok: false; problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `not JSON: ${messageOf(error)}` };
  }
  const checked = LessonPatchSchema.safeParse(value, { error: plainIssue });
  if (!checked.success) return { ok: false, problem: firstProblem(checked.error, 'lesson') };
  const entries = EDITABLE.filter((field) => {
    const next = checked.data[field];
    return next !== undefined && JSON.stringify(next) !== JSON.stringify(row[field]);
  }).map((field) => [field, checked.data[field]]);
  return { ok: true, patch: Object.fromEntries(entries) };
}
