/** One step of reading evidence: no screen is so narrow that this many characters do not fit a pane. */
const STEP_CHARS = 30;

/** Evidence as it is read: without blank lines and the fence that is there for agents. */
export function evidenceLines(excerpts: readonly string[]): string[] {
  return excerpts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.trim() !== '' && !/^`{3,}$/.test(line));
}

/** What is left to read at each step: from each line on, and from within one that is long. */
export function evidenceSteps(excerpts: readonly string[]): string[][] {
  const lines = evidenceLines(excerpts);
  return lines.flatMap((line, index) => {
    const chars = [...line];
    const starts = Array.from(
      { length: Math.ceil(chars.length / STEP_CHARS) },
      (_, step) => step * STEP_CHARS,
    );
    return starts.map((start) => [chars.slice(start).join(''), ...lines.slice(index + 1)]);
  });
}
