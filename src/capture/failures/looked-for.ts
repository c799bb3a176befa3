/** What became of a path that was looked for and not there. */
import { baseName } from '../../inject/paths.ts';
import type { OpenFailure } from '../failure-state.ts';
import { CONVENTIONAL } from './failure-wording.ts';
import { missingPath } from './found-path.ts';

/** Names that only differ in their letters' case are near each other. */
function isNearly(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first.includes(second) || second.includes(first);
}

const LOOKS = /^(?:Read|LS|Glob)$/;
const READS = /^(?:cat|bat|head|tail|less|sed|nl|wc|u?grep|rg)$/;

/** True where it was only looked whether a path is there, and then the path was made. */
export function isMade({ call, correction }: OpenFailure): boolean {
  if (!LOOKS.test(call.tool) || !correction || call.target === '') return false;
  const makes = correction.tool === 'Write' || /\b(?:mkdir|touch)\b/.test(correction.command);
  return makes && (correction.command.includes(call.target) || correction.target.startsWith(call.target));
}

/** A file that many projects have and that was to be read; empty for all others. */
export function askedFile(open: OpenFailure): string {
  const { call, culprit } = open;
  const path =
    call.tool === 'Bash' ? (READS.test(culprit?.program ?? '') ? missingPath(open) : '') : call.target;
  return CONVENTIONAL.test(path) ? baseName(path) : '';
}

/** True where what worked is not just another file that many projects have. */
export function isFound(open: OpenFailure): boolean {
  const { call, correction } = open;
  if (!correction || isMade(open)) return false;
  const isBeside = open.hidden && READS.test(open.culprit?.program ?? '') && open.error.trim().includes('\n');
  const path = isBeside ? missingPath(open) : '';
  // What stood beside other parts of a line was only guessed where the same file is then found.
  if (path.includes('/')) return `${correction.command} ${correction.target}`.includes(baseName(path));
  const asked = askedFile(open);
  if (asked === '') return true;
  if (correction.tool === 'Bash') return call.tool !== 'Bash' || correction.command.includes(asked);
  return isNearly(baseName(correction.target), asked);
}
