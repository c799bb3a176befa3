/** Breaks at spaces, and inside what is wider than a line; line breaks of the text are kept. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const source of text.split('\n')) {
    let line = '';
    for (const word of plain(source)
      .split(' ')
      .flatMap((each) => pieces(each, width))) {
      if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}

function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (widthOf(piece) + widthOf(character) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

/** Control characters taken out, so that stored text cannot steer a terminal. */
export function plain(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
}

/** Cut to a number of columns, with an ellipsis; wide characters count as two. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let used = 0;
  let out = '';
  for (const character of text) {
    used += widthOf(character);
    if (used > columns - 1) break;
    out += character;
  }
  return `${out}…`;
}

/** Cut or filled to a number of columns. */
export function cell(text: string, columns: number): string {
  const cut = fit(text, columns);
  return cut + ' '.repeat(columns - widthOf(cut));
}

/** Cut to a number of columns from the left, so that its end is seen. */
export function fitEnd(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let used = 1;
  let out = '';
  for (const character of [...text].reverse()) {
    used += widthOf(character);
    if (used > columns) break;
    out = character + out;
  }
  return `…${out}`;
}

/** Columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  if (character < '\u0300') return 1;
  if (/^\p{Mn}$/u.test(character)) return 0;
  return isWide(character.codePointAt(0)!) || /^\p{Emoji_Presentation}$/u.test(character) ? 2 : 1;
}

const isWide = (code: number) =>
  (code >= 0x1100 && code <= 0x115f) ||
  (code >= 0x2e80 && code <= 0xa4cf) ||
  (code >= 0xac00 && code <= 0xd7a3) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xfe30 && code <= 0xfe6f) ||
  (code >= 0xff00 && code <= 0xff60) ||
  (code >= 0xffe0 && code <= 0xffe6) ||
  (code >= 0x1f300 && code <= 0x1faff) ||
  (code >= 0x20000 && code <= 0x3fffd);

/** A moment to the second, in UTC, and said to be; as it stands where it is none. */
export function moment(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? plain(at) : `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** A number at the right of its column. */
export const pad = (value: number, width: number): string => String(value).padStart(width);
