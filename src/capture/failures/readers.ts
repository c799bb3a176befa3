import { anyOf } from '../../text/any-of.ts';
import type { ShellPart } from '../shell/shell.ts';

/** Readers show other text that may hold the word "error"; their output is never taken for a failure. */
const READERS = new Set([
  'cat',
  'bat',
  'head',
  'tail',
  'less',
  'more',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'ack',
  'sed',
  'awk',
  'find',
  'fd',
  'ls',
  'tree',
  'echo',
  'printf',
  'strings',
  'xxd',
  'hexdump',
  'od',
  'nl',
  'wc',
  'diff',
  'comm',
  'sort',
  'uniq',
  'journalctl',
  'dmesg',
  'tac',
  'zcat',
  'zgrep',
  'column',
  'glow',
  'open',
  'gh',
  'glab',
  'entr',
  'script',
  'expect',
  'history',
  'man',
  'info',
  'help',
  'stat',
  'file',
  'which',
  'type',
  'whereis',
  'env',
  'printenv',
  'ps',
  'pgrep',
  'lsof',
  'top',
  'curl',
  'wget',
  'ssh',
  'logs',
]);
/** Programs that print the files that they are given. */
export const SHOWS_FILES =
  /^(?:cat|bat|head|tail|less|more|sed|awk|grep|rg|echo|printf|cd|find|ls|nl|journalctl|dmesg|strings)$/;
const GIT_READERS = anyOf(
  [
    /log|show|diff|grep|blame|cat-file|status|branch|config|rev-parse|reflog|shortlog|ls-files/,
    /ls-tree|ls-remote|show-ref|for-each-ref|describe|notes|tag|remote|stash|rev-list|merge-base/,
    /name-rev|check-ignore|symbolic-ref|fsck/,
  ],
  { before: /^/, after: /$/ },
);

/** True where a command shows text that others wrote. */
export const isReader = (part: ShellPart): boolean =>
  READERS.has(part.program) || (part.program === 'git' && GIT_READERS.test(part.sub));
