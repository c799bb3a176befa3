import { currentItem, moveCursor, remember, type State, targets } from './state.ts';
import type { DecisionAction } from './types.ts';

/** What is decided of rows, and taken back. */

/** What is under the cursor selected, or no longer; the cursor at the next. */
export function toggleSelect(state: State): State {
  const item = currentItem(state);
  if (item === undefined) return state;
  const selected = new Set(state.selected);
  const rows = item.folded ?? [item.row];
  const isSelected = rows.every((row) => selected.has(row.id));
  for (const { id } of rows) {
    if (isSelected) selected.delete(id);
    else selected.add(id);
  }
  return moveCursor({ ...state, selected }, state.cursor + 1);
}

/** A decision on the rows in question; the same once more takes it back. */
export function decide(state: State, action: DecisionAction, reason: string | null): State {
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

/** Before the last decision or change of a field. */
export function undo(state: State): State {
  const last = state.undo.at(-1);
  if (last === undefined) return { ...state, message: 'Nothing to undo.' };
  return { ...state, ...last, undo: state.undo.slice(0, -1), message: 'Undone.' };
}
