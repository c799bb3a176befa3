import { Box, Text } from 'ink';
import { andMore, counted } from '../../model/counted.ts';
import { fit, fitEnd, widthOf, wrap } from '../../operations/words/columns.ts';
import { evidenceLines, evidenceSteps } from './evidence.ts';
import { choicesOf, type FieldLine, fieldLines } from './fields.ts';
import { currentRow, type State } from './state.ts';
import type { Theme } from './theme.ts';
import type { PatternVerdict, ReviewRow, RowDetails } from './types.ts';

const DUPLICATES_MAX = 3;
/** Of a field's name. */
const NAME_COLUMNS = 10;
/** Of what stands before a field's value. */
const LABEL_COLUMNS = NAME_COLUMNS + 3;
/** Rows of the pane from which what is known of a row is shown whole, not only as the width allows. */
const TALL_ROWS = 14;
/** Of a field that is not under the cursor. */
const FIELD_LINES_MAX = 4;

function mark(value: boolean | null, good: boolean): string {
  if (value === null) return '?';
  return value === good ? '✓' : '✗';
}

/** One line on what a pattern would match. */
function verdictLine(verdict: PatternVerdict): string {
  if (!verdict.ok) return `✗ ${verdict.reason ?? 'refused'}`;
  const failing = `${mark(verdict.matchesFailing, true)} failing call`;
  const corrected = `${mark(verdict.matchesCorrected, false)} spares the corrected call`;
  const history = verdict.history;
  const past =
    history === null
      ? 'no history'
      : `history: ${history.failingMet} failing, ${history.goodDisturbed} good of ${counted(history.callsSeen, 'call')}`;
  return `${failing} · ${corrected} · ${past}`;
}

/** Text with a visible caret that needs no colour, in one line around it. */
function withCaret(text: string, caret: number, width: number): string {
  const after = text.slice(caret).replaceAll('\n', ' ');
  const before = fitEnd(
    text.slice(0, caret).replaceAll('\n', ' '),
    Math.max(Math.floor(width / 2), width - 1 - widthOf(after)),
  );
  return `${before}▏${fit(after, width - 1 - widthOf(before))}`;
}

function facts(row: ReviewRow, details: RowDetails | undefined): string[] {
  const place = row.scope === 'global' ? 'all projects' : `for ${row.scopeName ?? row.scope}`;
  const lines = [
    [
      `#${row.number}`,
      ...(row.status === 'candidate' ? [] : [row.status]),
      `priority ${row.priority}`,
      `confidence ${row.confidence.toFixed(2)}`,
      `seen ${row.occurrenceCount}× in ${counted(row.sessionCount, 'session')}`,
      place,
    ].join(' · '),
  ];
  if (row.status === 'archived')
    lines.push(`archived: ${row.archiveReason ?? 'no reason was kept'} (r restores)`);
  if (row.noise !== null)
    lines.push(`${row.status === 'active' ? 'proposed' : 'filter'}: ${row.noise.rule}: ${row.noise.reason}`);
  if (details === undefined) return [...lines, 'loading evidence…'];
  if (details.backtest !== null) {
    const { failingMet, goodDisturbed, callsSeen } = details.backtest;
    lines.push(
      callsSeen === 0
        ? `back-test: ${row.injectOn.includes('PreToolUse') ? 'no past call to try it on' : 'none, since it does not act at calls'}`
        : `back-test: of ${counted(callsSeen, 'past call')} it meets ${failingMet} failing, disturbs ${goodDisturbed} good`,
    );
  }
  if (details.duplicates.length > 0) {
    const alike = details.duplicates.slice(0, DUPLICATES_MAX);
    const named = alike.map((each) => `${each.slug} (${Math.round(each.similarity * 100)}%)`).join(', ');
    lines.push(`like ${named}${andMore(details.duplicates.length - alike.length)}`);
  }
  return lines;
}

interface DetailProps {
  state: State;
  verdict: PatternVerdict | null;
  height: number;
  width: number;
  theme: Theme;
}

interface Line {
  key: string;
  text: string;
  style: { bold?: boolean; color?: string; dimColor?: boolean };
}

/** The lines of one field: whole under the cursor, the first ones of any other. */
function fieldRows(line: FieldLine, isCurrent: boolean, values: string[]): Line[] {
  const shown = isCurrent ? values : values.slice(0, FIELD_LINES_MAX);
  return shown.map((value, index) => ({
    key: `${line.field}.${line.index}.${index}`,
    text: `${isCurrent && index === 0 ? '>' : ' '} ${(index === 0 ? line.label : '').padEnd(NAME_COLUMNS)} ${value}${index + 1 < values.length && index + 1 === shown.length ? ' …' : ''}`,
    style: isCurrent ? { bold: true } : {},
  }));
}

