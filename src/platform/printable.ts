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

/** All controls but tabs, line ends and escapes; what would show the rest of a line backwards; and what is not seen. */
const CONTROL =
  /(?!\u001b)[^\P{Cc}\t\n]|[\u{ad}\u{61c}\u{180e}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;
/** An escape that begins none of the colours that our own renderers use: others may hide what comes after them. */
const NO_COLOUR = /\u001b(?!\[(?:[0-2]|3[1-36])m)/g;
