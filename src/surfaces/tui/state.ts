import { notEditable } from './decided.ts';
import { evidenceSteps } from './evidence.ts';
import { fieldLines, patched, readField, startText } from './fields.ts';
import { VIEWS, type View, visibleRows } from './filter.ts';
import type { Decision, DecisionAction, EditableField, Patch, ReviewRow, RowDetails } from './types.ts';
import { type CaretMove, type Erase, erased, moved } from './typing.ts';

type Mode = 'list' | 'detail' | 'edit' | 'filter' | 'reason' | 'help' | 'confirm' | 'applying' | 'done';

interface Snapshot {
  decisions: ReadonlyMap<string, Decision>;
  patches: ReadonlyMap<string, Patch>;
}

/** Everything that the screen shows. Immutable: every change makes a new one. */
export interface State extends Snapshot {
  mode: Mode;
  /** What the help, the confirm screen or a question for a reason goes back to. */
  behind: 'list' | 'detail';
  sessionId: string;
  rows: readonly ReviewRow[];
  view: View;
  filter: string;
  cursor: number;
  selected: ReadonlySet<string>;
  undo: readonly Snapshot[];
  details: ReadonlyMap<string, RowDetails>;
  /** Field of the open row; from the number of its fields on, step of its evidence. */
  fieldCursor: number;
  /** Line of that field which is shown first where the pane has not room for all. */
  fieldTop: number;
  /** Text being typed (edit, filter, reason) and the caret in it. */
  text: string;
  caret: number;
  problem: string | null;
  message: string | null;
  report: readonly string[];
  helpPage: number;
}

/** All that keys, the store and the editor do to the screen. */
export type Action =
  | { type: 'move'; by: number }
  | { type: 'scroll'; by: number }
  | { type: 'jump'; to: 'first' | 'last' }
  | { type: 'toggle-select' }
  | { type: 'decide'; action: DecisionAction; reason?: string | null }
  | { type: 'undo' }
  | { type: 'view' }
  | { type: 'row'; by: number }
  | { type: 'mode'; mode: Mode }
  | { type: 'back' }
  | { type: 'help'; page: number }
  | { type: 'start-edit' }
  | { type: 'start-filter' }
  | { type: 'start-reason' }
  | { type: 'insert'; text: string }
  | { type: 'erase'; what: Erase }
  | { type: 'caret'; to: CaretMove }
  | { type: 'accept' }
  | { type: 'cancel' }
  | { type: 'patch'; id: string; patch: Patch }
  | { type: 'details'; id: string; details: RowDetails }
  | { type: 'message'; message: string | null }
  | { type: 'done'; report: readonly string[] };

/** The screen as it opens: the list, at its first row, with nothing decided. */
export function initialState(sessionId: string, rows: readonly ReviewRow[]): State {
  return {
    mode: 'list',
    behind: 'list',
    sessionId,
    rows,
    view: 'pending',
    filter: '',
    cursor: 0,
    selected: new Set(),
    decisions: new Map(),
    patches: new Map(),
    undo: [],
    details: new Map(),
    fieldCursor: 0,
    fieldTop: 0,
    text: '',
    caret: 0,
    problem: null,
    message: null,
    report: [],
    helpPage: 0,
  };
}

/** The rows of the view that pass the filter. */
export function visible(state: State): ReviewRow[] {
  return visibleRows(state.rows, state.view, state.filter);
}

/** The row under the cursor as the reviewer has changed it, or null in an empty list. */
export function currentRow(state: State): ReviewRow | null {
  const row = visible(state)[state.cursor];
  return row === undefined ? null : patched(row, state.patches.get(row.id));
}

/** The next state; unknown or impossible actions leave it as it is. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'move':
      return state.mode === 'detail'
        ? moveField(state, action.by)
        : moveCursor(state, state.cursor + action.by);
    case 'scroll':
      return { ...state, fieldTop: Math.max(0, state.fieldTop + action.by), message: null };
    case 'row':
      return moveCursor(state, state.cursor + action.by);
    case 'jump':
      return moveCursor(state, action.to === 'first' ? 0 : Number.MAX_SAFE_INTEGER);
    case 'toggle-select':
      return toggleSelect(state);
    case 'decide':
      return decide(state, action.action, action.reason ?? null);
    case 'undo':
      return undo(state);
    case 'view':
      return {
        ...state,
        view: VIEWS[(VIEWS.indexOf(state.view) + 1) % VIEWS.length] ?? 'pending',
        cursor: 0,
        selected: new Set(),
      };
    case 'mode':
      return {
        ...state,
        mode: action.mode,
        behind: behind(state),
        message: null,
        fieldCursor: action.mode === 'list' ? 0 : state.fieldCursor,
        fieldTop: 0,
      };
    case 'back':
      return { ...state, mode: state.behind, message: null };
    case 'help':
      return { ...state, mode: 'help', behind: behind(state), helpPage: action.page, message: null };
    case 'start-edit':
      return startEdit(state);
    case 'start-filter':
      return { ...state, mode: 'filter', text: state.filter, caret: state.filter.length, problem: null };
    case 'start-reason':
      return targets(state).length === 0
        ? state
        : { ...state, mode: 'reason', behind: behind(state), ...reasonText(state), problem: null };
    case 'insert':
      return typed(
        state,
        state.text.slice(0, state.caret) + action.text + state.text.slice(state.caret),
        state.caret + action.text.length,
      );
    case 'erase':
      return erase(state, action.what);
    case 'caret':
      return { ...state, caret: moved(state.text, state.caret, action.to) };
    case 'accept':
      return accept(state);
    case 'cancel':
      return cancel(state);
    case 'patch':
      return withPatch(state, action.id, action.patch);
    case 'details':
      return { ...state, details: new Map(state.details).set(action.id, action.details) };
    case 'message':
      return { ...state, message: action.message };
    case 'done':
      return { ...state, mode: 'done', report: action.report };
  }
}

/** The screen that is left, or the one behind it. */
function behind({ mode, behind }: State): State['behind'] {
  return mode === 'list' || mode === 'detail' ? mode : behind;
}

