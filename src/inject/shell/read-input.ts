/** Options of `read` whose value is the next word. */
const TAKES_VALUE = /^-[a-zA-Z]*[adinNptu]$/;
const NAME = /^[A-Za-z_]\w{0,59}$/;

/** The variables that `read -r a b` fills. */
export function readNames(values: readonly string[]): string[] {
  const names: string[] = [];
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (value.startsWith('-')) {
      if (TAKES_VALUE.test(value)) i++;
    } else if (NAME.test(value)) names.push(value);
  }
  return names;
}

/** What each of them stands for: one its lines in turn, several the words of the first line. */
export function readValues(names: readonly string[], text: string): [name: string, values: string[]][] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const [first] = lines;
  if (names.length < 2 || first === undefined) return names.map((name) => [name, lines]);
  const words = first.split(/\s+/);
  return names.map((name, n) => [name, [n < names.length - 1 ? (words[n] ?? '') : words.slice(n).join(' ')]]);
}
