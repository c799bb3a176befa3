/**
 * Text as a terminal may be given it: stored errors and lessons can hold sequences that would move the cursor or
 * rename the window.
 * @param color whether colours stay, where the renderer was asked for them
 */
export function printable(text: string, color: boolean): string {
  const plain = text.replace(CONTROL, '');
  return color ? plain.replace(NO_COLOUR, '') : plain.replaceAll('\u001b', '');
}

/** The same for every text of a value; its keys stay. */
export function printableDeep<T>(value: T): T {
  return each(value) as T;
}

function each(value: unknown): unknown {
  if (typeof value === 'string') return printable(value, false);
  if (Array.isArray(value)) return value.map(each);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, each(item)]));
}

/** All controls but tabs, line ends and escapes; and what would show the rest of a line backwards. */
const CONTROL = /(?!\u001b)[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;
/** An escape that begins no colour. */
const NO_COLOUR = /\u001b(?!\[[\d;]*m)/g;
