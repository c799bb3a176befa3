/** The noun that stands behind a number; `many` where an `s` does not make it. */
export function nounFor(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** A number with its noun: `1 lesson`, `2 lessons`. */
export function counted(n: number, one: string, many?: string): string {
  return `${n} ${nounFor(n, one, many)}`;
}

/** Behind a list of which not all are told: ` and 3 more`; nothing where none is left. */
export const andMore = (left: number): string => (left > 0 ? ` and ${left} more` : '');

/** The same as a line below such a list: `… and 3 more`. */
export const moreLine = (left: number): string[] => (left > 0 ? [`…${andMore(left)}`] : []);
