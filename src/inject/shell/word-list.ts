/** A set of words that costs nothing to make: the hook's process makes it once and asks it once or twice. */
export interface WordList {
  has(word: string): boolean;
}

/** @param words separated by single blanks */
export function wordList(words: string): WordList {
  let between = '';
  return {
    has: (word) => {
      between ||= ` ${words} `;
      return isBetween(between, word);
    },
  };
}

/** The same for a list that stays a text: nothing is made where a module is loaded. */
export function hasWord(words: string, word: string): boolean {
  return isBetween(` ${words} `, word);
}

function isBetween(blanks: string, word: string): boolean {
  return word !== '' && !word.includes(' ') && blanks.includes(` ${word} `);
}
