/** The noun that stands behind a number; `many` where an `s` does not make it. */
export function nounFor(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** A number with its noun: `1 lesson`, `2 lessons`. */
export function counted(n: number, one: string, many?: string): string {
  return `${n} ${nounFor(n, one, many)}`;
}
