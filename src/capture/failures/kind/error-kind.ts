/** What kind of error a failure is; `kinds.ts` names it. */
export type ErrorKind =
  | 'usage'
  | 'command-not-found'
  | 'wrong-directory'
  | 'shell-syntax'
  | 'platform'
  | 'tool-validation'
  | 'edit-mismatch'
  | 'stale-edit'
  | 'missing-path'
  | 'missing-module'
  | 'script-error'
  | 'api-misuse'
  | 'git-state'
  | 'git-rejected'
  | 'compile'
  | 'lint'
  | 'format'
  | 'test'
  | 'permission'
  | 'sandbox'
  | 'network'
  | 'outage'
  | 'lock'
  | 'conflict'
  | 'timeout'
  | 'no-match'
  | 'pending'
  | 'environment'
  | 'generic'
  | 'user';

/** Faults in what was written, not in how it was run. */
export const CODE_KINDS = new Set<ErrorKind>(['test', 'lint', 'compile', 'format']);
/** Mistakes in how a command is written: true whatever follows. */
export const COMMAND_KINDS = new Set<ErrorKind>([
  'usage',
  'command-not-found',
  'wrong-directory',
  'shell-syntax',
  'platform',
  'tool-validation',
  'missing-module',
  'api-misuse',
  'git-state',
]);

/** Whether a failing call is a command whose words were wrong, or that a sandbox stopped: what a command's trigger can meet. */
export function isCommandLike(tool: string, kind: string | null): boolean {
  if (tool !== 'Bash' || kind === 'tool-validation') return false;
  return kind === 'sandbox' || COMMAND_KINDS.has(kind as ErrorKind);
}
