/** How a command line provides for the failure of what it runs. */

const FORGIVES = /\|\|\s*(?:echo|true|:|printf)\b|\|\| *\(|\bset \+e\b/;
const THROWS_AWAY = /2>\s*\/dev\/null/;
/** It is not told whether there was anything to end: no word of what was run before. */
const ENDS_QUIETLY = /\b(?:kill|pkill|killall|wait)\b[^|;&\n]{0,80}2>\s*\/dev\/null/g;
const KEEPS_GOING = /\|\|\s*(?:true|:)(?=\s*(?:$|[;&\n)]))/g;

/** True where something stands in for a failure. */
export const isForgiven = (command: string): boolean => FORGIVES.test(command);

/** The same, or its errors are thrown away. */
export const isTolerated = (command: string): boolean =>
  isForgiven(command) || THROWS_AWAY.test(command.replace(ENDS_QUIETLY, ''));

/** The same of what did not start at all: `|| true` only keeps the call from failing, while its errors are to be seen. */
export const isStartTolerated = (command: string): boolean => isTolerated(command.replace(KEEPS_GOING, ''));

/** The last of the commands that stand one behind the other. */
export const lastStatement = (command: string): string =>
  command.slice(1 + Math.max(command.lastIndexOf(';'), command.lastIndexOf('\n')));

/** What stands in front of its complaint: a program, or the script that it runs. */
const SPEAKER = /^((?:\.{1,2}\/)?[\w./-]{3,60}): /;

/** Those of a command's statements that name who speaks in a line; all of it where none does. */
export function namedStatements(command: string, line: string): string {
  const name = SPEAKER.exec(line)?.[1];
  if (name === undefined || !command.includes(name)) return command;
  return command
    .split(/[;\n]/)
    .filter((statement) => statement.includes(name))
    .join(';');
}
