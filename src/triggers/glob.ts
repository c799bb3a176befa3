import picomatch from 'picomatch';

/**
 * A glob as a regular expression over paths with `/` separators, absolute or relative to the project.
 * A relative glob also matches at the end of an absolute path: `src/*.ts` is found in `/home/me/app/src/a.ts`.
 */
export function globToSource(glob: string): string {
  const slashed = glob.replace(/\\(?=[A-Za-z0-9_.*])/g, '/').replace(/^\.\//, '');
  const body = picomatch.makeRe(slashed, { dot: true, nocase: false }).source.replace(/^\^|\$$/g, '');
  return /^(?:\/|[A-Za-z]:\/|\*\*\/)/.test(slashed) ? `^${body}$` : `(?:^|/)${body}$`;
}
