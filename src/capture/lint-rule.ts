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
    .trim();
}

/** Rule and, where the linter is many in one, the check that it names first: `revive unused-parameter`. */
export function lintCheck(line: string): string | null {
  const rule = lintRule(line);
  if (rule === null) return null;
  const check = /^([a-z][\w-]+|[A-Z]{1,3}\d{3,4}): /.exec(lintFinding(line))?.[1];
  return check ? `${rule} ${check}` : rule;
}
