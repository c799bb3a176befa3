/** One finished call of a session, as its log keeps it. */
export interface LoggedCall {
  tool: string;
  signature: string;
  failed: boolean;
  /** True where the call may have changed something that a repetition depends on: an edit, a write. */
  changes?: boolean;
}

/**
 * Whether the last call of the log is the second failure in a row of the same tool with the same arguments.
 * Calls of other tools may lie between; another call of the same tool (paging, polling with other arguments) or a
 * successful edit (then a test is run again for a reason) ends the row.
 */
export function isLoop(log: readonly LoggedCall[]): boolean {
  const last = log.at(-1);
  if (!last?.failed) return false;
  for (let i = log.length - 2; i >= 0; i--) {
    const earlier = log[i]!;
    if (earlier.changes) return false;
    if (earlier.tool === last.tool) return earlier.failed && earlier.signature === last.signature;
  }
  return false;
}
