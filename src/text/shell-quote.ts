/** A text in single quotes: one word of a POSIX shell or of fish. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
