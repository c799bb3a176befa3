import { oneLine } from './one-line.ts';

/** Words that are set in Markdown, as agents write them and humans paste them. */

/** A block between fences; one that is not closed goes to the end. */
const FENCED = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm;
const LINK = /\[([^\]\n]{1,80})\]\([^)\n]*\)/g;
const EMPHASIS = /\*\*|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])/g;
const SENTENCE = /(?<=[^.\s][.!?])\s+(?=[A-Z`"'(])|\n+/;
/** In the midst of a text that is cut, where what follows is not seen. */
const SENTENCE_END = /(?<=[^.\s][.!?])\s|\n/g;
/** Begins an item, a heading or a quotation. */
const MARK = /^\s*(?:[-*•]\s+|\d{1,2}[.)]\s+|#+\s+|✅\s*|>\s+)/;
const TABLE = /^\s*\|/;

export const withoutFenced = (text: string): string => text.replace(FENCED, '');

/** The text of each link, without where it leads. */
export const withoutLinks = (text: string): string => text.replace(LINK, '$1');

/** The words without blocks of code, links and emphasis. */
export const withoutMarkdown = (text: string): string =>
  withoutLinks(text.replace(FENCED, '\n')).replace(EMPHASIS, '');

/** The beginning of a long text, up to where a sentence or a line of it ends: none in part. */
export function wholeSentences(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const head = text.slice(0, chars);
  return head.slice(0, [...head.matchAll(SENTENCE_END)].at(-1)?.index ?? 0);
}

/** The sentences of what an agent wrote, a line each, without the marks of items and headings; tables are left out. */
export const markdownSentences = (text: string): string[] =>
  withoutMarkdown(text)
    .split(SENTENCE)
    .filter((line) => !TABLE.test(line))
    .map((line) => oneLine(line.replace(MARK, '')))
    .filter((line) => line.length > 0);
