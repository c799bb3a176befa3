/** How far a call came that failed again: of something else than what it, or a call like it, had failed of before. Pure. */

import { NO_SUBCOMMAND } from '../../../text/known-messages.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { saidByShell } from '../../shell/shell-complaint.ts';
import { CODE_KINDS, COMMAND_KINDS, type ErrorKind } from '../kind/error-kind.ts';
import { lacksAnother } from '../same-mistake.ts';
import { isConfined } from '../verdict/command-verdict.ts';
import { leavesSandbox } from './call-settings.ts';
import { installsSomething } from './prepared.ts';

/** A failing call, and how far it came. */
interface Reach {
  call: SeenCall;
  next: OpenFailure;
  /** It fails in the code that it runs. */
  inCode: boolean;
  /** Its program was run, and complains. */
  inProgram: boolean;
  /** It was run outside of the sandbox, and fails of something else than that. */
  isFree: boolean;
}

/** Kinds that a program speaks of, once the shell has run it. */
const PROGRAM_KINDS = new Set<ErrorKind>(['usage', 'missing-module', 'script-error']);
/** Code of the program was run. */
const TRACE = /^Traceback \(most recent call last\):$/m;
/** What tsc says of a place in the code, whatever kind of thing is wrong there. */
const TYPE_ERROR = /\(\d+,\d+\): error TS[12]\d{3}: /;

/** What a call that failed reached. */
export const reachOf = (call: SeenCall, next: OpenFailure): Reach => ({
  call,
  next,
  inCode: CODE_KINDS.has(next.kind) || TYPE_ERROR.test(next.salient),
  inProgram: PROGRAM_KINDS.has(next.kind) || TRACE.test(next.error),
  isFree: leavesSandbox(call) && !isConfined(next.kind) && next.kind !== 'outage',
});

/** True where it came far enough to show that something is mended. */
export function isFurther(reach: Reach, open: readonly OpenFailure[]): boolean {
  if (lacksItsModule(reach.next) || lacksItsSubcommand(reach.next)) return false;
  return (
    reach.inCode ||
    reach.inProgram ||
    reach.isFree ||
    open.some((each) => hasItsModule(each, reach) || isPassed(each, reach))
  );
}

/** True where it came past what an open failure had failed of. */
export const gotPast = (open: OpenFailure, reach: Reach): boolean =>
  isRunNow(open, reach) ||
  isElsewhere(open, reach) ||
  isLetOut(open, reach) ||
  hasItsModule(open, reach) ||
  isPassed(open, reach);

/** Of what was called wrongly, another form that fails in its code; of what the shell refused, one that is run. */
function isRunNow({ kind, salient, call: failed, done = [] }: OpenFailure, reach: Reach): boolean {
  const { call, next, inCode, inProgram } = reach;
  if (failed.command === call.command && done.length === 0) return false;
  if (inCode && COMMAND_KINDS.has(kind)) return true;
  return (inCode || inProgram) && isShells(salient) && !isShells(next.salient);
}

/** Of what was run in the wrong folder, the same that fails of something else in another one. */
const isElsewhere = ({ kind, culprit, call: failed }: OpenFailure, { call, next }: Reach): boolean =>
  kind === 'wrong-directory' &&
  next.kind !== 'wrong-directory' &&
  culprit?.text === next.culprit?.text &&
  failed.command !== call.command;

/** Of what a sandbox stopped, one that fails of something else outside of it. */
export const isLetOut = ({ kind, call: failed }: OpenFailure, { isFree }: Reach): boolean =>
  isFree && isConfined(kind) && !leavesSandbox(failed);

/**
 * Of what lacked a module, the same command that fails of something else, or lacks another one, once it was installed
 * or done without.
 */
function hasItsModule(open: OpenFailure, { call, next }: Reach): boolean {
  if (open.kind !== 'missing-module' || open.call.command !== call.command) return false;
  const lacksMore = next.kind === 'missing-module';
  if (lacksMore && !lacksAnother(open, next)) return false;
  return (open.done ?? []).some(installsSomething) || (lacksMore && open.edits.length > 0);
}

/** Of a chain of commands, one that now stops behind the command that it had stopped at: that one has passed. */
function isPassed({ culprit, call: failed }: OpenFailure, { call, next }: Reach): boolean {
  if (!culprit || !next.culprit || failed.command === call.command) return false;
  const end = call.parts.indexOf(next.culprit);
  const at = call.parts.findIndex(({ program, sub }) => program === culprit.program && sub === culprit.sub);
  return (
    at >= 0 &&
    at < end &&
    next.culprit.program !== culprit.program &&
    next.salient.includes(next.culprit.program) &&
    call.parts.slice(at + 1, end + 1).every(({ op }) => op === '&&')
  );
}

/** True where the shell says that it did not run what it was given. */
const isShells = (salient: string): boolean =>
  saidByShell(salient) && /not found|no match|no such file/i.test(salient);

/** True where a program that was called by a path does not know the job that it was to do: it is another one, or an older. */
function lacksItsSubcommand({ kind, salient, call }: OpenFailure): boolean {
  const job = kind === 'usage' ? NO_SUBCOMMAND.exec(salient)?.[1] : undefined;
  return (
    job !== undefined &&
    call.parts.some(({ program, args }) => args[0] === job && call.command.includes(`/${program}`))
  );
}

/** True where an interpreter lacks the module that it was to run: that is no nearer than not to find the program. */
function lacksItsModule({ kind, salient, call }: OpenFailure): boolean {
  const name = kind === 'missing-module' ? /No module named '?([\w.]+)/.exec(salient)?.[1] : undefined;
  return name !== undefined && call.command.includes(` -m ${name}`);
}
