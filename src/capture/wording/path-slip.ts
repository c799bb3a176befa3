import type { OpenFailure } from '../failure-state.ts';

/** One name in a path for another: what was given, and what is there. */
interface PathSlip {
  was: string;
  is: string;
  folder: boolean;
}

/** The one name by which a path that is not there differs from the path that then worked; null where more differs. */
export function pathSlip({ call, correction }: OpenFailure): PathSlip | null {
  if (!correction || call.tool === 'Bash' || correction.tool !== call.tool) return null;
  const [before, after] = [call.target.split('/'), correction.target.split('/')];
  if (before.length !== after.length) return null;
  const differing = before.flatMap((part, index) => (part === after[index] ? [] : [index]));
  const at = differing[0];
  if (at === undefined || differing.length > 1) return null;
  const [was, is] = [before[at]!, after[at]!];
  const folder = at < before.length - 1;
  return folder || isNear(was, is) ? { was, is, folder } : null;
}

/** True where all but two letters are the same, from both ends. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 4) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end <= 2;
}
