import type { ShellView } from './types.ts';

/** What would be executed by a POSIX shell. Pure, linear, never throws. */
export function shellView(command: string): ShellView {
  return {
    commands: [
      { program: command.trim().split(/\s/)[0] ?? '', text: command, args: [], start: 0, via: 'top' },
    ],
    masked: command,
  };
}
