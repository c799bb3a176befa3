import { anyOf } from './any-of.ts';

/** How a shell begins what it says: `bash: line 3: `, `/bin/sh: 1: `, `-zsh: `, `zsh:1: `, `(eval):cd:1: `, `deploy.sh: line 3: `. */
const SHELL =
  /(?:(?:\S*\/)?(?:-?(?:ba|z|da|k|fi)?sh|[\w.-]+\.sh)|\(eval\)):(?:\w*:?\d+:)? ?(?:-c: )?(?:(?:line )?\d+: )?/;

/** A pattern for messages of any shell, each told without how it begins. */
export const shellSays = (messages: readonly RegExp[], flags = ''): RegExp =>
  anyOf(messages, { before: new RegExp(`^${SHELL.source}`), flags });
/** The same where another program may say it, or where it stands alone. */
export const shellMaySay = (messages: readonly RegExp[]): RegExp =>
  anyOf(messages, { before: new RegExp(`^(?:${SHELL.source}|env: )?`) });

/** Calls what cannot be run by its path: a folder, a document, a script that is not executable. */
export const NOT_RUN = shellSays([
  /(\S*\/\S+): (?:Is a directory|Permission denied)$/,
  /permission denied: (\S*\/\S+)$/,
]);
/** Takes an option for a program, since a line break has cut it off from its command. */
export const RUNS_OPTION = anyOf([
  /command not found: (-\S+)/,
  shellSays([/(-\S+): (?:command )?not found/]),
]);

/** What a shell was to run and did not find, a program or its path; undefined where it says that of none. */
export const notFound = (text: string): string | undefined =>
  (/command not found: ([\w./-]+)/.exec(text) ?? /([\w./-]+): command not found/.exec(text))?.[1];
/** That it did not find one program, as the source of a pattern. */
export const notFoundOf = (program: string): string =>
  `(?:command not found: ${program}(?:\\s|$)|(?:^|[\\s:])${program}: (?:command )?not found)`;
