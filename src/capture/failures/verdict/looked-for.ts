/** What became of a path that was looked for and not there. */
import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { FILE_READERS, TEXT_SEARCHES } from '../../shell/programs.ts';
import { missingPath } from '../causes/missing-path.ts';
import { ABSENT, CONVENTIONAL } from './failure-wording.ts';

/** Names that only differ in their letters' case are near each other. */
function isNearly(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first.includes(second) || second.includes(first);
}

const LOOKS = /^(?:Read|LS|Glob)$/;
const reads = (culprit: OpenFailure['culprit']): boolean =>
  culprit !== null && (FILE_READERS.test(culprit.program) || TEXT_SEARCHES.test(culprit.program));

/** True where it was only looked whether a path is there, and then the path was made. */
function isMade({ call, correction }: OpenFailure): boolean {
  if (!LOOKS.test(call.tool) || !correction || call.target === '') return false;
  const makes = correction.tool === 'Write' || /\b(?:mkdir|touch)\b/.test(correction.command);
  return makes && (correction.command.includes(call.target) || correction.target.startsWith(call.target));
}

/** A file that many projects have and that was to be read; empty for all others. */
function askedFile(open: OpenFailure): string {
  const { call, culprit } = open;
  const path = call.tool === 'Bash' ? (reads(culprit) ? missingPath(open) : '') : call.target;
  return CONVENTIONAL.test(path) ? baseName(path) : '';
}

/** Where many programs begin. */
const ENTRY = /(?:^|[\\/])(?:(?:index|main|app)\.(?:[cm]?[jt]sx?|py|rs|go|html)|__(?:init|main)__\.py)$/i;
const NOT_THERE = /No such file or directory/g;
const SEVERAL = 2;

/** True where, before anything was written, several files were asked for at once, or one where many programs begin: a look at what there is. */
function isFirstLook(open: OpenFailure): boolean {
  const { call, culprit, error, nothingWritten } = open;
  if (nothingWritten !== true) return false;
  if (call.tool !== 'Bash') return ENTRY.test(call.target);
  if (!reads(culprit)) return false;
  return ENTRY.test(missingPath(open)) || (error.match(NOT_THERE)?.length ?? 0) >= SEVERAL;
}

/** True where what worked is not just another file that many projects have. */
export function isFound(open: OpenFailure): boolean {
  const { call, correction } = open;
  if (!correction || isMade(open)) return false;
  const isBeside = open.hidden && reads(open.culprit) && open.error.trim().includes('\n');
  const path = isBeside ? missingPath(open) : '';
  // What stood beside other parts of a line was only guessed where the same file is then found.
  if (path.includes('/')) return `${correction.command} ${correction.target}`.includes(baseName(path));
  const asked = askedFile(open);
  if (asked === '') return true;
  if (correction.tool === 'Bash') return call.tool !== 'Bash' || correction.command.includes(asked);
  return isNearly(baseName(correction.target), asked);
}

/** True where that a path is not there was the answer to a look, and is taken for one. */
export const isAnswered = (open: OpenFailure): boolean =>
  !isFound(open) &&
  (isMade(open) || ABSENT.test(open.after.slice(0, 300)) || askedFile(open) !== '' || isFirstLook(open));
