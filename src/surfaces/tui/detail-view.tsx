import { Box, Text } from 'ink';
import { fieldLines } from './fields.ts';
import { windowStart } from './list-view.tsx';
import { currentRow, type State } from './state.ts';
import type { Theme } from './theme.ts';
import type { PatternVerdict, ReviewRow, RowDetails } from './types.ts';

function mark(value: boolean | null, good: boolean): string {
  if (value === null) return '?';
  return value === good ? '✓' : '✗';
}

/** One line on what a pattern would match. */
export function verdictLine(verdict: PatternVerdict): string {
  if (!verdict.ok) return `✗ ${verdict.reason ?? 'refused'}`;
  const failing = `${mark(verdict.matchesFailing, true)} failing call`;
  const corrected = `${mark(verdict.matchesCorrected, false)} spares the corrected call`;
  const history = verdict.history;
  const past =
    history === null
      ? 'no history'
      : `history: ${history.failingMet} failing, ${history.goodDisturbed} good of ${history.callsSeen} calls`;
  return `${failing} · ${corrected} · ${past}`;
}

/** Text with a visible caret that needs no colour. */
export function withCaret(text: string, caret: number, width: number): string {
  const marked = `${text.slice(0, caret)}▏${text.slice(caret)}`;
  if (marked.length <= width) return marked;
  const from = Math.max(0, Math.min(caret - Math.floor(width / 2), marked.length - width));
  return marked.slice(from, from + width);
}

function facts(row: ReviewRow, details: RowDetails | undefined): string[] {
  const lines = [
    `${row.slug} · ${row.status} · priority ${row.priority} · confidence ${row.confidence.toFixed(2)} · seen ${row.occurrenceCount}× in ${row.sessionCount} session${row.sessionCount === 1 ? '' : 's'}`,
  ];
  if (row.status === 'archived')
    lines.push(`archived: ${row.archiveReason ?? 'no reason was kept'} (r restores)`);
  if (row.noise !== null) lines.push(`filter: ${row.noise.rule}: ${row.noise.reason}`);
  if (details === undefined) return [...lines, 'loading evidence…'];
  if (details.backtest !== null) {
    const { failingMet, goodDisturbed, callsSeen } = details.backtest;
    lines.push(
      `back-test: ${failingMet} failing met, ${goodDisturbed} good disturbed, of ${callsSeen} calls`,
    );
  }
  for (const duplicate of details.duplicates)
    lines.push(`like ${duplicate.slug} (${Math.round(duplicate.similarity * 100)}%)`);
  return lines;
}

interface DetailProps {
  state: State;
  verdict: PatternVerdict | null;
  height: number;
  width: number;
  theme: Theme;
}

/** The pane: facts, fields (with the editor inside), evidence below. */
export function DetailView({ state, verdict, height, width, theme }: DetailProps) {
  const row = currentRow(state);
  if (row === null) return <Text>Nothing selected.</Text>;
  const details = state.details.get(row.id);
  const head = facts(row, details);
  const lines = fieldLines(row);
  const editing = state.mode === 'edit';
  const evidence = (details?.evidence ?? []).flatMap((text) => text.split('\n'));
  const shownEvidence = Math.min(evidence.length, Math.max(0, Math.floor((height - head.length) / 3)));
  const fieldRows = Math.max(1, height - head.length - shownEvidence - (editing ? 1 : 0) - 1);
  const start = windowStart(state.fieldCursor, fieldRows, lines.length);
  return (
    <Box flexDirection="column" height={height} width={width} overflow="hidden">
      {head.map((text) => (
        <Text key={text} wrap="truncate-end" {...theme.soft}>
          {text}
        </Text>
      ))}
      {lines.slice(start, start + fieldRows).map((line, index) => {
        const isCurrent = start + index === state.fieldCursor;
        const value =
          isCurrent && editing
            ? withCaret(state.text, state.caret, width - 20)
            : line.value.replaceAll('\n', ' ');
        return (
          <Text key={`${line.field}.${line.index}`} wrap="truncate-end" bold={isCurrent}>
            {`${isCurrent ? '>' : ' '} ${line.label.padEnd(16)} ${value}`}
          </Text>
        );
      })}
      {editing ? (
        <Text
          wrap="truncate-end"
          {...(state.problem === null && verdict?.ok !== false ? theme.good : theme.bad)}
        >
          {state.problem !== null
            ? `✗ ${state.problem}`
            : verdict === null
              ? 'Enter keeps it, Esc leaves it'
              : verdictLine(verdict)}
        </Text>
      ) : null}
      {editing && verdict?.history?.examples.length ? (
        <Text wrap="truncate-end" {...theme.soft}>{`  also: ${verdict.history.examples.join('  |  ')}`}</Text>
      ) : null}
      {shownEvidence > 0 ? <Text {...theme.soft}>evidence</Text> : null}
      {evidence.slice(0, Math.max(0, shownEvidence - 1)).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text have no other identity
        <Text key={index} wrap="truncate-end">{`  ${text}`}</Text>
      ))}
    </Box>
  );
}
