import { type Inner, lineAt } from './inner.ts';
import { programName, SHELLS, SYSTEM_PROGRAMS } from './programs.ts';
import { wrapperOf } from './wrapper-table.ts';

const ENTER = /^(?:enter|kpenter|c-[mj])$/i;

/** What `tmux send-keys -t 0 'git push' Enter` types, where it begins as command lines do, and not into an editor. */
export function typedCommand(values: readonly string[], at: number): Inner[] {
  const verb = values.slice(at, at + 6).findIndex((value) => /^send(?:-keys)?$/.test(value));
  let text = values.length - 1;
  while (ENTER.test(values[text] ?? '')) text--;
  if (verb < 0 || text === values.length - 1 || text <= at + verb) return [];
  if (values.slice(at, text).some((value) => /vim|nano|emacs|edit/i.test(value))) return [];
  const program = programName(/^\S{0,100}/.exec(values[text]!)![0]);
  const known =
    program === 'cd' ||
    SYSTEM_PROGRAMS.has(program) ||
    SHELLS.has(program) ||
    wrapperOf(program) !== undefined;
  return known ? [lineAt(text, 'tmux send-keys')] : [];
}
