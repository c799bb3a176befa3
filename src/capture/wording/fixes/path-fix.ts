import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { missingPath, pathSlip } from '../../failures/causes/missing-path.ts';
import { nameLikeness } from '../../failures/correction/likeness.ts';
import { FILE_READERS, TEXT_SEARCHES } from '../../shell/programs.ts';
import { asWritten, wordsOf } from '../../shell/raw-command.ts';
import { type ShellPart, shellParts } from '../../shell/shell.ts';
import { code, cut, fenced } from '../prose.ts';

/** What to do about a path that is not there: where it is, what makes it, or that another one was taken. */

const searches = ({ program }: ShellPart): boolean =>
  TEXT_SEARCHES.test(program) || /^(?:find|fd)$/.test(program);
const ALIKE = 0.5;
const NEARLY = 0.75;
/** So many names of a folder are told. */
const NAMES_MAX = 3;

const stemOf = (path: string): string =>
  baseName(path)
    .replace(/\.\w+$/, '')
    .toLowerCase();

/** True where a reader was then given a file that has nothing of the missing one's name, or a search looked for something else. */
export function isOtherPlace(open: OpenFailure, blamed: ShellPart | null, worked: ShellPart | null): boolean {
  if (open.kind !== 'missing-path' || !blamed || !worked) return false;
  const given = (part: ShellPart) => part.args.filter((arg) => !arg.startsWith('-'));
  if (searches(blamed) && searches(worked)) {
    const sought = given(blamed).filter((arg) => arg.length > 3);
    return sought.length > 1 && !given(worked).some((arg) => sought.includes(arg));
  }
  if (!FILE_READERS.test(blamed.program) || worked.program !== blamed.program) return false;
  const wanted = stemOf(missingPath(open));
  if (wanted === '') return false;
  const files = given(worked).filter((arg) => /[./]/.test(arg) && !/^['"\d]/.test(arg));
  return (
    files.length > 0 &&
    !files.some((file) => nameLikeness(wanted, stemOf(file)) >= ALIKE || file.includes(wanted))
  );
}

const NOT_THERE =
  /([~.]?[\w@.+~-]*\/[^\s:`'"]+): No such file or directory|no such file or directory: (\S*\/\S+)/;
/** What a command puts something into. */
const INTO = /^(?:-o|--output|--out|>|>>|-p)$/;
const MAKES = /^(?:mkdir|touch|tee)$/;
const PUTS = /^(?:cp|mv|ln|install)$/;

/** The later command that made what was not there, as a sentence; empty where none did. */
export function madeLater(open: OpenFailure): string {
  const match = open.call.tool === 'Bash' ? NOT_THERE.exec(open.salient) : null;
  const path = match?.[1] ?? match?.[2] ?? '';
  if (path === '' || open.call.command.includes(`-o ${path}`)) return '';
  for (const command of [...(open.done ?? []), open.correction?.command ?? '']) {
    if (!command.includes(path)) continue;
    const making = shellParts(command).find((part) => makes(part, path));
    if (making) return `Make it first: ${fenced(cut(asWritten(command, making), 160))}.`;
  }
  return '';
}

function makes({ program, args, text }: ShellPart, path: string): boolean {
  const at = args.indexOf(path);
  if (at < 0) return wordsOf(text).some((word, i, words) => word === path && INTO.test(words[i - 1] ?? ''));
  return (
    MAKES.test(program) || INTO.test(args[at - 1] ?? '') || (PUTS.test(program) && at === args.length - 1)
  );
}

const MEANT = /Did you mean ([^\s?]+)\?/;

/** The path that was meant, where a file of that name, or of nearly that name, was then found. */
export function pathFix(open: OpenFailure): string {
  const { call } = open;
  const meant = MEANT.exec(open.error)?.[1];
  if (meant) {
    const [asked, there] = [baseName(call.target), baseName(meant)];
    return asked.startsWith(`${there}.`) || there.startsWith(`${asked}.`)
      ? `There is ${code(there)}, another file: look what the folder holds before asking for one of it.`
      : `The file is called ${code(cut(meant, 120))}.`;
  }
  const slip = pathSlip(open);
  const there = open.correction?.target ?? '';
  if (slip?.folder && call.cwd && there.startsWith(`${call.cwd}/`) && !call.target.startsWith(`${call.cwd}/`))
    return `Name it from the working directory, ${code(relative(there, call.cwd))}: its path has ${code(slip.is)}, not ${code(slip.was)}.`;
  if (open.foundAt) return foundFix(open.foundAt, call.cwd);
  return elsewhereHome(open) || nearlyFound(open) || takenFix(open);
}

const HOME = /^\/(?:Users|home)\/([^/]+)\//;

/** A path in the home folder of somebody else than who works here, as a session of another machine has it. */
function elsewhereHome({ call }: OpenFailure): string {
  const [theirs, own] = [HOME.exec(call.target)?.[1], HOME.exec(call.cwd ?? '')?.[1]];
  return theirs !== undefined && own !== undefined && theirs !== own
    ? `This project is at ${code(cut(call.cwd!, 120))}: the path is of another machine. Name it from the working directory.`
    : '';
}

/** The path that worked, where its name is nearly that of the missing one. */
function nearlyFound(open: OpenFailure): string {
  const { call, correction } = open;
  if (!correction || correction.tool === 'Bash' || !/[/\\]/.test(correction.target)) return '';
  const [old, now] = [stemOf(call.target), stemOf(correction.target)];
  if (old === '' || correction.target === call.target || correction.target.includes('*')) return '';
  const isFile = isFileName(correction.target) || !isFileName(call.target);
  if (!isFile || !(now.includes(old) || old.includes(now))) return '';
  const isLonger = now.includes(old) && isFileName(call.target) === isFileName(correction.target);
  if (isLonger || (!old.includes(now) && nameLikeness(old, now) >= NEARLY))
    return foundFix(correction.target, call.cwd);
  return takenFix(open) || insteadFix(correction.target, call.cwd);
}

/** True for a path that ends in an extension. */
const isFileName = (path: string): boolean => /\.\w+$/.test(path);

const insteadFix = (path: string, cwd: string | null): string =>
  `There is none: ${code(relative(path, cwd))} was taken instead. Search for a file by name instead of guessing its path.`;

/** What was then taken in place of a file or folder that is not there, as a sentence; empty where nothing was. */
export function takenFix({ taken, call, salient }: OpenFailure): string {
  if (!taken || taken.path === '') return '';
  const name = baseName(taken.path);
  if (!/\.\w+$/.test(name))
    return `There is no such folder: the same search found something in ${code(relative(taken.path, call.cwd))}.`;
  const names = [name, ...(taken.others ?? [])];
  const wanted = stemOf(missingPath({ call, salient }));
  const other = names.find((each) => stemOf(each) === wanted);
  if (other !== undefined) return `The file is called ${code(other)}.`;
  const shown = names.slice(0, NAMES_MAX).map(code).join(', ');
  const there = taken.read
    ? `${code(name)} of the same folder was taken instead`
    : `the folder holds ${shown}${names.length > NAMES_MAX ? ' and others' : ''}`;
  return `There is none: ${there}. List a folder before naming a file in it.`;
}

/** Where a path is, as a sentence. */
export const foundFix = (path: string, cwd: string | null): string =>
  `It is at ${code(relative(path, cwd))}: search for a file by name instead of guessing its path.`;

const relative = (path: string, cwd: string | null): string =>
  cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : cut(path, 160);

/** A name that is given anew each time: of a pod, of a container, of a process. */
const RENEWED =
  /^\w.*-(?=[a-z]*\d)[a-z0-9]{6,10}-(?=[a-z]*\d)[a-z0-9]{5}$|^(?=[a-f]*\d)[0-9a-f]{12,64}$|^\d{4,}$/;

/** What to do about a name that was gone, and that what worked has as it then was. */
export function renewedName(open: OpenFailure, blamed: ShellPart | null, worked: ShellPart | null): string {
  if (!blamed || !worked || blamed.program !== worked.program) return '';
  const gone = blamed.args.find((arg) => RENEWED.test(arg) && !worked.args.includes(arg));
  if (gone === undefined || !open.error.includes(gone)) return '';
  if (!worked.args.some((arg) => RENEWED.test(arg) || arg.includes('$('))) return '';
  const asked = (open.done ?? []).findLast((command) =>
    shellParts(command).some((part) => part.program === worked.program && isListing(part)),
  );
  const how = asked ? ` (${fenced(cut(asked, 120))})` : '';
  return `Look the name up first${how}: it is another one each time.`;
}

const isListing = ({ text }: ShellPart): boolean => /\b(?:get|ps|ls|list)\b/.test(text);

const QUOTED_PATH = /(?<=['"])[~/.\w][^'"\n]*\/[^'"\n]*(?=['"])/g;
const OPENED = /No such file or directory: '([^'\n]+)'/;

/** Where a file is that a script on the command line opened in vain, by the script that then worked. */
export function openedFix(open: OpenFailure): string {
  const path = open.kind === 'script-error' ? OPENED.exec(open.error)?.[1] : undefined;
  if (path === undefined || open.correction?.tool !== 'Bash') return '';
  const name = baseName(path);
  const given = open.correction.command.match(QUOTED_PATH) ?? [];
  const found = given.find((each) => each !== path && each.endsWith(`/${name}`));
  return found ? `It is at ${code(cut(found, 200))}: look where a file is before a script opens it.` : '';
}

const SETS_PATH = /^\s*\$env:PATH\s*\+?=[^;"\n]*(?:"[^"\n]*")?/im;

/** The line by which PowerShell was told where programs are, in the call that found the one that was not there; empty where the first was told so, too. */
export function setPath({ kind, call, correction }: OpenFailure): string {
  if (kind !== 'platform' && kind !== 'command-not-found') return '';
  return SETS_PATH.test(call.command) ? '' : (SETS_PATH.exec(correction?.command ?? '')?.[0].trim() ?? '');
}
