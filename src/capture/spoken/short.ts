/** Writing in which a character says what takes a word elsewhere: Chinese, Japanese and Korean. */
export const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const UNSPACED_MIN = 2;

/** True where a text is too short to say anything. */
export const isTooShort = (text: string, least: number): boolean =>
  text.length < (UNSPACED.test(text) ? UNSPACED_MIN : least);
