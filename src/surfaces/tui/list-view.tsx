import { Box, Text } from 'ink';
import { fit } from '../../operations/words/columns.ts';
import { asTyped } from '../../platform/called-as.ts';
import { patched } from './fields.ts';
import { type State, visible } from './state.ts';
import type { Theme } from './theme.ts';
import { MARKS, type ReviewRow } from './types.ts';

const EDITED = '✎';
const ARCHIVED = '−';

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

/** In three columns: `.98`, `1.0`. */
const share = (value: number): string => (value >= 0.995 ? '1.0' : value.toFixed(2).slice(1));

/** In four columns: `3×`, `120×`, `12k×`. */
const times = (count: number): string =>
  `${count < 1000 ? count : `${Math.floor(count / 1000)}k`}×`.padStart(4);

/** A row of the list as the reviewer has changed it. */
export function rowLine(state: State, row: ReviewRow, isCurrent: boolean): string {
  const now = patched(row, state.patches.get(row.id));
  const reason =
    state.decisions.get(row.id)?.reason ??
    (row.status === 'archived' ? row.archiveReason : (row.noise?.rule ?? null));
  const marks = `${isCurrent ? '>' : ' '}${state.selected.has(row.id) ? '*' : ' '}${markOf(state, row)}`;
  const figures = `${String(now.priority).padStart(2)} ${share(row.confidence)} ${times(row.occurrenceCount)}`;
  return `${marks} ${figures} ${now.summary}${reason ? ` — ${reason}` : ''}`;
}

/** The list, cut to `height` rows and `width` columns. */
export function ListView(props: { state: State; height: number; width: number; theme: Theme }) {
  const { state, height, width, theme } = props;
  const rows = visible(state);
  if (rows.length === 0) {
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
  const start = windowStart(state.cursor, height, rows.length);
  return (
    <Box flexDirection="column" height={height} width={width}>
      {rows.slice(start, start + height).map((row, index) => {
        const isCurrent = start + index === state.cursor;
        const decision = state.decisions.get(row.id);
        const colour =
          decision === undefined
            ? {}
            : decision.action === 'archive'
              ? theme.bad
              : decision.action === 'skip'
                ? theme.soft
                : theme.good;
        return (
          <Text key={row.id} bold={isCurrent} {...colour}>
            {fit(rowLine(state, row, isCurrent), width)}
          </Text>
        );
      })}
    </Box>
  );
}
