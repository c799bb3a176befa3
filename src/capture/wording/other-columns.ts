import type { OpenFailure, SeenCall } from '../failure-state.ts';
import { code, firstFit } from './prose.ts';

const NAMES_MAX = 3;
const queryOf = ({ command, target }: SeenCall): string => (command || target).slice(0, 4000);

/** The names that the query was then given in place of a column that is not there; empty where it had no others. */
export function otherColumns(name: string, { call, correction }: OpenFailure): string {
  if (!correction) return '';
  const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];
  const [old, now] = [wordsOf(queryOf(call)), wordsOf(queryOf(correction))];
  const bare = name.split('.').at(-1)!;
  const added = [...new Set(now.filter((word) => !old.includes(word)))];
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
