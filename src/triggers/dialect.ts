/** Of an escape that JavaScript knows nothing; of another, its letter. */
const ESCAPE = /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z]|k<|[bdfnrstvwBDSW]|[^A-Za-z])|\\([A-Za-z])/gs;
const POSIX_CLASS = /\[\[:\^?[a-z]+:\]/;
const INSTEAD: Record<string, string> = {
  A: 'write ^',
  Z: 'write $',
  z: 'write $',
  h: 'write [ \\t]',
  R: 'write \\r?\\n',
  p: 'write the letters out',
  P: 'write the letters out',
  u: 'give four digits, as in \\u00e9, or write the letter itself',
  x: 'give two digits, as in \\x41',
};

/** Why a pattern that can be run does not mean what its author thinks, in another dialect; null where it does. */
export function foreignDialect(source: string): string | null {
  const posix = POSIX_CLASS.exec(source)?.[0];
  if (posix !== undefined)
    return `classes by name, as ${posix}], are not known here; write \\s, \\d, \\w or the letters`;
  for (const [written, letter] of source.matchAll(ESCAPE))
    if (letter !== undefined)
      return `${written} is the letter ${letter} here; ${INSTEAD[letter] ?? `write ${letter}, or \\\\${letter} for a backslash and it`}`;
  return null;
}
