import { baseName } from '../../../inject/paths.ts';
import { anyOf } from '../../../text/any-of.ts';
import { namedWords } from '../../../triggers/named-words.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { programOf } from '../../failures/blame.ts';
import { givesCode } from '../../failures/causes/inline-code.ts';
import { isOnlyLookup, sameVerb } from '../../failures/correction/pairing.ts';
import { failedBefore, preparation, sharedWords } from '../../failures/correction/prepared.ts';
import { mendingEdits, valueSwap, workingPart } from '../../failures/correction/working-part.ts';
import { CODE_KINDS, type ErrorKind } from '../../failures/kind/error-kind.ts';
import { missingModule } from '../../failures/kind/questions.ts';
import { INTERPRETERS, SYSTEM_MANAGERS } from '../../shell/programs.ts';
import { asShown, asWritten, wordsOf } from '../../shell/raw-command.ts';
import { asCarried } from '../../shell/remote.ts';
import { shellParts, unversioned } from '../../shell/shell.ts';
import { messageOf } from '../message/message.ts';
import { code, cut, fenced } from '../prose.ts';
import { difference } from './difference.ts';
import { type Forms, folderFix } from './folder-fix.ts';
import { isOtherPlace, renewedName } from './path-fix.ts';
import { bypassed, provesNothing } from './proof.ts';
import { SHOWN_CHARS_MAX, shortened, shownCommand } from './shown-command.ts';
import { throwawayFix } from './throwaway.ts';
import { DRY_RUN } from './usage-fix.ts';

/** A longer step is shown in part. */
const SHOWN_STEP_MAX = 160;
/** Share of words from which on another command does the same job, or its difference tells something. */
const VARIANT = 0.25;
const COMPARABLE = 0.4;
/** Kinds whose fault is in the call: an edit of a file in between is not the fix. */
export const CALL_KINDS = new Set<ErrorKind>([
  'usage',
  'command-not-found',
  'wrong-directory',
  'platform',
  'sandbox',
  'missing-module',
  'git-state',
  'api-misuse',
  'permission',
]);
/** Another package manager does the same under another word. */
const INSTALL = /^(?:i|install|add)$/;
/** A command without the path to its program and without redirections: what it is asked to do. */
const plain = (command: string): string =>
  command
    .replace(/^g?timeout\s+(?:-\S+\s+)*\d\S*\s+/, '')
    .replace(/^((?:[A-Z_]\w*=\S+ +)*)(?:(?:\.{0,2}\/|~\/)\S*\/(?=\S)|\.\/)/, '$1')
    .replace(/\s+\d?>>?\s*&?\S+(?=\s|$)/g, '');

/** True where what worked gives up the refused flag, and no more than one other. */
function onlyWithout(flag: string, before: string, after: string): boolean {
  const flagsOf = (command: string) =>
    new Set(
      wordsOf(command)
        .filter((word) => word.startsWith('-'))
        .map((word) => word.split('=')[0]!),
    );
  const [old, now] = [flagsOf(before), flagsOf(after)];
  return !now.has(flag) && [...old].filter((each) => !now.has(each)).length <= 2;
}

/** Brings a program to this machine. */
const BRINGS = anyOf([
  /\bcurl\b[^|;&\n]*\|\s*(?:sudo )?(?:ba)?sh\b/,
  new RegExp(`\\b(?:${SYSTEM_MANAGERS.source}|cargo|go|pipx?|npm|gem) (?:-\\S+ )*(?:install|add|i)\\b`),
]);

/** Asks where a program lies. */
const LOOKS_UP = /^(?:where|which|type|command)$/;

const OF_SYSTEM = new RegExp(`\\b(?:${SYSTEM_MANAGERS.source}) `);
/** Packages that extend a program which is there, or are built with. */
const EXTENDS = /^(?:lib|python)|-(?:dev|devel|doc|pip|venv)\b/;

