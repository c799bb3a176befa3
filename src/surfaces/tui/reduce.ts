import { fold, unfold } from './alike.ts';
import { decide, toggleSelect, undo } from './deciding.ts';
import { accept, cancel, erase, reasonText, startEdit, typed, withPatch } from './editing.ts';
import { evidenceSteps } from './evidence.ts';
import { fieldLines } from './fields.ts';
import { VIEWS } from './filter.ts';
import { type Action, behind, currentItem, currentRow, moveCursor, type State, targets } from './state.ts';
import { moved } from './typing.ts';

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
      return showOne(moveCursor(state, state.cursor + action.by));
    case 'fold':
      return fold(state);
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
      if (action.mode === 'detail' && currentItem(state)?.folded) return unfold(state);
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

/** A pane shows one row: what is folded is unfolded. */
const showOne = (state: State): State => (currentItem(state)?.folded ? unfold(state) : state);

function moveField(state: State, by: number): State {
  const row = currentRow(state);
  if (row === null) return state;
  const steps = evidenceSteps(state.details.get(row.id)?.evidence ?? []).length;
  const last = fieldLines(row).length + steps - 1;
  const to = Math.max(0, Math.min(last, state.fieldCursor + by));
  return { ...state, fieldCursor: to, fieldTop: 0, message: null };
}
