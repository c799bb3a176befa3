import { baseName } from '../../../inject/paths.ts';
import { commonEnds } from '../../../text/similarity.ts';
import type { OpenFailure, SeenCall } from '../../failure-state.ts';
import { FILE_READERS } from '../../shell/programs.ts';
import { isTestFile } from '../edits.ts';
import { withParts } from '../seen-call.ts';

/** A path that is not there: which, where it is, what it is called there, and what was taken in its place. */

const OUTPUT_MAX = 65_536;
const MATCHES_MAX = 40;
const NAME_CHARS_MIN = 4;
/** How programs name a path that is not there. */
const MISSING =
  /(?:cannot (?:access|open|stat) )?[`'"‘]?([^\s`'"’:]*[\w-]\.\w{1,5})[`'"’]?: No such file|no such file or directory: [`'"]?([^\s`'"]+)|, open '([^']+)'|['‘]([\w./-]+\.\w+)['’] does not exist/i;

/** What it holds in any case: looking for that costs less. */
const MAY_MISS = /no such file|, open '|does not exist/i;

/** The folders before a name, where they begin behind a space, a quote or a bracket. */
const BEFORE = /(?:^|[\s"'`(=])([\w@.+~/-]*)$/;

/** The path that was not there; empty where none is named. */
export function missingPath({ call, salient }: Pick<OpenFailure, 'call' | 'salient'>): string {
  if (call.tool !== 'Bash') return call.target;
  const match = MAY_MISS.test(salient) ? MISSING.exec(salient) : null;
  return match?.slice(1).find((path) => path !== undefined) ?? '';
}

/** Notes where a later output shows the file that was not found, if it shows just one of that name. */
export function noteFound(open: OpenFailure, output: string): void {
  if (open.kind !== 'missing-path' || open.foundAt !== undefined) return;
  const missing = missingPath(open);
  const name = baseName(missing);
  if (name.length < NAME_CHARS_MIN || !name.includes('.')) return;
  const text = output.slice(0, OUTPUT_MAX);
  const found = new Set<string>();
  let at = text.indexOf(`/${name}`);
  for (let tries = 0; at >= 0 && tries < MATCHES_MAX; tries++) {
    const end = at + 1 + name.length;
    const start = BEFORE.exec(text.slice(Math.max(0, at - 200), at))?.[1];
    if (start !== undefined && !/[\w./-]/.test(text[end] ?? ' '))
      found.add(`${start}/${name}`.replace(/^\.\//, ''));
    at = text.indexOf(`/${name}`, end);
  }
  const [path] = found;
  if (found.size !== 1 || !path || missing.endsWith(path)) return;
  // The same path, named from the root: only folders that a relative one lacks make it another.
  if (!path.endsWith(missing) || !/^[/~]/.test(path)) open.foundAt = path;
}

/** A longer output may be kept in part. */
const WHOLE_MAX = 4000;
/** More files than these tell nothing of a folder. */
const BESIDE_MAX = 6;
const LISTS = /^(?:ls|find|fd)$/;
const LOOKS = /^(?:ls|find|fd|tree|rg|grep|git)$/;
const FOUND_NOTHING = /^(?:No (?:files|matches) found|\(?no output\)?|0 matches)/i;
const PATH = /(?:[\w@.+~-]*\/)*\.?[\w@+-][\w@.+-]*\.\w{1,6}(?=$|[\s:'"])/g;

const folderOf = (path: string): string => path.replace(/\/?[^/]*$/, '');
const endingOf = (path: string): string => /\.\w+$/.exec(baseName(path))?.[0] ?? '';
const stemOf = (path: string): string => baseName(path).replace(/\.\w+$/, '');

/** A bare name with the folder that it is looked for in. */
const fromRoot = (path: string, cwd: string | null): string =>
  path === '' || path.includes('/') || !cwd ? path : `${cwd}/${path}`;

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

/** The files beside the missing one that a listing shows; none where it shows more than a few, or may not be whole. */
function listedBeside(call: SeenCall, output: string, missing: string): string[] {
  const lists = call.parts.find(({ program }) => LISTS.test(program));
  if ((call.tool !== 'Glob' && !lists) || output.length > WHOLE_MAX) return [];
  const folder = folderOf(missing);
  const isIn =
    lists?.program === 'ls' && lists.args.some((arg) => isOneFolder(arg.replace(/\/$/, ''), folder));
  const paths = (output.match(PATH) ?? []).map((path) =>
    isIn && !path.includes('/') ? `${folder}/${path}` : path,
  );
  const beside = [...new Set(paths.filter((path) => isBeside(path, missing)))];
  return beside.length > BESIDE_MAX ? [] : beside;
}

/** Many folders have a file of this name. */
const COMMON = /^(?:index|main|mod|lib|readme|package|__init__|types|utils?|config|makefile)\b/i;

/** True for the missing file itself, read from another folder. */
function isItself(path: string, missing: string): boolean {
  const name = baseName(missing);
  return baseName(path) === name && !COMMON.test(name) && !path.endsWith(missing) && !missing.endsWith(path);
}

const foundNothing = (output: string): boolean => FOUND_NOTHING.test(output.trim());

/** True for a search that was in vain, too. */
export const searchedInVain = ({ tool }: SeenCall, output: string): boolean =>
  (tool === 'Glob' || tool === 'Grep') && foundNothing(output);

/** True where the same search was then made elsewhere, and found something. */
function searchedElsewhere(open: OpenFailure, call: SeenCall, output: string): boolean {
  if (open.call.tool !== 'Grep' || call.tool !== 'Grep') return false;
  const sought = open.call.input['pattern'];
  return sought !== undefined && sought === call.input['pattern'] && !foundNothing(output);
}

/** Notes what a call that worked took in place of the missing path: the one file beside it that a listing shows, or the one that was read after it. */
export function noteTaken(open: OpenFailure, worked: SeenCall, output: string): void {
  if (open.kind !== 'missing-path' || open.taken?.read || worked.line <= open.resultLine) return;
  const call = withParts(worked);
  const missing = fromRoot(missingPath(open).replace(/\/$/, ''), open.call.cwd);
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
  else if (isLooking(call)) {
    const [path, ...others] = listedBeside(call, output, missing);
    if (path !== undefined) open.taken = { path, read: false, others: others.map(baseName) };
    else open.taken ??= { path: '', read: false };
  }
}

/** One name in a path for another: what was given, and what is there. */
interface PathSlip {
  was: string;
  is: string;
  folder: boolean;
}

/** The one name by which a path that is not there differs from the path that then worked; null where more differs. */
export function pathSlip({ call, correction }: OpenFailure): PathSlip | null {
  if (!correction || call.tool === 'Bash' || correction.tool !== call.tool) return null;
  const [before, after] = [call.target.split('/'), correction.target.split('/')];
  if (before.length !== after.length) return null;
  const differing = before.flatMap((part, index) => (part === after[index] ? [] : [index]));
  const at = differing[0];
  if (at === undefined || differing.length > 1) return null;
  const [was, is] = [before[at]!, after[at]!];
  const folder = at < before.length - 1;
  return folder || isNear(was, is) ? { was, is, folder } : null;
}

/** True where all but two letters are the same, from both ends. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 4) return false;
  const { start, end } = commonEnds(a, b);
  return Math.max(a.length, b.length) - start - end <= 2;
}
