import { Box, Text } from 'ink';
import { counted, moreLine } from '../../model/counted.ts';
import { fit } from '../../operations/words/columns.ts';
import { decisionOn } from './decided.ts';
import { patched } from './fields.ts';
import type { State } from './state.ts';
import type { Theme } from './theme.ts';
import { type DecisionAction, MARKS, saysOfYes } from './types.ts';

const WORDS: Record<DecisionAction, string> = {
  approve: 'becomes active',
  skip: 'is shown again',
  archive: 'is archived',
  unarchive: 'is a candidate again',
};

/** One line per decision, in the order of the list; what a narrow screen cuts off comes last. */
export function confirmLines(state: State): string[] {
  return state.rows.flatMap((row) => {
    const decision = decisionOn(state, row);
    if (decision === undefined) return [];
    const now = patched(row, state.patches.get(row.id));
    const isChange = decision.action === 'approve' && row.status === 'active';
    const what = isChange ? saysOfYes(row, state.patches.get(row.id)) : WORDS[decision.action];
    const delivery =
      decision.action === 'approve' && !isChange && now.delivery !== 'context' ? ` (${now.delivery})` : '';
    const changed = state.patches.has(row.id) ? ', edited' : '';
    return [
      `${MARKS[decision.action]} ${what}${delivery}${changed}: ${now.summary}${decision.reason ? ` (${decision.reason})` : ''}`,
    ];
  });
}

/** What applying would do, before it is done. */
export function ConfirmView({
  state,
  height,
  width,
  theme,
}: {
  state: State;
  height: number;
  width: number;
  theme: Theme;
}) {
  const lines = confirmLines(state);
  const open = state.rows.filter((row) => row.status !== 'archived').length;
  const decided = state.rows.filter(
    (row) => row.status !== 'archived' && decisionOn(state, row) !== undefined,
  ).length;
  const untouched = counted(open - decided, 'untouched candidate stays', 'untouched candidates stay');
  const room = Math.max(1, height - 4);
  return (
    <Box flexDirection="column" height={height} width={width}>
      <Text bold>{lines.length === 0 ? 'No decision yet: nothing to apply.' : 'This will happen:'}</Text>
      {lines.slice(0, room).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two candidates may have the same words
        <Text key={index}>{fit(text, width)}</Text>
      ))}
      {moreLine(lines.length - room).map((text) => (
        <Text key={text} {...theme.soft}>
          {text}
        </Text>
      ))}
      <Text {...theme.soft}>{`${untouched} as before.`}</Text>
      <Text {...theme.accent}>{lines.length === 0 ? 'Esc goes back' : 'y applies, Esc goes back'}</Text>
    </Box>
  );
}
