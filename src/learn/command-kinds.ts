/**
 * Kinds of error that are about how a command was written: a trigger over the command can meet them. The rest
 * (failing tests, compile errors, edit texts, paths…) is counted apart.
 */
const COMMAND_LIKE = new Set([
  'usage',
  'command-not-found',
  'wrong-directory',
  'shell-syntax',
  'platform',
  'missing-module',
  'api-misuse',
  'git-state',
  'sandbox',
]);

/** True for a failing shell call whose kind of error is one of these. */
export function isCommandLike(tool: string, kind: string | null): boolean {
  return tool === 'Bash' && kind !== null && COMMAND_LIKE.has(kind);
}
