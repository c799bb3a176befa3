/** The name of the rule that a linter's finding ends in: `errcheck`, `no-unused-vars`, `E501`, `SC2086`; or null. */
export function lintRule(line: string): string | null {
  const text = line.slice(-240);
  return (
    /\(([a-z][\w-]{2,30})\)\s*$/.exec(text)?.[1] ??
    /\s(@?[\w-]+(?:\/[\w-]+)+|[a-z]+(?:-[a-z]+)+)\s*$/.exec(text)?.[1] ??
    /\b([A-Z]{1,4}\d{3,4})\b/.exec(text)?.[1] ??
    /\[([a-z][\w-]{2,40})\]\s*$/.exec(text)?.[1] ??
    null
  );
}

/** What the finding says, without its place and the rule's name. */
export function lintFinding(line: string): string {
  return line
    .replace(/^(?:\[[\w:.-]+\] )?\S*?[\w.+-]+\.\w{1,5}(?::\d+(?::\d+)?|\(\d+,\d+\)):? ?/, '')
    .replace(/\s*(?:\([a-z][\w-]{2,30}\)|\[[a-z][\w-]{2,40}\])\s*$/, '')
    .replace(/^(?:error|warning): */i, '')
    .replace(/^[A-Z]{1,5}\d{3,4} (?=\S)/, '')
    .replace(/^Function name: (\w+), .*\b(Maintainability) Index: (\d+)/, '$2 $3 of $1')
    .trim();
}

/** Rule and, where the linter is many in one, the check that it names first: `revive unused-parameter`. */
export function lintCheck(line: string): string | null {
  const rule = lintRule(line);
  if (rule === null) return null;
  const check = /^([a-z][\w-]+|[A-Z]{1,3}\d{3,4}): /.exec(lintFinding(line))?.[1];
  return check ? `${rule} ${check}` : rule;
}

const FINDING = /\.\w{1,5}(?::\d+|\(\d+,\d+\))/;

/** The findings in a linter's output, one line each. */
export function findingsOf(error: string): string[] {
  return error
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => FINDING.test(line) && lintRule(line) !== null);
}

/** The finding that was mended: the first in a file that was edited; the given one where that cannot be told. */
export function mendedFinding(line: string, error: string, edited: readonly string[]): string {
  const isMended = (finding: string) => edited.some((name) => name !== '' && finding.includes(name));
  if (edited.length === 0 || isMended(line)) return line;
  return findingsOf(error).find(isMended) ?? line;
}