/** True for an installation whose package bears the program's name: `p7zip` for `7z`. */
const bringsNamed = (command: string, program: string): boolean =>
  program.length > 1 &&
  shellParts(command).some(
    ({ text, args }) =>
      BRINGS.test(text) &&
      OF_SYSTEM.test(text) &&
      args.some((word) => !word.startsWith('-') && !EXTENDS.test(word) && word.includes(program)),
  );

/** What installed the program that was not there, before it worked under the same name; empty where nothing did. */
export function installedFix(open: OpenFailure): string {
  const { kind, correction, culprit: blamed, done = [] } = open;
  if (kind !== 'command-not-found' || !blamed) return '';
  if (!correction) {
    const named = done.find((command) => bringsNamed(command, baseName(blamed.program)));
    return named ? `Install it first: ${fenced(cut(shortened(named), SHOWN_CHARS_MAX))}.` : '';
  }
  const worked = workingPart(open);
  const asked = correction.parts.some(
    ({ program, args }) => LOOKS_UP.test(program) && args.includes(blamed.program),
  );
  const brought = correction.parts.find(
    ({ text, args }) => BRINGS.test(text) && (asked || args.includes(baseName(blamed.program))),
  );
  if (brought)
    return `Install it first: ${fenced(cut(asShown(correction.command, brought), SHOWN_CHARS_MAX))}.`;
  if (worked?.program !== blamed.program) return '';
  const step = done.findLast((command) => BRINGS.test(command));
  return step ? `Install it first: ${fenced(cut(shortened(step), SHOWN_CHARS_MAX))}.` : '';
}

/** The command that worked instead, and how it differs. */
export function commandFix(open: OpenFailure): string {
  const { call, correction } = open;
  if (correction?.tool !== 'Bash' || !correction.command || !open.changed) return '';
  const edited = open.edits.length > 0 || (CODE_KINDS.has(open.kind) && mendingEdits(open).length > 0);
  const isCall = CALL_KINDS.has(open.kind) || (open.kind === 'generic' && valueSwap(open) !== null);
  if (edited && !isCall) return '';
  const { culprit } = open;
  const part = workingPart(open);
  const blamed = culprit && part ? asCarried(culprit, part) : culprit;
  if ((blamed && part && isOnlyLookup(blamed, part)) || isOtherPlace(open, blamed, part)) return '';
  const instead = throwawayFix(open, blamed, part);
  if (instead !== null) return instead;
  const before = blamed ? asWritten(call.command, blamed) : call.command;
  const after = part ? asWritten(correction.command, part) : correction.command;
  const given = part ? bypassed(part, before, after) : '';
  if (given) return given;
  if (provesNothing(open, blamed, part)) return '';
  const isSame =
    unversioned(part?.program ?? '') === unversioned(blamed?.program ?? '') && part?.sub === blamed?.sub;
  const forms = { blamed, part, before, after, isSame };
  return folderFix(open, correction, forms) ?? formFix(open, correction, forms, edited);
}

/** The form that made the difference; empty where the commands have too little in common. */
function formFix(open: OpenFailure, correction: SeenCall, forms: Forms, edited: boolean): string {
  const { call } = open;
  const { blamed, part, before, after, isSame } = forms;
  const isSwap =
    !isSame && blamed !== null && part !== null && INSTALL.test(blamed.sub) && sameVerb(blamed, part);
  const bare = isSame ? sharedWords(blamed?.text ?? '', part?.text ?? '') : isSwap ? VARIANT : 0;
  const lines = isSame ? sharedWords(call.command, correction.command) : 0;
  const shared = Math.max(sharedWords(before, after), bare, lines);
  if (shared < (edited ? COMPARABLE : VARIANT)) return '';
  if (failedBefore(open, correction.command)) return '';
  const renamed = renewedName(open, blamed, part);
  if (renamed) return renamed;
  const flag = refusedFlag(open, before);
  if (flag && (!isSame || DRY_RUN.test(flag) || !onlyWithout(flag, before, after))) return '';
  const alike = Math.max(shared, isSame ? sharedWords(plain(before), plain(after)) : 0);
  const diff = alike >= COMPARABLE ? differenceOf(open, correction, forms) : activationOf(open, correction);
  const worked = shownCommand(correction.command, part, call);
  // They differ in a text alone that is too long to be shown.
  if (worked.includes('…') && before !== after && worked === shownCommand(call.command, blamed, call))
    return '';
  const shown = fenced(worked);
  const absent = moduleLeftOut(open, before, after);
  if (absent) return `Install ${code(absent)}, or do without it: ${shown} worked.`;
  if (flag && diff === '') return `Leave ${code(flag)} out: ${shown} worked.`;
  return `Run ${shown} instead; ${open.reached ? 'that gets further' : 'it worked'}.${diff}`;
}

