import { counted } from '../../model/counted.ts';
import type { State } from './state.ts';
import type { Decision, ReviewRow } from './types.ts';

/** What is done with a row: what was decided, or, where it was only edited, that the edit is kept. */
export function decisionOn(
  { decisions, patches }: Pick<State, 'decisions' | 'patches'>,
  row: ReviewRow,
): Decision | undefined {
  const isEdited = patches.has(row.id) && row.status !== 'archived';
  return decisions.get(row.id) ?? (isEdited ? { action: 'skip', reason: null } : undefined);
}

/** Decisions and mere edits in words: `2 decisions and 1 edit`; null where there is none. */
export function workDone(state: Pick<State, 'decisions' | 'patches' | 'rows'>): string | null {
  const decided = state.decisions.size;
  const edited = state.rows.filter((row) => decisionOn(state, row) !== undefined).length - decided;
  const parts = [
    ...(decided > 0 ? [counted(decided, 'decision')] : []),
    ...(edited > 0 ? [counted(edited, 'edit')] : []),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}

/** Why a row cannot be changed now, or null. */
export function notEditable({ decisions }: Pick<State, 'decisions'>, row: ReviewRow): string | null {
  const isOpen = row.status !== 'archived' || decisions.get(row.id)?.action === 'unarchive';
  return isOpen ? null : 'An archived row is restored first (r), then edited.';
}
