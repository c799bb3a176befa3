/** Options and operands of a simple command. */

const HYPHEN = 45;
const LOWER_CASE = 32;

/** Options and operands of words from `from` on; after `--` everything is an operand. */
export function splitOptions(
  words: readonly string[],
  from: number,
): { options: string[]; operands: string[] } {
  const options: string[] = [];
  const operands: string[] = [];
  let open = true;
  for (let i = from; i < words.length; i++) {
    const word = words[i]!;
    if (open && word === '--') open = false;
    else if (open && word.startsWith('-') && word.length > 1) options.push(word);
    else operands.push(word);
  }
  return { options, operands };
}

/** A long option, also shortened: `--rec` for `--recursive`. */
export function hasLong(options: readonly string[], name: string): boolean {
  for (const option of options) if (option.length > 2 && name.startsWith(option)) return true;
  return false;
}

/** A cluster of short options with one of these letters. No expression: this is on the way of every `git push`. */
export function hasLetter(options: readonly string[], letters: string): boolean {
  for (const option of options) if (isCluster(option) && holdsAny(option, letters)) return true;
  return false;
}

/** `-` and letters, nothing else. */
function isCluster(option: string): boolean {
  if (option.length < 2 || option.charCodeAt(0) !== HYPHEN) return false;
  for (let i = 1; i < option.length; i++) {
    const code = option.charCodeAt(i) | LOWER_CASE;
    if (code < 97 || code > 122) return false;
  }
  return true;
}

function holdsAny(text: string, letters: string): boolean {
  for (let i = 0; i < letters.length; i++) if (text.includes(letters.charAt(i))) return true;
  return false;
}

/** One cluster of short options in a fixed order, then the other options, then operands. */
export function mergedOptions(
  words: readonly string[],
  from: number,
  long: Record<string, string>,
  order: string,
): string[] {
  const { options, operands } = splitOptions(words, from);
  const letters = new Set<string>();
  const others: string[] = [];
  for (const option of options) {
    const letter = Object.hasOwn(long, option) ? long[option]! : null;
    if (letter !== null) letters.add(letter);
    else if (/^-[A-Za-z]+$/.test(option) && [...option.slice(1)].every((each) => order.includes(each))) {
      for (const each of option.slice(1)) letters.add(each);
    } else others.push(option);
  }
  const cluster = [...order].filter((letter) => letters.has(letter)).join('');
  return [...words.slice(0, from), ...(cluster === '' ? [] : [`-${cluster}`]), ...others, ...operands];
}
