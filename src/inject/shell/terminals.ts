import { type Inner, lineAt } from './inner.ts';
import { programName, SHELLS, SYSTEM_PROGRAMS } from './programs.ts';
import { wrapperOf } from './wrapper-table.ts';

/** What a new window or session starts: its last argument, if that is a command line, or the words that follow `--`. */
export function terminalCommand(values: readonly string[], at: number, program: string): Inner[] {
  const last = values.length - 1;
  if (program === 'tmux' && values.slice(at + 1, at + 3).some((value) => /^send(?:-keys)?$/.test(value)))
    return typedCommand(values, at);
  const starts =
    program === 'screen' ||
    values
      .slice(at + 1, at + 4)
      .some((value) => /^(?:new|neww|new-\w+|split-window|splitw|respawn-\w+)$/.test(value));
  if (!starts || last <= at + 1) return [];
  return /\s/.test(values[last]!) ? [lineAt(last, program)] : [];
}

/** What `tmux send-keys -t 0 'git push' Enter` types, where it begins as command lines do, and not into an editor. */
function typedCommand(values: readonly string[], at: number): Inner[] {
  const text = values.length - 2;
  if (text <= at + 1 || !/^(?:Enter|KPEnter|C-m)$/.test(values.at(-1)!)) return [];
  if (values.slice(at, text).some((value) => /vim|nano|emacs|edit/i.test(value))) return [];
  const program = programName(/^\S{0,100}/.exec(values[text]!)![0]);
  const known =
    program === 'cd' ||
    SYSTEM_PROGRAMS.has(program) ||
    SHELLS.has(program) ||
    wrapperOf(program) !== undefined;
  return known ? [lineAt(text, 'tmux send-keys')] : [];
}
