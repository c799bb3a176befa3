import { FAMILY_MIN, familyOf } from '../../operations/review/families.ts';
import { visibleRows } from './filter.ts';
import type { State } from './state.ts';
import type { ReviewRow } from './types.ts';

/** A line of the list: a row, or several that are alike, folded into the first of them. */
export interface Item {
  row: ReviewRow;
  folded: readonly ReviewRow[] | null;
  /** True for a row of a family that was unfolded. */
  isUnfolded: boolean;
}

/** The rows of the view that pass the filter, those that are alike at the place of their first. */
export function items(state: Pick<State, 'rows' | 'view' | 'filter' | 'unfolded'>): Item[] {
  const rows = visibleRows(state.rows, state.view, state.filter);
  const families = Map.groupBy(rows, familyOf);
  return rows.flatMap((row): Item[] => {
    const family = familyOf(row);
    const members = family === null ? [] : families.get(family)!;
    if (family === null || members.length < FAMILY_MIN) return [{ row, folded: null, isUnfolded: false }];
    if (row !== members[0]) return [];
    return state.unfolded.has(family)
      ? members.map((member) => ({ row: member, folded: null, isUnfolded: true }))
      : [{ row, folded: members, isUnfolded: false }];
  });
}

/** What folded rows are, in one line: how many, of which kind, and the names in which they differ. */
export function foldedSummary(rows: readonly ReviewRow[]): string {
  const names = rows
    .map(({ summary }) => /`([^`]+)`/.exec(summary)?.[1])
    .filter((name) => name !== undefined);
  return `▸ ${rows.length} ${familyOf(rows[0]!)}: ${[...new Set(names)].join(', ')}`;
}

/** The family at the cursor unfolded; its rows stand where it stood. */
export function unfold(state: State): State {
  const row = items(state)[state.cursor]?.row;
  const family = row === undefined ? null : familyOf(row);
  if (family === null) return state;
  return { ...state, unfolded: new Set(state.unfolded).add(family), message: null };
}

/** The family of the row at the cursor folded, the cursor on it. */
export function fold(state: State): State {
  const row = items(state)[state.cursor]?.row;
  const family = row === undefined ? null : familyOf(row);
  if (family === null || !state.unfolded.has(family)) return state;
  const folded = { ...state, unfolded: new Set([...state.unfolded].filter((each) => each !== family)) };
  const at = items(folded).findIndex((item) => familyOf(item.row) === family);
  return { ...folded, cursor: Math.max(0, at), message: null };
}
