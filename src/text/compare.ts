/** Order of two strings by their UTF-16 units, for `sort`: the same in every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
