import { anyOf } from '../../../text/any-of.ts';

/** What somebody may have made. */
const WORK =
  '(?:work|changes|data|files?|commits?|database|table|branch|edits|progress|history|notes|code|drafts?|stash)';
const WHOSE = '(?:(?:all|of|your|my|the|our|local|uncommitted|unsaved|unstaged|untracked) ){1,5}';
const DESTROYED =
  '(?:lost|wiped(?: out)?|destroyed|discarded|overwrote|overwritten|deleted|erased|nuked|dropped|trashed|clobbered|(?:threw|thrown|blew|blown) away)';

const LOSS = anyOf(
  [
    /\b(?:accidentally|inadvertently|mistakenly) (?:deleted|removed|overw\w+|reset|discarded|wiped|dropped|cleaned|lost|force)/,
    new RegExp(`\\b${DESTROYED} (?:${WHOSE}${WORK}|everything)\\b`),
    // Of one's own work these are a loss; of a file they are often the task.
    new RegExp(
      `\\b(?:removed|reverted|cleared|reset) (?:all )?(?:of )?my (?:local |uncommitted )?${WORK}\\b`,
    ),
    /\b(?:data loss|unrecoverable|can(?:'t|not) be recovered)\b/,
    new RegExp(
      `\\b${WORK} (?:are|is|were|was|got|have been|has been) (?:all |now )?(?:gone|lost|wiped|deleted|overwritten|discarded|erased)\\b`,
    ),
    /(?:gelöscht|verloren|überschrieben|(?:Änderungen|Dateien|Daten|Arbeit)(?: sind| ist)?(?: jetzt| alle)? weg|borraste|borrado|perdido|perdiste|supprimé|écrasé|perdu|apagou|apagado|删除了|删了|删掉|丢失|丢了|消えた|삭제|удалил|стёр|потерял)/,
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
