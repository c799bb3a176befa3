export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const DOUBLE = 34;
export const HASH = 35;
export const DOLLAR = 36;
export const AMPERSAND = 38;
export const SINGLE = 39;
export const OPEN = 40;
export const CLOSE = 41;
export const SEMICOLON = 59;
export const LESS = 60;
export const GREATER = 62;
export const BACKSLASH = 92;
export const BACKQUOTE = 96;
export const OPEN_BRACE = 123;
export const BAR = 124;
export const CLOSE_BRACE = 125;
export const TILDE = 126;

/** Ends a run of plain characters in a bare word. */
const SPECIAL = table('\t\n\r "$&\'();<>\\`|');
/** Ends one inside double quotes. */
const DOUBLE_SPECIAL = table('"$\\`');

function table(characters: string): Uint8Array {
  const flags = new Uint8Array(128);
  for (const character of characters) flags[character.charCodeAt(0)] = 1;
  return flags;
}

/** True where a code unit means something to a shell outside of quotes. */
export function isSpecial(code: number): boolean {
  return code < 128 && SPECIAL[code] === 1;
}

/** The same within double quotes. */
export function isDoubleSpecial(code: number): boolean {
  return code < 128 && DOUBLE_SPECIAL[code] === 1;
}

const SIMPLE_ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** Decodes one escape of `$'…'`; `at` is the backslash. */
export function ansiEscape(text: string, at: number): { value: string; end: number } {
  const letter = text[at + 1];
  if (letter === undefined) return { value: '\\', end: at + 1 };
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  const digits =
    letter === 'x'
      ? /^[0-9a-fA-F]{1,2}/.exec(text.slice(at + 2, at + 4))
      : letter === 'u'
        ? /^[0-9a-fA-F]{1,4}/.exec(text.slice(at + 2, at + 6))
        : letter === 'U'
          ? /^[0-9a-fA-F]{1,8}/.exec(text.slice(at + 2, at + 10))
          : null;
  if (digits !== null) {
    const point = Number.parseInt(digits[0], 16);
    return { value: point <= 0x10ffff ? String.fromCodePoint(point) : '', end: at + 2 + digits[0].length };
  }
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4));
  if (octal !== null) {
    return { value: String.fromCharCode(Number.parseInt(octal[0], 8) & 0xff), end: at + 1 + octal[0].length };
  }
  return { value: text.slice(at, at + 2), end: at + 2 };
}
