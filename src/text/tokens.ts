/**
 * Tokens of the manifest's index. A token is a maximal run of ASCII word characters, folded to lower case:
 * exactly what lies between two `\b` of a JavaScript pattern without the `u` flag.
 */

/** Adds the tokens of `text` to `into`. Linear in the text; other characters only separate. */
export function addTokens(text: string, into: Set<string>): void {
  let start = -1;
  for (let index = 0; index < text.length; index += 1) {
    if (isWordCode(text.charCodeAt(index))) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      into.add(text.slice(start, index).toLowerCase());
      start = -1;
    }
  }
  if (start >= 0) into.add(text.slice(start).toLowerCase());
}

/** The distinct tokens of several texts. Give the very texts that patterns are run on, cut as they are there. */
export function tokensOf(texts: Iterable<string>): Set<string> {
  const tokens = new Set<string>();
  for (const text of texts) addTokens(text, tokens);
  return tokens;
}

/** True for `[A-Za-z0-9_]`, the characters of `\w`. */
export function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95
  );
}
