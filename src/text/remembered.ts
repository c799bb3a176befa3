/**
 * The function, which keeps what it found for the last texts: the same command, line or error is asked about several
 * times in a row. What it returns is shared, so nobody may change it.
 * @param texts how many are kept
 */
export function remembered<T>(texts: number, find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    if (known.size >= texts) known.clear();
    known.set(text, found);
    return found;
  };
}
