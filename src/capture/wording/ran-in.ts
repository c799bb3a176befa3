import { baseName, normalisePath } from '../../inject/paths.ts';
import type { OpenFailure } from '../failure-state.ts';
import type { ShellPart } from '../shell/shell.ts';
import { code, placeName } from './prose.ts';
import { type Account, shortest } from './shapes/shape.ts';

/** Where a call ran. */
export const placeOf = ({ input: { workdir }, cwd }: OpenFailure['call']): string =>
  typeof workdir === 'string' ? workdir : (cwd ?? '');

/** Where a part of a command line runs: the last folder gone to before it, or the folder of the call. */
export function folderOf(call: OpenFailure['call'], part: ShellPart | null): string {
  const before = call.parts.slice(0, part ? Math.max(0, call.parts.indexOf(part)) : 0);
  const gone = before.findLast(({ program }) => program === 'cd')?.args[0];
  return gone ?? placeOf(call);
}

/** What holds for the folder that a command ran in, as a summary: which folder, where it is not that of the session. */
export function saidOfFolder(said: string, { open: { call }, part }: Account): string {
  const at = part?.program === 'git' ? part.args.indexOf('-C') : -1;
  const given = part && at >= 0 ? part.args[at + 1]! : folderOf(call, part);
  const cwd = call.cwd ?? '';
  const folder = normalisePath(/^[/~$]|^[A-Za-z]:/.test(given) ? given : `${cwd}/${given}`);
  if (given === '' || folder === normalisePath(cwd)) return `${said} here`;
  return shortest(
    `${said} in ${code(placeName(folder, cwd))}`,
    `${said} in ${code(baseName(folder))}`,
    `${said} there`,
  );
}
