import { baseName } from '../../../inject/paths.ts';
import { REFUSED_OPTION } from '../../../text/known-messages.ts';
import { namedWords } from '../../../triggers/named-words.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { programOf } from '../../failures/blame.ts';
import { holdsScript } from '../../failures/causes/inline-code.ts';
import { missingPath } from '../../failures/causes/missing-path.ts';
import { movedAway, pathOfProgram } from '../../failures/causes/wrong-folder.ts';
import { askedRights, escalates, PLACE_VARIABLE } from '../../failures/correction/call-settings.ts';
import { mendingEdits } from '../../failures/correction/working-part.ts';
import { CODE_KINDS, type ErrorKind } from '../../failures/kind/error-kind.ts';
import { isOtherServer } from '../../failures/kind/kind-by-correction.ts';
import { onlyShows } from '../../failures/result/readers.ts';
import { isConfined } from '../../failures/verdict/command-verdict.ts';
import { isRefusedInside } from '../../failures/verdict/others-fault.ts';
import { isProgramsFault } from '../../failures/verdict/program-under-work.ts';
import { asWritten, wordsOf } from '../../shell/raw-command.ts';
import { type ShellPart, shellParts } from '../../shell/shell.ts';
import { lintRule } from '../lint.ts';
import { messageOf, unwrapped, wholeLine } from '../message/message.ts';
import { code, cut, fenced } from '../prose.ts';
import { callSlip } from '../slips/call-slips.ts';
import { accountOf, type Shaped, toolName } from '../summary.ts';
import { adviceFor, advised } from './advice.ts';
import { argumentsFix, isCode, short } from './arguments-fix.ts';
import { CALL_KINDS, commandFix, installedFix, preparedFix, refusedFlag } from './command-fix.ts';
import { detourFix } from './detour-fix.ts';
import { editFix, lintFix, scriptFix, writtenOtherwise } from './edit-fix.ts';
import { avoidance, ruledFix } from './error-rules.ts';
import { foundFix, madeLater, openedFix, pathFix, takenFix } from './path-fix.ts';
import { disproved } from './proof.ts';
import { namesStrangeCode } from './strange-code.ts';
import { usageFix } from './usage-fix.ts';

/** Kinds whose cause is the shell's reading of the line: another command that works shows no fix. */
const SHELL_KINDS = new Set<ErrorKind>(['shell-syntax', 'tool-validation']);

/** True where what worked runs the same command of the same program. */
function isSameProgram(open: OpenFailure): boolean {
  const [blamed, worked] = [open.culprit, open.correction?.parts[open.correctionPart]];
  return blamed !== null && worked?.program === blamed.program && worked.sub === blamed.sub;
}

/** The time limit that a call gives, as it gives it; empty where it gives none. */
function timeLimit({ input }: SeenCall): string {
  const given = Object.entries(input).find(([key, value]) => /^timeout/.test(key) && value !== undefined);
  return given ? `${given[0]}: ${short(given[1])}` : '';
}

/** How the program logged in before it worked that had found no login; empty where it did not. */
function loginOf({ culprit, error, done = [] }: OpenFailure): string {
  if (!/\b(?:log(?:ged)?[ -]?in|auth\w*)\b/i.test(error)) return '';
  const logsIn = ({ program, sub }: ShellPart) =>
    program === culprit?.program && /^(?:auth )?log-?in$/.test(sub);
  return done.findLast((command) => shellParts(command).some(logsIn)) ?? '';
}

