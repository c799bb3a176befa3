/** How a command line provides for the failure of what it runs. */

const FORGIVES = /\|\|\s*(?:echo|true|:|printf)\b|\|\| *\(|\bset \+e\b/;
const THROWS_AWAY = /2>\s*\/dev\/null/;
const KEEPS_GOING = /\|\|\s*(?:true|:)(?=\s*(?:$|[;&\n)]))/g;

/** True where something stands in for a failure. */
export const isForgiven = (command: string): boolean => FORGIVES.test(command);

/** The same, or its errors are thrown away. */
export const isTolerated = (command: string): boolean => isForgiven(command) || THROWS_AWAY.test(command);

/** The same of what did not start at all: `|| true` only keeps the call from failing, while its errors are to be seen. */
export const isStartTolerated = (command: string): boolean => isTolerated(command.replace(KEEPS_GOING, ''));

/** The last of the commands that stand one behind the other. */
export const lastStatement = (command: string): string =>
  command.slice(1 + Math.max(command.lastIndexOf(';'), command.lastIndexOf('\n')));