/** What the form that worked has and the other has not, as a sentence; empty where that says nothing. */
function differenceOf(open: OpenFailure, correction: SeenCall, { before, after }: Forms): string {
  const activation = activationOf(open, correction);
  if (activation !== '') return activation;
  const isSaid = open.kind !== 'wrong-directory' || !onlyEndsOptions(before, after);
  return isSaid && isWritten(correction.command, after)
    ? difference(plain(before), plain(after), open.variants, messageOf(open))
    : '';
}

function activationOf({ call }: OpenFailure, correction: SeenCall): string {
  const activated = ACTIVATES.exec(correction.command)?.[1];
  return activated && !ACTIVATES.test(call.command) ? ` The difference: ${code(activated)} before it.` : '';
}

/** True where two commands differ by nothing but the mark at the end of the options. */
const onlyEndsOptions = (before: string, after: string): boolean =>
  before !== after && before.replace(' -- ', ' ') === after.replace(' -- ', ' ');

/** False for a path of Windows whose backslashes are gone where the line was read as a POSIX shell reads it. */
const isWritten = (line: string, part: string): boolean => !line.includes('\\') || line.includes(part);

/** Takes the programs of an environment from there on. */
const ACTIVATES = /(?:^|[;&]\s*)((?:source|\.) \S*\bactivate)(?=\s|[;&]|$)/;

/** The package whose module is missing; empty for other failures. */
export const missingPackage = ({ kind, error }: OpenFailure): string =>
  kind === 'missing-module' ? missingModule(error) : '';

/** The same where the interpreter then ran another script that has no use for it. */
function moduleLeftOut(open: OpenFailure, before: string, after: string): string {
  const name = missingPackage(open);
  const interpreter = wordsOf(before)[0];
  if (name === '' || interpreter !== wordsOf(after)[0] || !INTERPRETERS.test(interpreter ?? '')) return '';
  const worked = open.correction?.command ?? '';
  return givesCode(worked) && worked !== open.call.command && !worked.includes(name) ? name : '';
}

/** The flag is known, its value is refused. */
const BAD_VALUE = /invalid (?:argument|value|choice|\w+ value|--[\w-]+ \w+)[: ]/i;

/** The flag of the failing command that the error refuses. */
export function refusedFlag(open: OpenFailure, command: string): string {
  if (open.kind !== 'usage' || BAD_VALUE.test(messageOf(open))) return '';
  const words = wordsOf(command);
  const named = /(?:unknown|unexpected (?!value)|unrecogni[sz]ed|invalid|not defined)/i.test(messageOf(open))
    ? namedWords(messageOf(open))
    : [];
  const bare = (word: string) => word.replace(/^-+/, '').split('=')[0];
  return (
    words
      .find((word) => word.startsWith('-') && named.some((name) => bare(name) === bare(word)))
      ?.split('=')[0] ?? ''
  );
}

/** What was prepared before the same command worked: `mise trust`, `git remote set-url`, `npm install`. */
export function preparedFix(open: OpenFailure): string {
  const last = preparation(open);
  if (last === '') return '';
  const blamed = open.culprit;
  const works = programOf(blamed) || open.correction!.command;
  return `Run ${fenced(cut(last.replace(/\s+2>&1$/, ''), SHOWN_STEP_MAX))} first; then ${fenced(cut(works, 80))} works.`;
}
