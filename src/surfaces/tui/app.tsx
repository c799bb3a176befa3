import { Box, Text, useInput, useStdout } from 'ink';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { fit, fitEnd, widthOf } from '../../operations/words/columns.ts';
import { items } from './alike.ts';
import { ConfirmView } from './confirm-view.tsx';
import { decisionOn } from './decided.ts';
import { DetailView, fieldBelow } from './detail-view.tsx';
import { helpPages } from './help.ts';
import { readKey, splitKeys } from './keys.ts';
import { ListView, listRows } from './list-view.tsx';
import type { Session } from './session.ts';
import { currentItem, type State, targets } from './state.ts';
import type { Theme } from './theme.ts';

function useSize(): { columns: number; rows: number } {
  const { stdout } = useStdout();
  const [size, setSize] = useState({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  useEffect(() => {
    const changed = () => setSize({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
    stdout.on('resize', changed);
    return () => {
      stdout.off('resize', changed);
    };
  }, [stdout]);
  return size;
}

function header(state: State, width: number): string {
  const lines = items(state);
  const candidates = lines.flatMap(({ row, folded }) => folded ?? [row]).length;
  const edited =
    state.rows.filter((row) => decisionOn(state, row) !== undefined).length - state.decisions.size;
  const parts = [
    'lessons review',
    `${state.view} ${lines.length === 0 ? '0' : `${state.cursor + 1}/${lines.length}`}${candidates > lines.length ? ` (${candidates} candidates)` : ''}`,
    `${state.decisions.size} decided`,
    ...(edited > 0 ? [`${edited} edited`] : []),
    ...(state.selected.size > 0 ? [`${state.selected.size} selected`] : []),
    ...(state.filter === '' ? [] : [`filter: ${state.filter}`]),
  ];
  const more = state.hidden > 0 && state.view === 'pending' ? [`${state.hidden} more with --all`] : [];
  const fits = [[...parts, ...more], parts].find((some) => widthOf(some.join(' · ')) <= width);
  return (fits ?? parts.slice(1)).join(' · ');
}

/** Of the keys, the most useful first, those that fit whole; each comes in its place. */
function keysThatFit(keys: readonly string[], width: number): string {
  let shown = '';
  for (const key of keys) {
    const longer = shown === '' ? key : `${shown} · ${key}`;
    if (widthOf(longer) <= width) shown = longer;
  }
  return shown;
}

const CONFIRM = 'c confirm';
const LIST_KEYS = [
  'a approve',
  's skip',
  'x archive',
  '? help',
  CONFIRM,
  '→ open',
  'q quit',
  '/ filter',
  'space select',
];

/** Of the list; where something is decided, nothing happens without the confirm screen. */
function listKeys(state: State): string[] {
  const item = currentItem(state);
  const [approve, ...others] = LIST_KEYS;
  const keys = item?.folded
    ? [`${approve} all ${item.folded.length}`, ...others.map((key) => key.replace('→ open', '→ each'))]
    : item?.isUnfolded
      ? [...LIST_KEYS.slice(0, 6), '← fold', ...LIST_KEYS.slice(6)]
      : LIST_KEYS;
  const isDecided = state.rows.some((row) => decisionOn(state, row));
  return isDecided ? [CONFIRM, ...keys.filter((key) => key !== CONFIRM)] : [...keys];
}

const DETAIL_KEYS = [
  '↑↓ field',
  'Enter edit',
  '← back',
  '? help',
  'a approve',
  's skip',
  'x archive',
  'u undo',
  'n next',
];

function footer(state: State, pages: number, width: number): string {
  if (state.mode === 'filter')
    return `/${state.text.slice(0, state.caret)}▏${state.text.slice(state.caret)}   Enter keeps, Esc clears`;
  if (state.mode === 'reason') {
    const problem = state.problem === null ? 'Enter archives, Esc leaves it' : state.problem;
    const many = targets(state).length > 1 ? ` all ${targets(state).length}` : '';
    return `why archive${many}? ${state.text.slice(0, state.caret)}▏${state.text.slice(state.caret)}   ${problem}`;
  }
  if (state.message !== null) return state.message;
  if (state.mode === 'edit') return 'Enter keeps · Esc leaves · Ctrl-U clears';
  if (state.mode === 'detail') return keysThatFit(DETAIL_KEYS, width);
  if (state.mode === 'list') return keysThatFit(listKeys(state), width);
  if (state.mode === 'help')
    return state.helpPage + 1 < pages
      ? `${state.helpPage + 1}/${pages} · any key: more · Esc closes`
      : 'any key closes';
  return '';
}

interface BodyProps {
  state: State;
  session: Session;
  height: number;
  width: number;
  theme: Theme;
}

function Body({ state, session, height, width, theme }: BodyProps) {
  switch (state.mode) {
    case 'help': {
      const pages = helpPages(width, height);
      return (
        <Box flexDirection="column" height={height} overflow="hidden">
          {pages[Math.min(state.helpPage, pages.length - 1)]?.map((line) => (
            <Text key={line}>{fit(line, width)}</Text>
          ))}
        </Box>
      );
    }
    case 'confirm':
    case 'applying':
      return <ConfirmView state={state} height={height} width={width} theme={theme} />;
    case 'done':
      return (
        <Box flexDirection="column" height={height} overflow="hidden">
          {state.report.slice(0, height - 1).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a report may be the same
            <Text key={index}>{fit(text, width)}</Text>
          ))}
          <Text {...theme.soft}>any key leaves</Text>
        </Box>
      );
    case 'detail':
    case 'edit':
      return <DetailBody state={state} session={session} height={height} width={width} theme={theme} />;
    default:
      return <ListView state={state} height={height} width={width} theme={theme} />;
  }
}

/** Rows of the body below which an open candidate leaves the list one line. */
const SMALL_ROWS = 24;

/** The pane of an open candidate: beside the list where both have room, else below it. */
function paneOf({ state, session, height, width, theme }: BodyProps) {
  const isBeside = width >= 110;
  const left = Math.floor(width * 0.42);
  const top = height < SMALL_ROWS ? 1 : Math.floor(height / 4);
  const size = isBeside ? { height, width: width - left } : { height: height - top - 1, width };
  return { isBeside, left, top, props: { state, verdict: session.verdict(), theme, ...size } };
}

/** A candidate in full, and the list. */
function DetailBody(body: BodyProps) {
  const { state, height, width, theme } = body;
  const { isBeside, left, top, props } = paneOf(body);
  if (isBeside) {
    return (
      <Box>
        <ListView state={state} height={height} width={left - 1} theme={theme} />
        <Box marginLeft={1}>
          <DetailView {...props} />
        </Box>
      </Box>
    );
  }
  return (
    <Box flexDirection="column">
      <ListView state={state} height={top} width={width} theme={theme} />
      <Text {...theme.soft}>{'─'.repeat(Math.max(0, width - 1))}</Text>
      <DetailView {...props} />
    </Box>
  );
}

/** The whole screen: a header, the body of the present mode, a footer. */
export function App({ session, theme }: { session: Session; theme: Theme }) {
  useSyncExternalStore(session.subscribe, session.version);
  const state = session.state();
  const { columns, rows } = useSize();
  const height = Math.max(3, rows - 3);
  const pages = helpPages(columns, height).length;
  const cutFooter = ['filter', 'reason'].includes(state.mode) ? fitEnd : fit;
  useInput((input, key) => {
    const isTyping = ['edit', 'filter', 'reason'].includes(session.state().mode);
    for (const [part, partKey] of splitKeys(input, key, isTyping)) {
      const now = session.state();
      const body = { state: now, session, height, width: columns, theme };
      const below = now.mode === 'detail' ? fieldBelow(paneOf(body).props) : 0;
      const command = readKey(now, part, partKey, {
        rows: listRows(height),
        helpPages: pages,
        fieldBelow: below,
      });
      if (command !== null) session.perform(command);
    }
  });
  return (
    <Box flexDirection="column" width={columns} height={rows - 1}>
      <Text bold {...theme.accent}>
        {fit(header(state, columns), columns)}
      </Text>
      <Body state={state} session={session} height={height} width={columns} theme={theme} />
      <Text {...(state.problem === null ? theme.soft : theme.bad)}>
        {cutFooter(footer(state, pages, columns), columns)}
      </Text>
    </Box>
  );
}