function moveCursor(state: State, to: number): State {
  const last = visible(state).length - 1;
  return { ...state, cursor: Math.max(0, Math.min(last, to)), fieldCursor: 0, fieldTop: 0, message: null };
}

function moveField(state: State, by: number): State {
  const row = currentRow(state);
  if (row === null) return state;
  const steps = evidenceSteps(state.details.get(row.id)?.evidence ?? []).length;
  const last = fieldLines(row).length + steps - 1;
  const to = Math.max(0, Math.min(last, state.fieldCursor + by));
  return { ...state, fieldCursor: to, fieldTop: 0, message: null };
}

function targets(state: State): ReviewRow[] {
  if (state.selected.size > 0 && behind(state) === 'list')
    return state.rows.filter((row) => state.selected.has(row.id));
  const row = visible(state)[state.cursor];
  return row === undefined ? [] : [row];
}

function toggleSelect(state: State): State {
  const row = visible(state)[state.cursor];
  if (row === undefined) return state;
  const selected = new Set(state.selected);
  if (!selected.delete(row.id)) selected.add(row.id);
  return moveCursor({ ...state, selected }, state.cursor + 1);
}

function remember(state: State): readonly Snapshot[] {
  return [...state.undo, { decisions: state.decisions, patches: state.patches }];
}

function decide(state: State, action: DecisionAction, reason: string | null): State {
  const chosen = targets(state);
  if (chosen.length === 0) return { ...state, message: 'There is no row here.' };
  if (action === 'approve' && chosen.some((row) => row.status === 'active' && row.proposed === undefined))
    return { ...state, message: 'It is active already: x archives it, s keeps it.' };
  const rows = chosen.filter((row) => (action === 'unarchive') === (row.status === 'archived'));
  if (rows.length === 0) {
    const message =
      action === 'unarchive'
        ? 'Only an archived row can be restored.'
        : 'An archived row can only be restored (r).';
    return { ...state, message };
  }
  const decisions = new Map(state.decisions);
  const taken = rows.every((row) => decisions.get(row.id)?.action === action && reason === null);
  for (const row of rows) {
    if (taken) decisions.delete(row.id);
    else decisions.set(row.id, { action, reason });
  }
  const next = { ...state, undo: remember(state), decisions, message: null };
  if (state.mode === 'detail') return next;
  const unselected = { ...next, selected: new Set<string>() };
  return state.selected.size > 0 || taken ? unselected : moveCursor(unselected, state.cursor + 1);
}

function undo(state: State): State {
  const last = state.undo.at(-1);
  if (last === undefined) return { ...state, message: 'Nothing to undo.' };
  return { ...state, ...last, undo: state.undo.slice(0, -1), message: 'Undone.' };
}

function reasonText(state: State): { text: string; caret: number } {
  const row = targets(state)[0];
  const text = row?.proposed === undefined ? (row?.noise?.reason ?? '') : '';
  return { text, caret: text.length };
}

function startEdit(state: State): State {
  const row = currentRow(state);
  const line = row === null ? undefined : fieldLines(row)[state.fieldCursor];
  if (row === null || line === undefined) return state;
  const refused = notEditable(state, row);
  if (refused !== null) return { ...state, message: refused };
  const text = startText(row, line);
  return { ...state, mode: 'edit', text, caret: text.length, problem: null, message: null };
}

function typed(state: State, text: string, caret: number): State {
  const next = { ...state, text, caret };
  if (state.mode === 'filter') return { ...next, filter: text, cursor: 0 };
  if (state.mode !== 'edit') return next;
  const row = currentRow(state);
  const line = row === null ? undefined : fieldLines(row)[state.fieldCursor];
  if (row === null || line === undefined) return next;
  const read = readField(row, line, text);
  return { ...next, problem: read.ok ? null : read.problem };
}

function erase(state: State, what: Erase): State {
  const left = erased(state.text, state.caret, what);
  return typed(state, left.text, left.caret);
}

function accept(state: State): State {
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
  return { ...withPatch(state, row.id, { [field]: read.value }), mode: 'detail', problem: null };
}

function withPatch(state: State, id: string, patch: Patch): State {
  if (Object.keys(patch).length === 0) return state;
  const patches = new Map(state.patches).set(id, { ...state.patches.get(id), ...patch });
  return { ...state, undo: remember(state), patches, message: 'Changed; it is saved when you apply.' };
}

function cancel(state: State): State {
  if (state.mode === 'edit') return { ...state, mode: 'detail', problem: null };
  if (state.mode === 'filter') return { ...state, mode: 'list', filter: '', cursor: 0 };
  return { ...state, mode: state.behind, problem: null };
}
