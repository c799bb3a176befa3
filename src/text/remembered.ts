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

/** The function, which keeps what it found for each object as long as that lives: for objects that do not change. */
export function rememberedOf<K extends object, T>(find: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = find(key);
      known.set(key, found);
    }
    return found;
  };
}
