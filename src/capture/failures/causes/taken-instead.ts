import { baseName } from '../../../inject/paths.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { FILE_READERS } from '../../shell/programs.ts';
import { isTestFile } from '../seen-call.ts';
import { missingPath } from './found-path.ts';

/** What was taken in place of a file or a folder that is not there, as the calls after it show. */

/** A longer output may be kept in part. */
const WHOLE_MAX = 1500;
const LISTS = /^(?:ls|find|fd)$/;
const LOOKS = /^(?:ls|find|fd|tree|rg|grep|git)$/;
const FOUND_NOTHING = /^(?:No (?:files|matches) found|\(?no output\)?|0 matches)/i;
const PATH = /(?:[\w@.+~-]*\/)*[\w@+-][\w@.+-]*\.\w{1,6}(?=$|[\s:'"])/g;

const folderOf = (path: string): string => path.replace(/\/?[^/]*$/, '');
const endingOf = (path: string): string => /\.\w+$/.exec(baseName(path))?.[0] ?? '';
const stemOf = (path: string): string => baseName(path).replace(/\.\w+$/, '');

/** True where two folders are one, the one named from nearer by than the other; neither is the root of it all. */
function isOneFolder(a: string, b: string): boolean {
  const [long, short] = a.length < b.length ? [b, a] : [a, b];
  const bare = short.replace(/^\.\//, '');
  return bare === '' || bare === '.' ? long === short : long === bare || long.endsWith(`/${bare}`);
}

/** True for a file beside the missing one that can stand in for it: of its kind, or of its name. */
function isBeside(path: string, missing: string): boolean {
  if (path === missing || !isOneFolder(folderOf(path), folderOf(missing))) return false;
  if (stemOf(path) === stemOf(missing)) return true;
  return endingOf(path) === endingOf(missing) && isTestFile(path) === isTestFile(missing);
}

/** True for a file that was read in place of the missing one: of a guessed test also what tests share, but not what it would test. */
const isReadInstead = (path: string, missing: string): boolean =>
  isBeside(path, missing) ||
  (isTestFile(missing) &&
    isOneFolder(folderOf(path), folderOf(missing)) &&
    endingOf(path) === endingOf(missing) &&
    !stemOf(missing).startsWith(stemOf(path)));

/** The files that a call was made to read. */
function filesRead({ tool, target, parts }: SeenCall): string[] {
  if (tool === 'Read' || tool === 'Grep') return [target];
  return parts.flatMap(({ program, args }) =>
    FILE_READERS.test(program) ? args.filter((arg) => /\.\w+$/.test(arg)) : [],
  );
}

/** True for a call that says which files there are, or which hold something. */
const isLooking = ({ tool, parts }: SeenCall): boolean =>
  tool === 'Glob' || tool === 'Grep' || parts.some(({ program }) => LOOKS.test(program));

/** The only file beside the missing one that a listing shows; undefined where it shows more, or may not be whole. */
function onlyListed(call: SeenCall, output: string, missing: string): string | undefined {
  const lists = call.parts.find(({ program }) => LISTS.test(program));
  if ((call.tool !== 'Glob' && !lists) || output.length > WHOLE_MAX) return undefined;
  const folder = folderOf(missing);
  const isIn =
    lists?.program === 'ls' && lists.args.some((arg) => isOneFolder(arg.replace(/\/$/, ''), folder));
  const paths = (output.match(PATH) ?? []).map((path) =>
    isIn && !path.includes('/') ? `${folder}/${path}` : path,
  );
  const beside = new Set(paths.filter((path) => isBeside(path, missing)));
  const [only] = beside;
  return beside.size === 1 ? only : undefined;
}

/** Many folders have a file of this name. */
const COMMON = /^(?:index|main|mod|lib|readme|package|__init__|types|utils?|config|makefile)\b/i;

/** True for the missing file itself, read from another folder. */
function isItself(path: string, missing: string): boolean {
  const name = baseName(missing);
  return baseName(path) === name && !COMMON.test(name) && !path.endsWith(missing) && !missing.endsWith(path);
}

/** True where the same search was then made elsewhere, and found something. */
function searchedElsewhere(open: OpenFailure, call: SeenCall, output: string): boolean {
  if (open.call.tool !== 'Grep' || call.tool !== 'Grep') return false;
  const sought = open.call.input['pattern'];
  return sought !== undefined && sought === call.input['pattern'] && !FOUND_NOTHING.test(output.trim());
}

/** Notes what a call that worked took in place of the missing path: the one file beside it that a listing shows, or the one that was read after it. */
export function noteTaken(open: OpenFailure, call: SeenCall, output: string): void {
  if (open.kind !== 'missing-path' || open.taken?.read || call.line <= open.resultLine) return;
  const missing = missingPath(open).replace(/\/$/, '');
  if (missing === '') return;
  if (endingOf(missing) === '') {
    if (searchedElsewhere(open, call, output)) open.taken = { path: call.target || '.', read: true };
    return;
  }
  const files = filesRead(call);
  const moved = files.find((path) => isItself(path, missing));
  if (moved !== undefined) open.foundAt ??= moved;
  const beside = open.taken ? files.find((path) => isReadInstead(path, missing)) : undefined;
  if (beside !== undefined) open.taken = { path: beside, read: true };
  else if (isLooking(call))
    open.taken = { path: onlyListed(call, output, missing) ?? open.taken?.path ?? '', read: false };
}
