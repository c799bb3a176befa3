/** What ends in a full stop and goes on: the number of a point in a list, an abbreviation. */
const NO_END = /(?<!(?:^|\n)\s*\d{1,2}\.|\b(?:vs|e\.g|i\.e|cf|approx)\.)/;
const SENTENCE = new RegExp(`(?<=[^.\\s][.!?])${NO_END.source}\\s+|(?<=[。！？])|\\n+`);
const STATEMENT = new RegExp(`(?<=[^.\\s][.!?;])${NO_END.source}\\s+|(?<=[。！？；])|\\n+`);

/** The sentences of a text; three dots do not end one. */
export const sentencesOf = (text: string): string[] => text.split(SENTENCE);

/** The same, parted at semicolons too: what is said there holds by itself. */
export const statementsOf = (text: string): string[] => text.split(STATEMENT);
