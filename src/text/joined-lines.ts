/** A command whose lines end in a backslash, as the shell reads it: on one line. */
export const joinedLines = (command: string): string =>
  command.includes('\\\n')
    ? command.replace(/[ \t]*\\\n[ \t]*/g, (gap) => (/[ \t]/.test(gap) ? ' ' : ''))
    : command;
