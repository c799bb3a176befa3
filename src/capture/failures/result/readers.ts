import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { gitReads, gitReadsNames, namesIn } from '../../shell/programs.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { CODE_KINDS } from '../kind/error-kind.ts';

/** Readers show other text that may hold the word "error"; their output is never taken for a failure. */
const READERS = namesIn(
  `cat bat head tail less more grep egrep fgrep rg ag ack sed awk find fd ls tree echo printf strings xxd
  hexdump od nl wc diff comm sort uniq journalctl dmesg tac zcat zgrep column glow open gh glab entr
  script expect history man info help stat file which type whereis env printenv ps pgrep lsof top curl
  wget ssh logs jq yq`,
);
/** Programs that print the files that they are given. */
export const SHOWS_FILES =
  /^(?:cat|bat|head|tail|less|more|sed|awk|grep|rg|echo|printf|cd|find|ls|nl|journalctl|dmesg|strings)$/;

/** What the clients of forges change: they show what they did, or why not. */
const FORGE_CHANGES =
  /^\w+ (?:create|edit|merge|close|reopen|comment|delete|review|ready|rerun|download|upload|checkout|clone|fork|sync|set)$/;

/** The same of PowerShell and cmd, and of these what prints names and states alone. */
const CMDLETS_OF_TEXT = /^(?:Get-(?:Content|WinEvent|EventLog|Help)|Select-String|findstr)$/i;
const CMDLETS_OF_NAMES =
  /^(?:Get-(?:ChildItem|Item|ItemProperty|Location|Command|Process|Service|Date|FileHash)|Test-Path|Resolve-Path)$/i;
const isCmdletReader = (program: string): boolean =>
  CMDLETS_OF_TEXT.test(program) || CMDLETS_OF_NAMES.test(program);

/** True where a command shows text that others wrote. */
export const isReader = (part: ShellPart): boolean =>
  gitReads(part) ||
  isCmdletReader(part.program) ||
  (READERS.has(part.program) && !(part.program.startsWith('g') && FORGE_CHANGES.test(part.sub)));

/** Programs that print names and numbers: what others wrote is not among them. */
const LISTS = /^(?:ls|find|tree|which|whereis|type|wc|pgrep|ps|lsof)$/;
const listsOnly = (program: string): boolean => LISTS.test(program) || CMDLETS_OF_NAMES.test(program);

/** True where an error that is printed may be one that somebody else wrote down: the part shows texts. */
export const showsTexts = (part: ShellPart): boolean =>
  isReader(part) &&
  !gitReadsNames(part) &&
  !(listsOnly(part.program) && !part.args.some((arg) => arg.startsWith('-exec'))) &&
  // Without a file it writes what stands behind it, into a file mostly.
  !(part.program === 'cat' && part.args.length === 0 && part.op !== '|');

/** True where a command only shows what another one had said of the code. */
export const onlyShows = ({ kind, culprit }: OpenFailure): boolean =>
  CODE_KINDS.has(kind) && culprit !== null && isReader(culprit);

/** A reader of one file that is not there, before what the rest of its line prints. */
const UNREAD =
  /^(?:cat|bat|head|tail|nl|less|sed)(?:: cannot open| error)?:? (?:can't read |cannot open |')?(\/?[^\s:*']{1,300})'?(?: for reading)?: No such file or directory$/;

/** True where a command begins with a reader whose one file, named in full, is not there. */
export function missesFile(first: string, parts: () => ShellPart[]): boolean {
  const path = UNREAD.exec(first)?.[1];
  if (path === undefined) return false;
  const files = (part: ShellPart) => part.args.filter((arg) => /[/.]/.test(arg) && !/^[-'"\d]/.test(arg));
  const reader = parts().find(({ program }) => first.startsWith(`${program}:`));
  return reader !== undefined && files(reader).length === 1 && baseName(files(reader)[0]!) === baseName(path);
}

const isPicked = ({ parts }: { parts: ShellPart[] }): boolean =>
  parts.some(({ op, program }) => op === '|' && /^(?:[ef]?grep|rg|Select-String|findstr)$/i.test(program));

const picksErrors = ({ parts }: { parts: ShellPart[] }): boolean =>
  parts.some(
    ({ op, args }) => op === '|' && args.some((arg) => /^(?:\^?[Ee]rror|ERROR)\b(?!.*\|)/.test(arg)),
  );

/** True where only lines with some word are now shown, but that of an error: that the faults of the code are not among them mends none. */
export const picksLines = (call: { parts: ShellPart[] }, before: { parts: ShellPart[] }): boolean =>
  isPicked(call) && !isPicked(before) && !picksErrors(call);