/** The sandbox, or a longer time limit, let the same command through with other arguments of the tool. */
function permitted(open: OpenFailure): string {
  const { call, correction } = open;
  if (!correction || call.command === '' || CODE_KINDS.has(open.kind)) return '';
  const isOther = correction.command !== call.command;
  if (isOther && !(isConfined(open.kind) && isSameProgram(open))) return '';
  if (isOther && placesSet(call.command, correction.command).length > 0) return '';
  const passed = open.reached === true ? 'gets further' : 'worked';
  const escalated = askedRights(call, correction);
  const login = escalated || escalates(correction) ? loginOf(open) : '';
  if (login)
    return `Log in first, outside of the sandbox (${fenced(cut(login, 120))}), and run it there, too.`;
  if (!escalated && escalates(correction) && !escalates(call))
    return `The same command ${passed} outside of the sandbox: ask for that at once.`;
  if (!escalated && correction.unconfined && !call.unconfined)
    return `The same command ${passed} once the user had given full access: ask for that, the sandbox does not let it through.`;
  const limit = open.kind === 'timeout' && !isOther ? timeLimit(correction) : '';
  if (limit) return `Give it more time: the same command ${passed} with ${code(limit)}.`;
  return escalated
    ? `The same command ${passed} with ${code(`${escalated[0]}: ${short(escalated[1])}`)}: ask for it at once.`
    : '';
}

/** A variable that says where something is put. */
const NAMES_PLACE = new RegExp(`^\\w*(?:${PLACE_VARIABLE.source})\\w*=|^[A-Z]\\w*=[~./]`);

/** Another command is a way around a sandbox only where it puts something elsewhere: `GOCACHE=/tmp/x`. */
const placesSet = (before: string, after: string): string[] =>
  wordsOf(after).filter((word) => NAMES_PLACE.test(word) && !before.includes(word));

/** What worked for a shell command: another setting, another command, a step before it, or an edit. */
function workedFix(open: OpenFailure): string {
  const { kind, call, correction } = open;
  const allowed = permitted(open) || (kind === 'timeout' ? '' : preparedFix(open));
  if (allowed) return allowed;
  const fix = installedFix(open) || scriptFix(open) || commandFix(open);
  if (fix && kind !== 'sandbox') return fix;
  const places = fix ? placesSet(call.command, correction?.command ?? '') : [];
  if (places.length > 0)
    return isSameJob(open)
      ? fix
      : ruledFix(open) ||
          `Set ${places.map((each) => code(cut(each, 80))).join(' and ')}: with it ${code(open.culprit?.program ?? 'the command')} worked inside of the sandbox.`;
  if (!correction)
    return kind === 'compile' && open.edits.some(({ file }) => open.error.includes(baseName(file)))
      ? editFix(open)
      : '';
  if (CALL_KINDS.has(kind) && !isMendedInFile(open)) return mendedFix(open);
  const edits = [...open.edits, ...(CODE_KINDS.has(kind) ? mendingEdits(open) : [])].filter(
    ({ file }) => !DOCUMENT.test(file) || `${open.error}\n${call.command}`.includes(baseName(file)),
  );
  const isMoved = HANDLES_FILES.test(open.culprit?.program ?? '');
  const missing = kind === 'missing-path' ? baseName(missingPath(open)) : '';
  const isNamed = edits.some((edit) => `${edit.file}\n${edit.new}\n${edit.old}`.includes(missing));
  return edits.length > 0 && !isMoved && isNamed ? editFix({ ...open, edits }) : '';
}

/** What is written for people to read mends no command that does not name it. */
const DOCUMENT = /\.(?:mdx?|txt|rst|adoc)$/i;

/** No edit of a file mends how files were copied or moved. */
const HANDLES_FILES = /^(?:cp|mv|ln|rm|mkdir|rmdir|chmod|chown|touch)$/;

/** A name of code or of a setting, no word of a sentence. */
const OWN_NAME = /^@?(?=.*[a-z])\w+_\w+$|^[A-Z][A-Z\d]*_[A-Z\d_]+$/;

/** True where the command itself lacks every name that the error tells, and an edit before it worked has one. */
function isMendedInFile(open: OpenFailure): boolean {
  const names = namedWords(messageOf(open)).filter((name) => OWN_NAME.test(name));
  if (open.changed || names.some((name) => open.call.command.includes(name))) return false;
  return open.edits.some((edit) => names.some((name) => `${edit.old}\n${edit.new}`.includes(name)));
}

