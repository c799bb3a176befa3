import { wrap } from '../../operations/words/columns.ts';

/** What the screen does at each key, those first that a small screen must show. */
const HELP: readonly (readonly [string, string])[] = [
  ['pr conf seen', 'of a row: priority, confidence, times seen'],
  ['↑ ↓ or j k', 'move'],
  ['PgUp PgDn, g G', 'a page; first, last'],
  ['space', 'select (a, s, x then act on all selected)'],
  ['a', 'approve: becomes active when applied'],
  ['s', 'skip: stays a candidate, shown again'],
  ['x', 'archive, with a reason'],
  ['▸ 12 rules', 'alike, as one: a, s, x act on all; → shows each, ← folds'],
  ['c', 'confirm: see what will happen, then apply'],
  ['q or Ctrl-C', 'leave; decisions are kept for the next time'],
  ['Ctrl-Z', 'to the shell; `fg` comes back'],
  ['→ or l', 'open: fields and evidence; Enter edits a field, ← closes'],
  ['n p', 'of an open row: the next, the one before'],
  ['e', 'edit all fields in $EDITOR'],
  ['u', 'undo the last change; a, s or x again takes back that row'],
  ['/', 'filter: words, tool:git, tag:lang, scope:global, status:reviewed'],
  ['Tab', 'pending → archived → all'],
  ['r', 'restore an archived row'],
  ['raw:', 'before a command pattern: tried on the whole line as typed'],
];

const KEYS_COLUMNS = 18;

/** The help as the screen shows it, a page after the other. */
export function helpPages(width: number, height: number): string[][] {
  const lines = HELP.flatMap(([keys, what]) =>
    wrap(what, Math.max(10, width - KEYS_COLUMNS)).map(
      (line, index) => `  ${(index === 0 ? keys : '').padEnd(KEYS_COLUMNS - 3)} ${line}`,
    ),
  );
  const pages: string[][] = [];
  for (let at = 0; at < lines.length; at += height) pages.push(lines.slice(at, at + height));
  return pages;
}
