import { notEditable } from './decided.ts';
import { decide } from './deciding.ts';
import { fieldLines, readField, startText } from './fields.ts';
import { currentRow, remember, type State, targets } from './state.ts';
import type { EditableField, Patch } from './types.ts';
import { type Erase, erased } from './typing.ts';

/** What is typed: a field, a filter, a reason. */

/** The field under the cursor open for typing; a message where it cannot be changed. */
export function startEdit(state: State): State {
  const row = currentRow(state);
  const line = row === null ? undefined : fieldLines(row)[state.fieldCursor];
  if (row === null || line === undefined) return state;
  const refused = notEditable(state, row);
  if (refused !== null) return { ...state, message: refused };
  const text = startText(row, line);
  return { ...state, mode: 'edit', text, caret: text.length, problem: null, message: null };
}

/** The text as it stands now, and what is wrong with it. */
export function typed(state: State, text: string, caret: number): State {
  const next = { ...state, text, caret };
  if (state.mode === 'filter') return { ...next, filter: text, cursor: 0 };
  if (state.mode !== 'edit') return next;
  const row = currentRow(state);
  const line = row === null ? undefined : fieldLines(row)[state.fieldCursor];
  if (row === null || line === undefined) return next;
  const read = readField(row, line, text);
  return { ...next, problem: read.ok ? null : read.problem };
}

/** Without what an erasing key takes. */
export function erase(state: State, what: Erase): State {
  const left = erased(state.text, state.caret, what);
  return typed(state, left.text, left.caret);
}

/** What was typed taken over. */
export function accept(state: State): State {
  if (state.mode === 'filter') return { ...state, mode: 'list' };
  if (state.mode === 'reason') {
    if (state.text.trim() === '') return { ...state, problem: 'Say why: it is kept with the lesson.' };
    return decide({ ...state, mode: state.behind }, 'archive', state.text.trim());
  }
  if (state.mode !== 'edit') return state;
  const row = currentRow(state);
  const line = row === null ? undefined : fieldLines(row)[state.fieldCursor];
  if (row === null || line === undefined) return { ...state, mode: 'detail' };
  const read = readField(row, line, state.text);
  if (!read.ok) return { ...state, problem: read.problem };
  const field: EditableField = line.field;
  const isSame = JSON.stringify(read.value) === JSON.stringify(row[field]);
  const next = isSame ? state : withPatch(state, row.id, { [field]: read.value });
  return { ...next, mode: 'detail', problem: null };
}

/** Fields of a row changed. */
export function withPatch(state: State, id: string, patch: Patch): State {
  if (Object.keys(patch).length === 0) return state;
  const patches = new Map(state.patches).set(id, { ...state.patches.get(id), ...patch });
  return { ...state, undo: remember(state), patches, message: 'Changed; it is saved when you apply.' };
}

/** What was typed left out. */
export function cancel(state: State): State {
  if (state.mode === 'edit') return { ...state, mode: 'detail', problem: null };
  if (state.mode === 'filter') return { ...state, mode: 'list', filter: '', cursor: 0 };
  return { ...state, mode: state.behind, problem: null };
}

/** What a reason to archive begins with: why the noise filter would. */
export function reasonText(state: State): { text: string; caret: number } {
  const row = targets(state)[0];
  const text = row?.proposed === undefined ? (row?.noise?.reason ?? '') : '';
  return { text, caret: text.length };
}