/** The edit after which the very same command worked: what it refused was in the file. */
function mendedFix(open: OpenFailure): string {
  const { call, correction, edits } = open;
  if (correction?.command !== call.command || edits.length === 0 || open.kind === 'sandbox') return '';
  if (edits.length > 1 && !edits.some(({ file }) => open.error.includes(baseName(file)))) return '';
  const fix = editFix(open);
  return edits.length === 1 || fix.split('`').length > 3 ? fix : '';
}

/** True where what worked runs the blamed command itself, in other settings. */
const isSameJob = (open: OpenFailure): boolean =>
  open.culprit?.text === open.correction?.parts[open.correctionPart]?.text;

const FORCES = / (?:-f|--force)\b/;

/** What git refuses inside of a script is for the script to change, and so is git's hint; but not by force. */
function ownScriptFix(open: OpenFailure): string {
  const program = programOf(open.culprit);
  if (!isRefusedInside(open)) return '';
  if (open.edits.some(({ file }) => baseName(file) === program)) return editFix(open);
  const advice = advised(unwrapped(open.error));
  return `Mend ${code(program)}, which makes the call that git refuses. ${FORCES.test(advice) ? '' : advice}`.trim();
}

/** True for a script that was shown in part, which nobody can run. */
const isCutScript = ({ correction }: OpenFailure, fix: string): boolean =>
  /…["']? ?`+ instead; /.test(fix) && holdsScript(correction?.command ?? '');

/** True where only the interpreter of a script is shown. */
const isBareScript = ({ correction }: OpenFailure, fix: string): boolean =>
  /^Run `[\w.]+(?: -)?` instead; /.test(fix) && holdsScript(correction?.command ?? '');

/** Where what the call wanted lies, or what makes it. */
function whereItLies(open: OpenFailure): string {
  const program = open.kind === 'command-not-found' ? pathOfProgram(open) : '';
  if (program) return `Call it by the path that it has from there: ${code(cut(program, 120))}.`;
  const isMissing = open.kind === 'missing-path';
  const away = isMissing || open.kind === 'wrong-directory' ? movedAway(open) : '';
  if (away)
    return `Leave ${code(`cd ${cut(away, 100)}`)} out before it, or give its full path: it lies below the folder that the shell was in.`;
  return isMissing ? madeLater(open) : openedFix(open);
}

function shellFix(open: OpenFailure, hint: string): string {
  const { kind, call } = open;
  if (isProgramsFault(open))
    return (
      (open.edits.length > 0 ? editFix(open) : '') ||
      `Mend ${code(programOf(open.culprit))}, not the call: the fault is the program's.`
    );
  const said = hint || ownScriptFix(open) || advised(unwrapped(open.error));
  const advice = adviceFor(open);
  if (SHELL_KINDS.has(kind))
    return ruledFix(open) || said || mendedFix(open) || commandFix(open) || advice || avoidance(open);
  const rule = kind === 'lint' ? lintRule(wholeLine(open.salient, open.error)) : null;
  if (rule) return lintFix(open, rule);
  if (onlyShows(open)) return (open.edits.length > 0 ? editFix(open) : '') || advice || avoidance(open);
  const place = whereItLies(open);
  if (place) return place;
  const ran = ruledFix(open, true) || hint || workedFix(open);
  const worked = isBareScript(open, ran) ? '' : ran;
  if (kind === 'missing-path' && open.foundAt) return foundFix(open.foundAt, call.cwd);
  if (worked && !isCutScript(open, worked)) return worked;
  const taken = kind === 'missing-path' ? takenFix(open) : '';
  if (taken) return taken;
  const detour = said && kind === 'usage' ? '' : detourFix(open);
  if (detour) return detour;
  const blamed = open.culprit;
  const flag = refusedFlag(open, blamed ? asWritten(call.command, blamed) : call.command);
  const known = ruledFix(open) || said || (kind === 'usage' ? usageFix(open, flag) : '') || advice;
  if (open.passedUnchanged) return `The same call worked when it was repeated later. ${known}`.trim();
  return known || worked || avoidance(open);
}

/** The option that a program behind a tool refuses, where the call gives it. */
function strangeOption({ call, error }: OpenFailure): string {
  const option = REFUSED_OPTION.exec(error)?.[1];
  return option !== undefined && JSON.stringify(call.input).includes(option) ? option : '';
}

function toolFix(open: OpenFailure, hint: string): string {
  const { call, correction, kind } = open;
  const said = hint || advised(unwrapped(open.error));
  const advice = adviceFor(open);
  if (kind === 'stale-edit' && advice) return advice;
  const isCell = call.nativeTool === 'NotebookEdit';
  if (call.tool === 'Edit' && kind !== 'missing-path' && !isCell && advice)
    return `${writtenOtherwise(open)}${advice}`;
  const ruled = ruledFix(open);
  if (ruled) return ruled;
  if (isOtherServer(open)) return `Call ${toolName(correction!.nativeTool)}: it took the same arguments.`;
  if (kind === 'missing-path') return pathFix(open) || advice;
  const option = strangeOption(open);
  if (option)
    return `Leave ${code(option)} out: ${toolName(call.nativeTool)} does not have it. ${said}`.trim();
  const argument = argumentsFix(open);
  if (argument) return `${argument} ${said}`.trim();
  if (correction && kind !== 'stale-edit') {
    const where = correction.tool === 'Bash' ? correction.command : correction.target;
    const how =
      where && !isCode(where)
        ? `${toolName(correction.nativeTool)} with ${fenced(cut(where, 200))} worked.`
        : '';
    return `${how} ${said || advice}`.trim() || avoidance(open);
  }
  return said || advice || avoidance(open);
}

/** What to do about a slip that the error shows beside the command; empty for others. */
const slipFix = (open: OpenFailure): string => callSlip(open, accountOf(open).who)?.remedy ?? '';

/** True where the message alone says what is to be done. */
export function isKnownFix(open: OpenFailure, shaped: Shaped | null): boolean {
  if (slipFix(open) !== '') return true;
  const { remedy, hint } = shaped?.shape ?? {};
  const said = (say: typeof remedy) =>
    shaped !== null && say !== undefined && say(shaped.match, accountOf(open)) !== '';
  return said(remedy) || said(hint) || ruledFix(open) !== '' || advised(unwrapped(open.error)) !== '';
}

/** What to do instead: what worked, what follows from the message, or what the message advises. */
export function remediationOf(open: OpenFailure, shaped: Shaped | null): string {
  const fix = fixOf(open, shaped);
  const refused = disproved(fix, open);
  if (refused) return `${code(refused)} fails here, too. ${avoidance(open)}`;
  return namesStrangeCode(fix, open) ? avoidance(open) : fix;
}

/** The very same command, where it worked in another folder: that says more than what is usually done. */
function ranElsewhere(open: OpenFailure): string {
  const { kind, call, correction } = open;
  if (kind !== 'usage' || !isSameJob(open)) return '';
  const isMoved =
    call.cwd !== correction?.cwd ||
    (/(?:^|[;&]\s*)cd \S/.test(correction.command) && !/(?:^|[;&]\s*)cd \S/.test(call.command));
  return isMoved ? commandFix(open) : '';
}

/** What was done in place of a command that only the agent says has failed. */
function otherwise(open: OpenFailure): string {
  const { call, correction, edits } = open;
  if (correction && correction.command !== call.command)
    return `Run ${fenced(cut(correction.command, 200))} instead; it worked.`;
  const file = edits.map((edit) => baseName(edit.file)).find((name) => call.command.includes(name));
  return file !== undefined && !correction
    ? `Change ${code(file)} with the edit tool, which says where it did not match.`
    : editFix(open);
}

function fixOf(open: OpenFailure, shaped: Shaped | null): string {
  if (open.said && !open.evident) return slipFix(open) || otherwise(open);
  const slip = slipFix(open);
  if (slip) return slip;
  const known = ranElsewhere(open) || (shaped?.shape.remedy?.(shaped.match, accountOf(open)) ?? '');
  if (known) return known;
  const hint = shaped?.shape.hint?.(shaped.match, accountOf(open)) ?? '';
  return open.call.tool === 'Bash' ? shellFix(open, hint) : toolFix(open, hint);
}
