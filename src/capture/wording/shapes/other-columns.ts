import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { code, firstFit } from '../prose.ts';

const NAMES_MAX = 3;
const queryOf = ({ command, target }: SeenCall): string => (command || target).slice(0, 4000);

const KEYWORDS =
  /^(?:select|distinct|from|where|and|or|not|in|is|null|like|limit|offset|order|group|by|asc|desc|as|on|join|left|inner|having|count|sum|min|max|coalesce|case|when|then|else|end|true|false)$/i;

/** A query up to where it says what it reads. */
const selected = (query: string): string => query.split(/\bfrom\b/i)[0]!;

/** True where a column is asked for, not only compared. */
const isSelected = (name: string, query: string): boolean =>
  /\bfrom\b/i.test(query) && selected(query).includes(name);

/** The names that the query was then given in place of a column that is not there; empty where it had no others. */
export function otherColumns(name: string, { call, correction }: OpenFailure): string {
  if (!correction) return '';
  const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w*(?![\w.])/g) ?? [];
  const part = isSelected(name, queryOf(call)) ? selected : (query: string) => query;
  const [old, now] = [wordsOf(queryOf(call)), wordsOf(part(queryOf(correction)))];
  const bare = name.split('.').at(-1)!;
  const added = [...new Set(now.filter((word) => !old.includes(word)))].filter(
    (word) => !KEYWORDS.test(word),
  );
  return now.includes(bare) || added.length === 0 || added.length > NAMES_MAX
    ? ''
    : `Look the columns up first: with ${added.map(code).join(', ')} for ${code(bare)} it worked.`;
}

/** What is told of a query that names a column which is not there. */
export const noColumn = (name: string, who: string): string =>
  firstFit(
    [
      `The query of ${who} names a column that is not there: ${code(name)}`,
      `${who}: there is no column ${code(name)}`,
    ],
    [`There is no column ${code(name)}`],
  );

const TABLES = /\b(?:from|join|into|update|table)\s+[`"'[]?([A-Za-z_][\w.]*)/gi;

/** The tables that the query was then made of in place of one that is not there; empty where it had no others. */
export function otherTables(name: string, { call, correction }: OpenFailure): string {
  if (!correction) return '';
  const tablesOf = (query: string) => [...query.matchAll(TABLES)].map((match) => match[1]!);
  const [old, now] = [tablesOf(queryOf(call)), tablesOf(queryOf(correction))];
  const added = [...new Set(now.filter((word) => !old.includes(word)))];
  return now.includes(name) || added.length === 0 || added.length > NAMES_MAX
    ? ''
    : `Look the tables up first: with ${added.map(code).join(', ')} for ${code(name)} it worked.`;
}
