/** A set of words that costs nothing to make: the hook's process makes it once and asks it once or twice. */
export interface WordList {
  has(word: string): boolean;
}

/** @param words separated by single blanks */
export function wordList(words: string): WordList {
  return { has: (word) => hasWord(words, word) };
}

/** The same for a list that stays a text: nothing is made where a module is loaded. */
export function hasWord(words: string, word: string): boolean {
  if (word === '' || word.includes(' ')) return false;
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    const end = at + word.length;
    if ((at === 0 || words[at - 1] === ' ') && (end === words.length || words[end] === ' ')) return true;
  }
  return false;
}

/** A row of a table, by a name that may be any text. */
export function rowOf<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
