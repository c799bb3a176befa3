import { shellSays } from '../../text/shell-says.ts';
import type { ShellPart } from './shell.ts';

/** The words that a shell refuses before it runs a part: a glob that meets nothing, zsh's `=name`. */
const EXPANDED = /[*?[]|==/;
const UNMATCHED = shellSays(
  [/no match(?:es found)?: (\S+)/, /(={1,80}) not found/, /No matches for wildcard [`'"“‘]([^'"”’]+)/],
  'm',
);
/** What a shell says of a program that it does not find, between the outputs of others. */
const NO_PROGRAM = shellSays([/command not found: (\S+)$/, /([^\s:]+): (?:command )?not found$/], 'm');
const TEXT_CHARS_MAX = 16_000;
const PROGRAM_CHARS_MAX = 4000;
/** What stands in for a part that did not run. */
const ALTERNATIVE = /\|\|/;
/** Asks whether a program is there. */
export const ASKS_FOR_PROGRAM = /(?<![\w-])(?:which|command -v|type|whereis|hash)\b/;

/** True for a message of a shell, which speaks of the line that it was given: it says the same of one line in many words. */
export const saidByShell = (message: string): boolean =>
  /^(?:\(eval\)|(?:\/\S+\/)?-?(?:ba|da|k|z)?sh):/.test(message);

/**
 * True where the shell itself says in an output, wherever it stands, that it did not run a part of the command. What
 * other parts print, that they passed, or that errors go to `/dev/null`, says nothing against it.
 */
export function shellRefused(command: string, text: string, parts: () => ShellPart[]): boolean {
  if (text.length > TEXT_CHARS_MAX) return false;
  if (EXPANDED.test(command) && (text.includes('o match') || text.includes('= not found'))) {
    const match = UNMATCHED.exec(text);
    const word = match?.[1] ?? match?.[2] ?? match?.[3];
    // An option is no question for files: with an alternative, too, its program did not run.
    if (word !== undefined && command.includes(word))
      return word.startsWith('-') || !ALTERNATIVE.test(command);
  }
  if (text.length > PROGRAM_CHARS_MAX || !text.includes(' not found')) return false;
  const match = NO_PROGRAM.exec(text);
  const name = match?.[1] ?? match?.[2];
  return (
    name !== undefined &&
    !ALTERNATIVE.test(command) &&
    !ASKS_FOR_PROGRAM.test(command) &&
    parts().some((part) => part.program === name || (part.via !== '' && command.includes(`${name} `)))
  );
}
