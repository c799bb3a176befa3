import type { Episode } from '../../model/episode.ts';
import type { OpenFailure } from '../failure-state.ts';
import { programOf } from '../failures/blame.ts';
import { pathSlip } from '../failures/causes/missing-path.ts';
import type { ErrorKind } from '../failures/kind/error-kind.ts';
import { avoidance } from './fixes/error-rules.ts';
import { isKnownFix, remediationOf } from './fixes/remedy.ts';
import { lintCheck } from './lint.ts';
import { messageOf, wholeLine } from './message/message.ts';
import { code, cut, fenced, placeName } from './prose.ts';
import { quotedCommand } from './quoted-command.ts';
import { accountOf, type Shaped, shapeOf, summaryOf, toolName } from './summary.ts';

/*
 * A failure is told by the message that is known (`shapes/`), by a slip that the error shows beside the command (`slips/`), or by
 * the line of the error that tells (`message/`); its fix comes from `fixes/remedy.ts`, in the order of `fixOf`.
 */

interface WriteUp {
  words: Pick<Episode, 'summary' | 'mistake' | 'remediation' | 'subject'>;
  /** The message alone says what is to be done. */
  knownFix: boolean;
  /** All that can be said is what not to do again. */
  avoidsOnly: boolean;
  /** A slip of one moment. */
  slip: boolean;
}

