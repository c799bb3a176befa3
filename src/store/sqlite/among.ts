import { sql } from 'kysely';

/** True for rows whose column holds one of the values. However many there are, it is one statement. */
export function isAmong(column: string, values: Iterable<string | number>) {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify([...values])}))`;
}
