/** Output that goes to a file which the same line then shows. */
const KEPT_AND_SHOWN =
  /\s*(?:(?<!\d)1?>\s*(["']?)([\w.~/$-]{2,160})\1\s*2>&1|&>\s*(["']?)([\w.~/$-]{2,160})\3)\s*(?:;|&&|\|\||\n)\s*(?:sleep [\d.]+\s*(?:;|&&)\s*)?((?:echo [^;&|\n]{0,60}(?:;|&&)\s*)?)(cat|tail|head)((?: -\S+| \d+)*) (["']?)(?:\2|\4)\8(?=\s*(?:$|[;&|\n]))/;
const COMMAND_CHARS_MAX = 4000;

/** The command as if it showed its output at once, where it keeps it in a file and shows that; else unchanged. */
export function shownAtOnce(command: string): string {
  if (!/\b(?:cat|tail|head) /.test(command) || !command.includes('>') || command.length > COMMAND_CHARS_MAX)
    return command;
  return command.replace(KEPT_AND_SHOWN, (...match: string[]) => {
    const [status = '', reader = '', options = ''] = match.slice(5, 8);
    return ` 2>&1 | ${reader}${options}${status ? `; ${status.trim().replace(/(?:;|&&)$/, '')}` : ''}`;
  });
}