/** Why such an error comes about, where its words or what worked afterwards show it. */
const WHY: Partial<Record<ErrorKind, (open: OpenFailure, message: string) => string>> = {
  usage: (_open, message) =>
    NOT_KNOWN.test(message) && !/[`'" ]-{2,3}[^\s=`'"]*[|\\ ]|^\w+: .*--- /.test(message)
      ? 'This version of the program does not have it.'
      : '',
  'command-not-found': () => 'The program is not installed, or not on PATH in the non-interactive shell.',
  'wrong-directory': (open) =>
    isElsewhere(open) ? 'The command depends on the working directory, and it was another one.' : '',
  'shell-syntax': (open, message) =>
    open.hidden && message === ''
      ? ''
      : 'The shell, not the program, stopped the command: quoting, globbing or a reserved name.',
  platform: (_open, message) => {
    if (message.includes('externally-managed'))
      return 'The operating system manages the packages of that Python.';
    if (/running scripts is disabled|exec format|bad CPU|GLIBC|Received protocol/i.test(message)) return '';
    return 'The option or tool belongs to another platform (GNU, BSD, macOS and Windows differ).';
  },
  'tool-validation': () => "The call did not meet the tool's own rules.",
  'edit-mismatch': editWhy,
  'stale-edit': () => 'The tool only edits what was read in its present state.',
  'missing-path': pathWhy,
  'missing-module': (_open, message) =>
    /No module named|Cannot find (?:module|package)|no required module/.test(message)
      ? 'The module is not installed in the environment that runs the command.'
      : '',
  'script-error': (_open, message) =>
    /KeyError|TypeError|AttributeError|IndexError|jq: error|no such (?:table|column)/.test(message)
      ? 'The inline script assumed a shape of data or an API that is not there.'
      : '',
  compile: (open) => (open.edits.length > 0 ? 'The code that was just written does not compile.' : ''),
  lint: (open) =>
    open.edits.length > 0 ? 'The code that was just written breaks a lint rule of the project.' : '',
  timeout: () => 'The command waits or runs longer than the tool allows.',
  sandbox: () => 'The sandbox forbids what the command needs.',
};

const NOT_KNOWN =
  /unknown|unrecogni[sz]ed|illegal option|invalid (?:option|flag|choice|subcommand)|not defined: -|unexpected (?:option|argument)|no such (?:option|command|subcommand)|is not a \w* ?command/i;

/** What worked ran in another folder: another working directory, or another `cd` or `-C`. */
function isElsewhere({ call, correction }: OpenFailure): boolean {
  if (correction?.tool !== 'Bash') return false;
  const folders = (command: string) =>
    [...command.slice(0, 4000).matchAll(/(?:^|[\s;&|(])(?:cd|pushd|-C|--prefix|--cwd) +([^\s;&|)]+)/g)]
      .map((match) => match[1])
      .join(' ');
  return (
    (call.cwd !== null && correction.cwd !== null && call.cwd !== correction.cwd) ||
    folders(call.command) !== folders(correction.command)
  );
}

function editWhy(_open: OpenFailure, message: string): string {
  if (/matches of the string|not unique|multiple (?:matches|occurrences)/i.test(message)) return '';
  return 'The edit applies only where its old lines stand in the file exactly as given, and in that order.';
}

function pathWhy(open: OpenFailure): string {
  const slip = pathSlip(open);
  if (!slip) return '';
  return `The ${slip.folder ? 'folder' : 'file'} is called ${code(slip.is)}, not ${code(slip.was)}.`;
}

/** Which of several files a patch does not fit. */
const UNFIT_FILE =
  /^apply_patch verification failed: Failed to \w[\w ]{1,60}?(?: '[^'\n]*')? (?:in|update|delete) (\/\S+?):?(?:\n|$)/;

/** The tool that hands input to a command speaks of itself: the command, which goes on running, did not fail. */
const INPUT_REFUSED = /^write_stdin failed: /;

function attempted(open: OpenFailure, message: string): string {
  const { call, error } = open;
  const blamed = open.kind === 'shell-syntax' ? null : accountOf(open).part;
  if (call.tool === 'Bash' && call.command !== '') {
    const command = fenced(quotedCommand(call.command, blamed, message));
    return INPUT_REFUSED.test(message) ? `Called write_stdin on ${command}` : `Ran ${command}`;
  }
  const unfit = UNFIT_FILE.exec(error)?.[1];
  const place = unfit ? placeName(unfit, call.cwd) : call.target;
  const target = place ? ` on ${code(cut(place, 160))}` : '';
  if (target) return `Called ${toolName(call.nativeTool)}${target}`;
  const given = Object.keys(call.input)
    .slice(0, 6)
    .map((key) => code(key))
    .join(', ');
  return `Called ${toolName(call.nativeTool)}${given ? ` with ${given}` : ''}`;
}

/** How an agent calls the command that it left running, and where it puts what that prints: another day it is elsewhere. */
const LEFT_RUNNING = /(?<=moved to the background)(?: \(ID: [\w-]+\))?\. Output .*$/s;

function mistakeOf(open: OpenFailure, shaped: Shaped | null): string {
  const tries = open.attempts.length > 1 ? `, ${open.attempts.length} times` : '';
  const line = shaped?.match.input.trim() ?? '';
  const message = line === '' || line.startsWith('{') ? messageOf(open) : line;
  const said = message
    ? `: ${code(cut(message.replace(LEFT_RUNNING, ''), 240).replace(/[.,;:]+$/, ''))}`
    : open.timedOut
      ? ': it did not finish in time'
      : open.hidden
        ? ': it printed nothing'
        : ` with exit code ${open.exitCode ?? 1} and no message`;
  return `${attempted(open, message)}${tries}; it failed${said}. ${WHY[open.kind]?.(open, message) ?? ''}`.trim();
}

type Subject = NonNullable<Episode['subject']>;

/** What a failure is about, for grouping: the rule that was broken, or the path that is not there; undefined for others. */
function subjectOf(open: OpenFailure, shaped: Shaped | null): Subject | undefined {
  if (open.kind === 'lint') {
    const rule = lintCheck(wholeLine(open.salient, open.error));
    return rule === null ? undefined : { rule };
  }
  if (open.kind !== 'missing-path') return undefined;
  return open.call.tool === 'Bash' ? givenPath(open, shaped) : soughtPath(open);
}

function soughtPath(open: OpenFailure): Subject {
  const slip = pathSlip(open);
  return slip === null ? { path: open.call.target } : { path: open.call.target, meant: slip.is };
}

/** The path that a program was given in vain; undefined where the message names none. */
function givenPath(open: OpenFailure, shaped: Shaped | null): Subject | undefined {
  const account = accountOf(open);
  const path = shaped?.shape.path?.(shaped.match, account);
  return path ? { path, program: programOf(account.part) } : undefined;
}

/** Summary, mistake and remediation of a failure, each of which stands alone, and what it is about. */
export function writeUp(open: OpenFailure): WriteUp {
  const shaped = shapeOf(open);
  const remediation = remediationOf(open, shaped);
  return {
    words: {
      summary: summaryOf(open, shaped),
      mistake: mistakeOf(open, shaped),
      remediation,
      subject: subjectOf(open, shaped),
    },
    avoidsOnly: remediation === avoidance(open),
    knownFix: isKnownFix(open, shaped),
    slip: shaped?.shape.slip?.(shaped.match, accountOf(open)) ?? false,
  };
}
