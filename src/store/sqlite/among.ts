import { sql } from 'kysely';

/** However many values there are, it is one statement. */
export function isAmong(column: string, values: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
}
