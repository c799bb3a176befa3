/** What ends in a full stop and goes on: the number of a point in a list, an abbreviation. */
const NO_END = /(?<!(?:^|\n)\s*\d{1,2}\.|\b(?:vs|e\.g|i\.e|cf|approx)\.)/;
const SENTENCE = new RegExp(`(?<=[^.\\s][.!?])${NO_END.source}\\s+|(?<=[。！？])|\\n+`);
const STATEMENT = new RegExp(`(?<=[^.\\s][.!?;])${NO_END.source}\\s+|(?<=[。！？；])|\\n+`);

/** The sentences of a text; three dots do not end one. */
export const sentencesOf = (text: string): string[] => text.split(SENTENCE);

/** The same, parted at semicolons too: what is said there holds by itself. */
export const statementsOf = (text: string): string[] => text.split(STATEMENT);

/** Writing in which a character says what takes a word elsewhere: Chinese, Japanese and Korean. */
export const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const UNSPACED_MIN = 2;

/** True where a text is too short to say anything. */
export const isTooShort = (text: string, least: number): boolean =>
  text.length < (UNSPACED.test(text) ? UNSPACED_MIN : least);

/** What a message is about stands in its beginning. */
export const HEAD_CHARS = 420;

/** True where a text ends as a question. */
export const isAsked = (text: string): boolean => /[?？]\s*$/.test(text);
