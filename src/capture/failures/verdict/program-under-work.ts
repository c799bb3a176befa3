/** The program that a session works on: what it says when it is tried is no word on the call. */

import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { asWritten } from '../../shell/raw-command.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { isMisspelt } from '../causes/wrong-folder.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import { FAULTS } from './failure-wording.ts';

/** Runs the program that the sources here make. */
const RUNS_SOURCES = /^(?:go run \.|(?:cargo|swift|dotnet|stack|cabal|zig build) (?:\S+ )?run\b)/;
/** Called by its path in the folder that a build fills. */
const IS_BUILT =
  /^(?:\.\/)?(?:target\/(?:debug|release)|build|cmake-build-[\w-]+|zig-out|\.build|_build|out|dist)\//;
/** Kinds by which a program speaks of what it was given to work on. */
const OF_INPUT = new Set<ErrorKind>(['generic', 'compile', 'script-error']);

const isBuilt = ({ call }: OpenFailure, culprit: ShellPart): boolean =>
  IS_BUILT.test(asWritten(call.command, culprit));

/** True where the program that refuses its call is built from the sources here: its refusal can be what was tested. */
export function isUnderTest(open: OpenFailure): boolean {
  const { culprit } = open;
  if (open.kind !== 'usage' || culprit === null) return false;
  const { text, program } = culprit;
  if (RUNS_SOURCES.test(text) || isBuilt(open, culprit)) return true;
  const built = /\s(?:-o|--output)[ =](\S+)/.exec(open.call.command.slice(0, 600))?.[1];
  return built !== undefined && baseName(built) === baseName(program);
}

/** True where what the sources here make complains of what it was given: it can be what was looked into. */
export const isOwnProgram = (open: OpenFailure): boolean =>
  OF_INPUT.has(open.kind) && open.culprit !== null && isBuilt(open, open.culprit);

/** True where the assistant takes the refusal of the program that it works on for that program's fault. */
export const isProgramsFault = (open: OpenFailure): boolean =>
  FAULTS.test(open.after.slice(0, 300)) && isUnderTest(open);

/** What a later session can learn of it: a fault of the program and a folder that others took away say nothing of the call. */
export function taughtAs(open: OpenFailure): ErrorKind {
  if (isProgramsFault(open)) return 'compile';
  return open.vanished === true || isMisspelt(open) ? 'missing-path' : open.kind;
}
