const CHARS_MAX = 300;

/** The folder that `cd DIR` leads to, or null where that cannot be told. */
export function changedFolder(from: string | null, args: readonly string[]): string | null {
  const to = args.find((arg) => !/^-[LPe@]+$|^--$/.test(arg)) ?? '~';
  if (to.length > CHARS_MAX || to === '-' || /\.\./.test(to)) return null;
  if (isAbsolute(to)) return to;
  if (from === null || from.length > CHARS_MAX) return null;
  return to === '.' || to === './' ? from : inFolder(from, to.replace(/^\.\//, ''));
}

/** `cd / && rm -rf *`: the words with the folder put before what means all of it; null where nothing does. */
export function withFolder(words: readonly string[], folder: string): string[] | null {
  if (!words.some(isEverything)) return null;
  return words.map((word) => (isEverything(word) ? inFolder(folder, word.replace(/^\.\//, '')) : word));
}

/** A name as it is from outside of its folder. */
export function inFolder(folder: string, name: string): string {
  return /[\\/]$/.test(folder) ? `${folder}${name}` : `${folder}/${name}`;
}

/** A folder whose name says all: an absolute one, or the home folder. */
function isAbsolute(path: string): boolean {
  return /^(?:\/|~|\$HOME(?:\/|$)|\$\{HOME\}(?:\/|$)|[A-Za-z]:[\\/])/.test(path);
}

/** A pattern that the shell expands to everything in the folder. */
function isEverything(word: string): boolean {
  return word.endsWith('*') && /^(?:\.\/)?(?:\*|\.\*|\{,\.\}\*)$/.test(word);
}
