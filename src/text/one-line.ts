/** A text on one line: every run of white space is one space, none stands at the ends. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
