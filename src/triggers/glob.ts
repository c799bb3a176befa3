import picomatch from 'picomatch';

/**
 * A glob as a regular expression over a whole path with `/` separators. The matcher gives it the absolute path, the
 * path relative to the working directory and to each folder above, and for a glob without a slash the file's name.
 * Backslashes before ordinary characters are taken for Windows separators. Dot files are like others. A slash at the end
 * means all that is in a folder, of one name wherever it lies, as in `.gitignore`.
 */
export function globToSource(glob: string): string {
  const slashed = glob.replace(/\\(?=[A-Za-z0-9_.*]|$)/g, '/').replace(/^\.\//, '');
  const within = slashed.replace(/^([^/]+)\/$/, '**/$1/').replace(/\/$/, '/**');
  return withoutLookahead(picomatch.makeRe(within, { dot: true }).source);
}

/**
 * Picomatch looks ahead only to keep `*` from matching `.`, `..` or nothing. Paths come without such segments,
 * so the same is said without looking ahead, and the result stays linear.
 */
function withoutLookahead(source: string): string {
  return source
    .replaceAll('(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '')
    .replaceAll('(?!\\.{1,2}(?:\\/|$))', '')
    .replaceAll('(?:.)*?', '.*?')
    .replace(/\(\?=\.\)\[\^\/\]\*\?(?=\\\/\?|[)|]|$)/g, '[^/]+?')
    .replaceAll('(?=.)', '');
}