/** Those of the lines that fit, the field under the cursor in the middle of them; of a longer one the lines from `top` on. */
function inSight(fields: Line[][], cursor: number, room: number, top: number): Line[] {
  const before = fields.slice(0, cursor).flat().length;
  const own = fields[cursor]?.length ?? 0;
  const all = fields.flat();
  const from = own > room ? before + Math.min(top, own - room) : before - Math.floor((room - own) / 2);
  const start = Math.max(0, Math.min(from, all.length - room));
  return all.slice(start, start + room);
}

function editRows(state: State, verdict: PatternVerdict | null, theme: Theme): Line[] {
  if (state.mode !== 'edit') return [];
  const row = currentRow(state);
  const line = row === null ? undefined : fieldLines(row)[state.fieldCursor];
  const isFine = state.problem === null && verdict?.ok !== false;
  const text =
    state.problem !== null
      ? `✗ ${state.problem}`
      : verdict === null
        ? ((line && choicesOf(line.field)) ?? 'Enter keeps it, Esc leaves it')
        : verdictLine(verdict);
  const also = verdict?.history?.examples.join('  |  ') ?? '';
  return [
    { key: 'verdict', text, style: isFine ? theme.good : theme.bad },
    { key: 'also', text: also === '' ? '' : `  also: ${also}`, style: theme.soft },
  ];
}

/** Evidence below the fields, wrapped where it is little. */
function shortEvidence(excerpts: readonly string[], room: number, width: number): string[] {
  const lines = evidenceLines(excerpts);
  return lines.length < room ? lines.flatMap((line) => wrap(line, Math.max(10, width))) : lines;
}

/** Evidence alone, from the step on at which the cursor is; null while it is on a field. */
function openEvidence({ state, height, width, theme }: DetailProps, row: ReviewRow): Line[] | null {
  const steps = evidenceSteps(state.details.get(row.id)?.evidence ?? []);
  const at = state.fieldCursor - fieldLines(row).length;
  const lines = steps[at]?.flatMap((line) => wrap(line, Math.max(10, width - 2)));
  if (lines === undefined) return null;
  return [`evidence ${at + 1}/${steps.length}`, ...lines.map((line) => `  ${line}`)]
    .slice(0, height)
    .map((text, index) => ({
      key: `proof.${index}`,
      text,
      style: index === 0 ? { bold: true } : theme.soft,
    }));
}

/** Of the pane: facts, fields (with the editor inside), and evidence below; with the lines that the fields have. */
function paneParts({ state, verdict, height, width, theme }: DetailProps, row: ReviewRow) {
  const details = state.details.get(row.id);
  const head = facts(row, details)
    .flatMap((text) => (height < TALL_ROWS ? [text] : wrap(text, width)))
    .map((text, index) => ({ key: `fact.${index}`, text, style: theme.soft }));
  const edit = editRows(state, verdict, theme);
  const room = Math.max(1, height - head.length - edit.length);
  const evidenceRoom = edit.length > 0 ? 0 : Math.floor(room / 3);
  const evidence = shortEvidence(details?.evidence ?? [], evidenceRoom - 1, width - 2);
  const forEvidence = Math.min(evidence.length + 1, evidenceRoom);
  const fields = fieldLines(row).map((line, index) => {
    const isCurrent = index === state.fieldCursor;
    const columns = Math.max(10, width - LABEL_COLUMNS);
    const isEdited = isCurrent && state.mode === 'edit';
    return fieldRows(
      line,
      isCurrent,
      isEdited ? [withCaret(state.text, state.caret, columns)] : wrap(line.value, columns),
    );
  });
  const proof =
    forEvidence < 2 ? [] : ['evidence', ...evidence.slice(0, forEvidence - 1).map((text) => `  ${text}`)];
  return { head, fields, edit, proof, room: room - forEvidence };
}

/** Lines of the field under the cursor that are below what the pane shows of it. */
export function fieldBelow(props: DetailProps): number {
  const { fieldCursor, fieldTop } = props.state;
  const row = currentRow(props.state);
  if (row === null) return 0;
  const { fields, room } = paneParts(props, row);
  return (fields[fieldCursor]?.length ?? 0) - room - fieldTop;
}

/** The pane's lines, at most as many as it is high. */
function paneLines(props: DetailProps, row: ReviewRow): Line[] {
  const { state, height, theme } = props;
  const { head, fields, edit, proof, room } = paneParts(props, row);
  const shown = inSight(fields, state.fieldCursor, room, state.fieldTop);
  return [
    ...head,
    ...shown,
    ...edit,
    ...proof.map((text, index) => ({ key: `proof.${index}`, text, style: theme.soft })),
  ].slice(0, height);
}

/** What is known of the row under the cursor, and the editor of its fields. */
export function DetailView(props: DetailProps) {
  const row = currentRow(props.state);
  if (row === null) return <Text>Nothing selected.</Text>;
  return (
    <Box flexDirection="column" height={props.height} width={props.width}>
      {(openEvidence(props, row) ?? paneLines(props, row)).map((line) => (
        <Text key={line.key} {...line.style}>
          {line.text === '' ? ' ' : fit(line.text, props.width)}
        </Text>
      ))}
    </Box>
  );
}
