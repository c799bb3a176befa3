import { Box, Text } from 'ink';
import { fit } from '../../operations/columns.ts';
import { patched } from './fields.ts';
import { type State, visible } from './state.ts';
import type { Theme } from './theme.ts';
import type { Decision, ReviewRow } from './types.ts';

const MARKS: Record<Decision['action'], string> = { approve: '✓', skip: '↷', archive: '✗', unarchive: '↺' };

/** First row of a window of `height` rows that keeps the cursor in sight. */
function windowStart(cursor: number, height: number, count: number): number {
  return Math.max(0, Math.min(cursor - Math.floor(height / 2), count - height));
}

function line(
  row: ReviewRow,
  decision: Decision | undefined,
  isSelected: boolean,
  isCurrent: boolean,
): string {
  const mark = decision === undefined ? (row.status === 'archived' ? '−' : ' ') : MARKS[decision.action];
  const seen = `${row.occurrenceCount}×`.padStart(4);
  const confidence = row.confidence.toFixed(2).slice(1);
  const reason =
    decision?.reason ?? (row.status === 'archived' ? row.archiveReason : (row.noise?.rule ?? null));
  return `${isCurrent ? '>' : ' '}${isSelected ? '*' : ' '}${mark} ${String(row.priority).padStart(2)} ${confidence}${seen} ${row.summary}${reason ? ` — ${reason}` : ''}`;
}

/** The list, cut to `height` rows and `width` columns. */
export function ListView(props: { state: State; height: number; width: number; theme: Theme }) {
  const { state, height, width, theme } = props;
  const rows = visible(state);
  if (rows.length === 0) {
    const empty =
      state.rows.length === 0
        ? 'No candidates found. Run `lessons scan` to discover new ones.'
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
            {fit(
              line(patched(row, state.patches.get(row.id)), decision, state.selected.has(row.id), isCurrent),
              width,
            )}
          </Text>
        );
      })}
    </Box>
  );
}
