/** A set of words that costs nothing to make: the hook's process makes it once and asks it once or twice. */
export interface WordList {
  has(word: string): boolean;
}

/** @param words separated by single blanks */
export function wordList(words: string): WordList {
  const padded = ` ${words} `;
  return { has: (word) => word !== '' && !word.includes(' ') && padded.includes(` ${word} `) };
}
