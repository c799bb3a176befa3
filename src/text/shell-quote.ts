/** A text in single quotes: one word of a POSIX shell or of fish. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A text as one word of such a shell: in quotes only where it needs them. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuoted(text);
