/** White space other than single spaces. */
const SPACED = /\s\s|[^\S ]/;

/** A text on one line: every run of white space is one space, none stands at the ends. */
export function oneLine(text: string): string {
  return (SPACED.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}
