import type { EditSeen, OpenFailure } from '../../failure-state.ts';
import { asCarried } from '../../shell/remote.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { editsOf } from '../edits.ts';

/** The part of the correction that does the job of the blamed one. */
export function workingPart({ culprit, correction, correctionPart }: OpenFailure): ShellPart | null {
  const part = correction?.parts[correctionPart] ?? null;
  return culprit && part ? asCarried(part, culprit) : part;
}

/** The same where it is the change of the command that made it work. */
export const correctedPart = (open: OpenFailure): ShellPart | null =>
  open.correction?.tool === 'Bash' && open.changed && open.edits.length === 0 ? workingPart(open) : null;

/** What worked is the failing command with another value for one of its options. */
interface ValueSwap {
  option: string;
  old: string;
  now: string;
}

/** Options that say how a result is called or where it goes: whether a call works does not rest on them. */
const FREE =
  /^-{1,2}(?:o|out|out-?file|output|log|log-?file|m|msg|message|t|title|b|body|n|name|d|description|comment|timeout|seed|count)$/i;

/** `--opt=value`, or the option before a value. */
function optionAt(args: readonly string[], at: number): string {
  const arg = args[at]!;
  if (/^--?[\w-]+=/.test(arg)) return arg.slice(0, arg.indexOf('='));
  const before = args[at - 1] ?? '';
  // A short option may be a switch, and the word behind it no value.
  const isValue = /^--[a-z][\w-]*$/.test(before) || (/^-\w+$/.test(before) && /[/.:@]/.test(arg));
  return !arg.startsWith('-') && isValue ? before : '';
}

const valueIn = (arg: string): string => (arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg);

/** The option of a command that is given this value; empty where none is. */
const optionOf = ({ args }: ShellPart, value: string): string => {
  const at = args.findIndex((arg) => valueIn(arg) === value);
  return at < 0 ? '' : optionAt(args, at);
};

/** The edits by which what worked mended a file: what it wrote and was then given by an option was no file to mend. */
export function mendingEdits(open: OpenFailure): EditSeen[] {
  const part = workingPart(open);
  if (!open.correction) return [];
  return editsOf(open.correction).filter(
    ({ file }) => part === null || open.call.command.includes(file) || optionOf(part, file) === '',
  );
}

/** The option that was given a file which the line itself wrote, where it had another value before, or null. */
export function fileSwap(open: OpenFailure): ValueSwap | null {
  const { culprit: blamed, correction } = open;
  const part = workingPart(open);
  if (!blamed || !part || !correction || blamed.program !== part.program) return null;
  for (const { file } of editsOf(correction)) {
    const option = optionOf(part, file);
    const at = option === '' ? -1 : blamed.args.findIndex((_arg, i) => optionAt(blamed.args, i) === option);
    if (at >= 0 && !open.call.command.includes(file))
      return { option, old: valueIn(blamed.args[at]!), now: file };
  }
  return null;
}

/** The one option whose value differs between the call that failed and the one that worked, or null. */
export function valueSwap(open: OpenFailure): ValueSwap | null {
  const { correction, culprit: blamed } = open;
  if (correction?.tool !== 'Bash' || !open.changed) return null;
  const part = workingPart(open);
  if (!blamed || !part || blamed.program !== part.program || blamed.args.length !== part.args.length)
    return null;
  const differing = blamed.args.flatMap((arg, at) => (arg === part.args[at] ? [] : [at]));
  const [at] = differing;
  if (at === undefined || differing.length > 1) return null;
  const option = optionAt(blamed.args, at);
  if (option === '' || option !== optionAt(part.args, at) || FREE.test(option)) return null;
  return { option, old: valueIn(blamed.args[at]!), now: valueIn(part.args[at]!) };
}
