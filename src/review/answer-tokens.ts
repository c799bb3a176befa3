/** Splits a human's answer into words, quoted strings and separators. Pure; never throws. */

export interface Token {
  type: 'word' | 'string' | 'separator';
  /** Without quotes and escapes. */
  text: string;
  start: number;
  end: number;
}

const QUOTES: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’', '«': '»', '`': '`' };

/** Commas, semicolons and line ends separate; an apostrophe inside a word is no quote. */
export function answerTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const lasts = new Map(Object.values(QUOTES).map((close) => [close, text.lastIndexOf(close)]));
  let at = 0;
  while (at < text.length) {
    const char = text[at] as string;
    if (char === ',' || char === ';' || char === '\n') {
      tokens.push({ type: 'separator', text: char, start: at, end: at + 1 });
      at += 1;
    } else if (/\s/.test(char)) {
      at += 1;
    } else {
      const token = quoted(text, at, lasts) ?? word(text, at);
      tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

/** @param lasts where each closing quote stands last: a text of opening ones is not searched for each of them */
function quoted(text: string, start: number, lasts: ReadonlyMap<string, number>): Token | null {
  const close = QUOTES[text[start] as string];
  if (close === undefined || (lasts.get(close) as number) <= start) return null;
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] as string;
    if (char === close) return { type: 'string', text: value, start, end: at + 1 };
    const next = text[at + 1];
    if (char === '\\' && (next === close || next === '\\')) {
      value += next;
      at += 1;
    } else value += char;
  }
  return null;
}

function word(text: string, start: number): Token {
  let end = start + 1;
  while (end < text.length && !/[\s,;]/.test(text[end] as string)) end += 1;
  return { type: 'word', text: text.slice(start, end), start, end };
}
