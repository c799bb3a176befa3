import type { OpenFailure, SeenCall } from '../../failure-state.ts';

/** Git's commands that take the lock of the index. */
const TAKES_LOCK =
  /\bgit (?:-C \S+ )?(add|commit|rm|mv|stash|reset|checkout|switch|restore|merge|rebase|cherry-pick|revert|pull|apply|am)\b/;
const OWN_LOCK = /\bindex\.lock['"]?: File exists/;
const HEAD_CHARS = 300;
/** Calls that are sent together stand in as few lines. */
const NEAR_LINES = 12;

/** `git commit`, where the call takes the lock; empty for others. */
function lockingCommand({ command }: SeenCall): string {
  const verb = command.includes('git ') ? TAKES_LOCK.exec(command.slice(0, HEAD_CHARS))?.[1] : undefined;
  return verb === undefined ? '' : `git ${verb}`;
}

/** Notes on both calls where one that takes the lock of git's index is made before another one has its result. */
export function noteBeside(running: readonly SeenCall[], call: SeenCall): void {
  if (running.length === 0) return;
  const own = lockingCommand(call);
  if (own === '') return;
  for (const other of running) {
    const others = call.line - other.line <= NEAR_LINES ? lockingCommand(other) : '';
    if (others === '') continue;
    call.beside = others;
    other.beside ??= own;
  }
}

/** What git says of a commit whose files were not added yet. */
const NOT_ADDED = /^(?:no changes added to commit|nothing added to commit but)/m;

/** True where a commit was made beside the call that adds what it is to hold, and came first. */
export const isTooEarly = ({ call, error }: OpenFailure): boolean =>
  call.beside === 'git add' && NOT_ADDED.test(error);

/** True where a call that was made beside another one found that one's lock, or came before it. */
export const meetsOther = (open: OpenFailure): boolean =>
  isTooEarly(open) || (open.call.beside !== undefined && OWN_LOCK.test(open.error));
