import { type Inner, lineAt } from './inner.ts';
import { programName, SHELLS, SYSTEM_PROGRAMS } from './programs.ts';
import { wrapperOf } from './wrapper-table.ts';

const ENTER = /^(?:enter|kpenter|c-[mj])$/i;
/** The same as `screen` is told it. */
const ENTERED = /(?:\\[nr]|\\01[25]|\^M|[\r\n])$/;

/**
 * What `tmux send-keys -t 0 'git push' Enter` and `screen -X stuff 'git push\n'` type, where it begins as command lines
 * do, and not into an editor.
 */
export function typedCommand(values: readonly string[], at: number, program: string): Inner[] {
  const verb = values.slice(at, at + 9).findIndex((value) => /^(?:send(?:-keys)?|stuff)$/.test(value));
  let text = values.length - 1;
  while (ENTER.test(values[text] ?? '')) text--;
  const entered = text < values.length - 1 || (program === 'screen' && ENTERED.test(values[text]!));
  if (verb < 0 || !entered || text <= at + verb) return [];
  if (values.slice(at, text).some((value) => /vim|nano|emacs|edit/i.test(value))) return [];
  const first = programName(/^\S{0,100}/.exec(values[text]!)![0]);
  const known =
    first === 'cd' || SYSTEM_PROGRAMS.has(first) || SHELLS.has(first) || wrapperOf(first) !== undefined;
  return known ? [lineAt(text, program)] : [];
}
