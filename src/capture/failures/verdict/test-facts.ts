/** What a failing test, or a linter's finding, says of itself: whether it was wanted, and what mended it. */

import { anyOf } from '../../../text/any-of.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { runsTests } from '../../shell/programs.ts';
import { editsOf, isTestFile } from '../edits.ts';
import type { ErrorKind } from '../kind/error-kind.ts';
import { missingModulePath } from '../kind/questions.ts';
import { namedFiles } from '../named-files.ts';

const NOT_THERE_YET =
  /undefined|unknown field|is not defined|has no (?:field|member|attribute|exported)|does not exist|cannot find|unresolved|no member|not found|ImportError|is not a function/i;
/** A call in a form that is still to come: a mistake by itself, unless it was said that it fails. */
const OTHER_FORM = /(?:too many|not enough|missing|unexpected|wrong number of) (?:\w+ )?arguments?\b/i;

/** True where the command that runs a test wrote it right before. */
function writesTests(call: OpenFailure['call']): boolean {
  const own = call.tool === 'Bash' ? editsOf(call) : [];
  return own[0]?.test === true;
}

/** A test written before what it tests: it names what is missing, and the fix added just that. */
export function isTestFirst(open: OpenFailure): boolean {
  if (open.kind === 'test') return writesTests(open.call) && !open.edits.some((edit) => edit.test);
  if (open.kind === 'missing-module') return isModuleToCome(open);
  if (open.kind !== 'compile') return false;
  if (open.edits.length === 0 || open.edits.some((edit) => edit.test)) return false;
  const named = namedFiles(open.error);
  return (
    named.length > 0 &&
    named.every(isTestFile) &&
    (NOT_THERE_YET.test(open.salient) || (open.expectedBefore && OTHER_FORM.test(open.salient)))
  );
}

/** Files that stand for their folder. */
const OF_FOLDER = /^(?:__init__|index|mod|lib)$/;

/** True where only tests were written, one asks for a module, and that module is written then: nothing but the test came first. */
function isModuleToCome({ kind, salient, edits, testsOnlyEdited }: OpenFailure): boolean {
  const module = kind === 'missing-module' && testsOnlyEdited ? missingModulePath(salient) : '';
  const name = module.split(/[./:]+/).at(-1);
  if (!name || edits.some(({ test }) => test)) return false;
  return edits.some(({ file, old }) => {
    const [stem = '', folder = ''] = file
      .replace(/\.\w+$/, '')
      .split(/[/\\]/)
      .reverse();
    return old === '' && (stem === name || (OF_FOLDER.test(stem) && folder === name));
  });
}

/** Takes the new output for the expected one. */
const ACCEPTS_SNAPSHOT =
  /(?:^|\s)(?:-u|--update(?:-?snapshots?)?|--snapshot-update|--bless|UPDATE_\w+=\S+)(?=$|\s)/;
const AUTOFIX = /(?:^|\s)(?:--?(?:fix|write|auto-?correct|apply)\b|-w\b|-i\b|-[aA]$)|\b(?:fmt|format)\b/;

/** True where the linter's own repair, or a new snapshot, was the whole fix. */
export function isAutofix(open: OpenFailure): boolean {
  const repairs =
    open.kind === 'test' ? ACCEPTS_SNAPSHOT : /^(?:lint|format)$/.test(open.kind) ? AUTOFIX : null;
  if (repairs === null || !open.changed || open.edits.length > 0) return false;
  return repairs.test(open.correction?.command ?? '') && !repairs.test(open.call.command);
}

/** Names of tests and files that are written to look into something, not to stay. */
const THROWAWAY = anyOf([
  /(?:^|[/\\\s_.-])(?:debug|probes?|repro(?:duce|duction)?|scratch|diag(?:nos(?:e|tics?))?|adversarial)(?=[_.-]\S*(?:test|spec|\.\w{1,5}\b)|_)/,
  /_(?:debug|probe|repro|scratch|diag)_(?:test|spec)\b/,
  /\b(?:Test|test_?)(?:Debug|Probe|Repro|Scratch|Diag|Adversarial|debug_|probe_|repro_|scratch_|diag_)\w*/,
]);

/** True where the failing test says by its name that it only looks into something. */
export const isThrowawayTest = (open: OpenFailure): boolean =>
  THROWAWAY.test(open.call.command.slice(0, 600)) ||
  namedFiles(open.error).some((name) => THROWAWAY.test(`/${name}`));

/** What refuses a run of tests: that tests fail may be wanted, that their runner refuses its arguments never is. */
const MISCALLED = new Set<ErrorKind>(['usage', 'wrong-directory', 'command-not-found', 'shell-syntax']);

/** True where tests did not run: the command that was to run them is wrong. */
export const isMiscalledTest = ({ kind, call }: OpenFailure): boolean =>
  MISCALLED.has(kind) && runsTests(call.command);
