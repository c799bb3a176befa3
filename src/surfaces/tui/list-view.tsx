import { Box, Text } from 'ink';
import { fit } from '../../operations/words/columns.ts';
import { asTyped } from '../../platform/called-as.ts';
import { foldedSummary, type Item, items } from './alike.ts';
import { patched } from './fields.ts';
import type { State } from './state.ts';
import type { Theme } from './theme.ts';
import { MARKS, type ReviewRow } from './types.ts';

const EDITED = '✎';
const ARCHIVED = '−';
const MIXED = '~';
const TITLES = '    pr conf seen  lesson';
/** Rows from which the columns have titles. */
const TITLED_MIN = 8;

/** First row of a window of `height` rows that keeps the cursor in sight. */
function windowStart(cursor: number, height: number, count: number): number {
  return Math.max(0, Math.min(cursor - Math.floor(height / 2), count - height));
}

/** What was decided, else that something was changed, else that it is archived. */
function markOf(state: State, row: ReviewRow): string {
  const decision = state.decisions.get(row.id);
  if (decision !== undefined) return MARKS[decision.action];
  return state.patches.has(row.id) ? EDITED : row.status === 'archived' ? ARCHIVED : ' ';
}

/** In four columns: `3×`, `120×`, `12k×`. */
const times = (count: number): string =>
  `${count < 1000 ? count : `${Math.floor(count / 1000)}k`}×`.padStart(4);

/** Folded rows have one mark where they share it. */
function marksOf(state: State, rows: readonly ReviewRow[]): string {
  const marks = new Set(rows.map((row) => markOf(state, row)));
  return marks.size === 1 ? [...marks][0]! : MIXED;
}

/** A line of the list as the reviewer has changed it. */
export function itemLine(state: State, { row, folded, isUnfolded }: Item, isCurrent: boolean): string {
  const now = patched(row, state.patches.get(row.id));
  const rows = folded ?? [row];
  const reason =
    state.decisions.get(row.id)?.reason ??
    (row.status === 'archived' ? row.archiveReason : (row.noise?.rule ?? null));
  const isSelected = rows.every(({ id }) => state.selected.has(id));
  const marks = `${isCurrent ? '>' : ' '}${isSelected ? '*' : ' '}${marksOf(state, rows)}`;
  const seen = rows.reduce((sum, each) => sum + each.occurrenceCount, 0);
  const figures = `${String(now.priority).padStart(2)} ${row.confidence.toFixed(2)} ${times(seen)}`;
  const summary = folded === null ? `${isUnfolded ? '│ ' : ''}${now.summary}` : foldedSummary(folded);
  return `${marks} ${figures}  ${summary}${reason ? ` — ${reason}` : ''}`;
}

function colourOf(state: State, { row, folded }: Item, theme: Theme): object {
  const rows = folded ?? [row];
  const actions = new Set(rows.map(({ id }) => state.decisions.get(id)?.action));
  const [action] = actions;
  if (action === undefined || actions.size > 1) return {};
  return action === 'archive' ? theme.bad : action === 'skip' ? theme.soft : theme.good;
}

/** Lines of the list that a pane of this height shows. */
export const listRows = (height: number): number => (height < TITLED_MIN ? height : height - 1);

/** The list, cut to `height` rows and `width` columns. */
export function ListView(props: { state: State; height: number; width: number; theme: Theme }) {
  const { state, height, width, theme } = props;
  const lines = items(state);
  if (lines.length === 0) {
    const empty =
      state.rows.length === 0
        ? asTyped('No candidates found. Run `lessons scan` to discover new ones.')
        : 'Nothing here. Tab shows another view; / changes the filter.';
    return (
      <Box height={height} width={width}>
        <Text>{empty}</Text>
      </Box>
    );
  }
  const shown = listRows(height);
  const start = windowStart(state.cursor, shown, lines.length);
  return (
    <Box flexDirection="column" height={height} width={width}>
      {shown < height && <Text {...theme.soft}>{fit(TITLES, width)}</Text>}
      {lines.slice(start, start + shown).map((item, index) => {
        const isCurrent = start + index === state.cursor;
        return (
          <Text key={item.row.id} bold={isCurrent} {...colourOf(state, item, theme)}>
            {fit(itemLine(state, item, isCurrent), width)}
          </Text>
        );
      })}
    </Box>
  );
}
