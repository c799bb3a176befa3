import { headOf, tailOf } from '../text/ends.ts';
import { list, object, text } from './json.ts';

/** Text of a result is cut to this many characters, head and tail kept. */
export const RESULT_CHARS_MAX = 64 * 1024;

/** Head and tail of a long text with a mark between them. */
export function clip(value: string, max = RESULT_CHARS_MAX): string {
  if (value.length <= max) return value;
  const half = (max - 40) >> 1;
  return `${headOf(value, half)}\n… [${value.length - 2 * half} characters cut] …\n${tailOf(value, half)}`;
}

/** The text of message content: a string, or the `text` of its parts joined by line breaks. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  let out = '';
  for (const item of list(content)) {
    const part = typeof item === 'string' ? item : text(object(item)?.['text']);
    if (part === null || part === undefined || part === '') continue;
    out = out === '' ? part : `${out}\n${part}`;
  }
  return out;
}
