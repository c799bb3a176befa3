import { type Item, items } from './alike.ts';
import { patched } from './fields.ts';
import type { View } from './filter.ts';
import type { Decision, DecisionAction, Patch, ReviewRow, RowDetails } from './types.ts';
import type { CaretMove, Erase } from './typing.ts';

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
  hidden: number;
  view: View;
  filter: string;
  /** Families of rows that are shown one by one. */
  unfolded: ReadonlySet<string>;
  /** Line of the list. */
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
  | { type: 'fold' }
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
export function initialState(sessionId: string, rows: readonly ReviewRow[], hidden = 0): State {
  return {
    mode: 'list',
    behind: 'list',
    sessionId,
    rows,
    hidden,
    view: 'pending',
    filter: '',
    unfolded: new Set(),
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

/** The line of the list under the cursor; none in an empty list. */
export function currentItem(state: State): Item | undefined {
  return items(state)[state.cursor];
}

/** The row under the cursor as the reviewer has changed it, or null in an empty list. */
export function currentRow(state: State): ReviewRow | null {
  const row = currentItem(state)?.row;
  return row === undefined ? null : patched(row, state.patches.get(row.id));
}

/** The screen that is left, or the one behind it. */
export function behind({ mode, behind }: State): State['behind'] {
  return mode === 'list' || mode === 'detail' ? mode : behind;
}

/** The rows that a decision is about: those that are selected, else what is under the cursor. */
export function targets(state: State): ReviewRow[] {
  if (state.selected.size > 0 && behind(state) === 'list')
    return state.rows.filter((row) => state.selected.has(row.id));
  const item = currentItem(state);
  if (item === undefined) return [];
  return item.folded !== null && behind(state) === 'list' ? [...item.folded] : [item.row];
}

/** What can be undone, with how it is now. */
export function remember(state: State): readonly Snapshot[] {
  return [...state.undo, { decisions: state.decisions, patches: state.patches }];
}

/** The cursor at a row, or at the nearest that there is. */
export function moveCursor(state: State, to: number): State {
  const last = items(state).length - 1;
  return { ...state, cursor: Math.max(0, Math.min(last, to)), fieldCursor: 0, fieldTop: 0, message: null };
}
