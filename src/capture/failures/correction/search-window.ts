import type { OpenFailure } from '../../failure-state.ts';
import { CODE_KINDS } from '../kind/error-kind.ts';
import { isConfined } from '../verdict/command-verdict.ts';

/** Calls after which only another form of the same command is no correction any more. */
export const WINDOW = 12;
/** The same command outside of the sandbox often waits for the user. */
const CONFINED_WINDOW = 80;

/** Calls with a result after which the search for a correction ends. */
export function windowOf(open: OpenFailure): number {
  if (isConfined(open.kind)) return CONFINED_WINDOW;
  return CODE_KINDS.has(open.kind) ? 24 : WINDOW;
}
