import type { OpenFailure } from '../failure-state.ts';
import { CODE_KINDS } from './kind/error-kind.ts';

/** Calls that only look why, or what, had failed: they are no further tries of it. */

/** Says that a package is not built, and not why. */
export const UNBUILT = /(\S+) \[(?:build|setup) failed\]/;
/** Says that something failed, and not what: all that was left of the output is that the rest went well. */
const UNNAMED = /^(?:ok\s+\S+\s+(?:\(cached\)|[\d.]+s)|FAIL)\s*$/;
const LOOKS_MAX = 2;

/** True where a call that was made to see it shows what failed, or why. */
export function showsCause(open: OpenFailure, next: OpenFailure): boolean {
  if (open.edited || !CODE_KINDS.has(open.kind) || !CODE_KINDS.has(next.kind)) return false;
  if (UNNAMED.test(open.salient))
    return !UNNAMED.test(next.salient) && open.callsAfter < LOOKS_MAX && sameProgram(open, next);
  const unbuilt = UNBUILT.exec(open.salient)?.[1];
  return unbuilt !== undefined && !UNBUILT.test(next.salient) && next.error.includes(unbuilt);
}

/** Takes over from a further call what failed, or why; false where it does not show that. */
export function noteCause(open: OpenFailure, next: OpenFailure): boolean {
  if (!showsCause(open, next)) return false;
  const { error, salient, fingerprint, kind } = next;
  if (kind === 'compile') open.sieved = true;
  Object.assign(open, { error, salient, fingerprint, kind, callsAfter: 0 });
  return true;
}

/** True where both are of one program and subcommand. */
export const sameProgram = (open: OpenFailure, next: OpenFailure): boolean =>
  open.culprit?.program === next.culprit?.program && open.culprit?.sub === next.culprit?.sub;
