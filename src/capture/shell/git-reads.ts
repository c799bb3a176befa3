import { anyOf } from '../../text/any-of.ts';
import type { ShellPart } from './shell.ts';

/** The subcommands of git that show how things stand. */

const NAMES =
  /status|rev-parse|rev-list|ls-files|ls-tree|ls-remote|describe|merge-base|check-(?:ignore|attr|ref-format)|show-ref|name-rev/;
const TEXTS = /log|show|diff|grep|blame|cat-file|reflog|shortlog|for-each-ref|fsck/;
/** With other words they change something. */
const NAMES_OR_CHANGES = /branch|remote|symbolic-ref|worktree/;
const TEXTS_OR_CHANGES = /config|notes|tag|stash/;

const whole = (...names: RegExp[]): RegExp => anyOf(names, { before: /^/, after: /$/ });
const READS = whole(NAMES, TEXTS, NAMES_OR_CHANGES, TEXTS_OR_CHANGES);
const READS_NAMES = whole(NAMES, NAMES_OR_CHANGES);
const ONLY_READS = whole(NAMES, TEXTS);

type Called = Pick<ShellPart, 'program' | 'sub'>;
const isGit = ({ program }: Called): boolean => program === 'git';

export const gitReads = (part: Called): boolean => isGit(part) && READS.test(part.sub);

/** It prints names, states and numbers, and no text that somebody wrote. */
export const gitReadsNames = (part: Called): boolean => isGit(part) && READS_NAMES.test(part.sub);

/** It never changes anything. */
export const gitOnlyReads = (part: Called): boolean => isGit(part) && ONLY_READS.test(part.sub);
