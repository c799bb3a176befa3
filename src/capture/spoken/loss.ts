import { anyOf } from '../../text/any-of.ts';

const LOSS = anyOf(
  [
    /\b(?:(?:accidentally|inadvertently|mistakenly) (?:deleted|removed|overw\w+|reset|discarded|wiped|dropped|cleaned|lost|force)|(?:lost|wiped|destroyed|discarded|overwrote|overwritten|deleted|nuked|dropped) (?:all |your |my |the |our |uncommitted |unsaved )+(?:work|changes|data|files?|commits?|database|table|branch|edits|progress|history)|data loss|unrecoverable|can(?:'t|not) be recovered|(?:changes|work|files?|commits?) (?:are|is|were|was|got|have been|has been) (?:gone|lost|wiped|deleted|overwritten|discarded))\b/,
    /(?:gelöscht|verloren|borraste|perdido|supprimé|perdu|删除了|丢失|消えた)/,
  ],
  { flags: 'i' },
);

/** True where a text says that work or data was destroyed. */
export function mentionsLoss(text: string): boolean {
  return LOSS.test(text.slice(0, 1200));
}

const DESTRUCTIVE = anyOf(
  [
    /rm\s+(?:-\w*[rf]|--recursive|--force)/,
    /git\s+(?:-C\s+\S+\s+)?(?:reset\s+--hard|checkout\s+(?:--\s|\.|HEAD\s)|restore\s|clean\s+-\w*[fdx]|stash\s+(?:drop|clear)|push\s+.*(?:--force(?!-with)|-f\b)|branch\s+-D|worktree\s+remove\s+.*--force)/,
    /drop\s+(?:table|database|schema)|truncate\s+table|delete\s+from|kubectl\s+delete/,
    /terraform\s+destroy|docker\s+(?:volume\s+rm|system\s+prune)|Remove-Item\s+.*-(?:Recurse|Force)/,
    /mkfs|dd\s+if=|shred|>\s*\/dev\/sd/,
  ],
  { before: /\b/, flags: 'i' },
);

/** Words of which a command that destroys holds one: looking for them costs less. */
const MAY_DESTROY =
  /rm |reset|checkout|restore|clean|stash|push|branch|worktree|rop |ROP |runcate|RUNCATE|elete|ELETE|destroy|prune|volume|Remove|mkfs|dd |shred|\/dev\//;

/** True where a command destroys what it is pointed at. */
export function isDestructive(command: string): boolean {
  const head = command.slice(0, 2000);
  return MAY_DESTROY.test(head) && DESTRUCTIVE.test(head);
}
