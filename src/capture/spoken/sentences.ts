const SENTENCE = /(?<=[^.\s][.!?])\s+|(?<=[。！？])|\n+/;
const STATEMENT = /(?<=[^.\s][.!?;])\s+|(?<=[。！？；])|\n+/;

/** The sentences of a text; three dots do not end one. */
export const sentencesOf = (text: string): string[] => text.split(SENTENCE);

/** The same, parted at semicolons too: what is said there holds by itself. */
export const statementsOf = (text: string): string[] => text.split(STATEMENT);
