/** Secrets in tables: under a header such as `password`, or beside it where each line is a name and a value. */
import { REDACTED } from './redact-marker.ts';
import { LEAD, LINE_BREAK, looksRandom, mayBeSecret, SECRET_NAME } from './redact-values.ts';
import { before } from './value-span.ts';

const BEFORE_CELL = /(?:^|[|│┃\t\n→+]|: |:\d+:)[ \t*_`"'\\]*$|[,;]["']?$/;
const BEHIND_CELL = /^[*_`"'\\\]]{0,4}(?:[ \t]*(?:[|│┃\r\n]|$)|\t|[,;]\S| {2,}\S)/;
const REACH = 80;

/** Whether a name fills a cell of what may be a table. */
export function fillsCell(text: string, start: number, end: number): boolean {
  return BEHIND_CELL.test(text.slice(end, end + REACH)) && BEFORE_CELL.test(before(text, start, REACH));
}

const NUMBERED = new RegExp(`^${LEAD}`);
const BAR = '|│┃';
/** A header of values that commas part, and nothing beside. */
const LISTED = /(?:^\s*|["']|: )["'\w\\][\w "'.\\-]*(?:([,;])[\w "'.\\-]+)+$/;
const RULE = /^[\s|+:=\u2500-\u257f-]*$/;
const CELL = /^([\s*_`"'\\]*)(.*?)[\s*_`"'\\}\])]*$/;
/** How `psql` shows one row, and `vault` one secret. */
const ONE_A_LINE = /RECORD \d|Key {2,}Value\b/;

const PAIR = new RegExp(
  `^(${LEAD}[\\s${BAR}*_\`]*)([A-Za-z][\\w -]{2,40}?)([*_\`]*(?:[ \\t]*[${BAR}][ \\t]*| {2,}))([^\\s${BAR}]{4,})(?=[ \\t]*[${BAR}]?[ \\t]*$)`,
);
/** Longer lines are data, and of no table that anybody reads. */
const LINE_CHARS_MAX = 2000;

interface Header {
  bar: string;
  count: number;
  /** Of each column that is secret, whether it is passwords that stand there. */
  columns: Map<number, boolean>;
}

/** The text without what stands in a column of secrets. */
export function redactTables(text: string): string {
  let header: Header | null = null;
  const told = ONE_A_LINE.test(text);
  const lines = text.split(LINE_BREAK);
  for (let at = 0; at < lines.length; at += 2) {
    const line = lines[at]!;
    if (line.length > LINE_CHARS_MAX || RULE.test(line.replace(NUMBERED, ''))) continue;
    const cells = header === null ? [] : line.split(header.bar);
    if (header !== null && cells.length === header.count) {
      for (const [column, isPassword] of header.columns)
        cells[column] = withoutSecret(cells[column]!, isPassword);
      lines[at] = cells.join(header.bar);
    } else {
      header = headerOf(line, lines[at + 2] ?? '');
      lines[at] = line.replace(PAIR, (all, lead: string, name: string, gap: string, value: string) =>
        SECRET_NAME.test(name) && mayBeSecret(value) && (told || looksRandom(value, 6))
          ? lead + name + gap + REDACTED
          : all,
      );
    }
  }
  return lines.join('');
}

/** @param next the line below: of a table of options, a row is taken for a header, and the next names another option */
function headerOf(line: string, next: string): Header | null {
  const bar =
    [...BAR, '\t'].find((bar) => line.includes(bar)) ??
    (/[,;][\w "'.\\-]+$/.test(line) ? LISTED.exec(line.replace(NUMBERED, ''))?.[1] : undefined);
  if (bar === undefined) return null;
  const cells = line.split(bar);
  const columns = new Map<number, boolean>();
  const isHeader = !BAR.includes(bar) || /^\S*[-=+\u2500-\u257f]{3}/.test(next.trim());
  for (const [at, cell] of cells.entries()) {
    const name = CELL.exec(at === 0 ? cell.replace(NUMBERED, '') : cell)![2]!;
    if (name.length <= REACH && SECRET_NAME.test(name)) columns.set(at, isHeader && /pass|pwd/i.test(name));
  }
  return columns.size === 0 || cells.length < 2 ? null : { bar, count: cells.length, columns };
}

function withoutSecret(cell: string, isPassword: boolean): string {
  const [, before, content] = CELL.exec(cell) as unknown as string[];
  if (
    content!.length < 4 ||
    cell.includes(REDACTED) ||
    !mayBeSecret(content!) ||
    !(isPassword || looksRandom(content!, 8))
  )
    return cell;
  return before! + REDACTED + cell.slice(before!.length + content!.length);
}

/** What stands in SQL before the values, the columns among it, and the values. */
export const INSERT = /(\binsert [^()]{1,99}\(([^()]+)\)\s*values)([^;]+)/gi;
/** What begins a row or parts two values of it, and a value that may be secret. */
const PLACES = /(?<!\w)\(|,|'[^'\n]*'/g;

/** The same without what is inserted in a column of secrets. */
export function withoutInserted(_: string, head: string, names: string, rows: string): string {
  const columns = names.split(',');
  let column = 0;
  const clean = rows.replace(PLACES, (sign) => {
    if (sign === '(') column = 0;
    else if (sign === ',') column += 1;
    else if (SECRET_NAME.test(CELL.exec(columns[column]!)![2]!) && mayBeSecret(sign.slice(1, -1)))
      return `'${REDACTED}'`;
    return sign;
  });
  return head + clean;
}
