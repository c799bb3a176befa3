import { singleQuoted } from '../../text/shell-quote.ts';
import type { CompletedCommand } from './offers.ts';
import { askedFor, casePattern, flagsOf, placesOf, secondWords, valuedOf } from './words.ts';

/** What parts bash from zsh in the tables of a completion. */
export interface Dialect {
  /** A list as the value of a variable. */
  list: (words: readonly string[]) => string;
  /** Index of the first word behind the program's name. */
  first: number;
}

/** For each first word, the second ones. */
export const moreCases = (commands: CompletedCommand[], { list }: Dialect): string =>
  [...secondWords(commands)].map(([first, seconds]) => `    ${first}) more=${list(seconds)} ;;`).join('\n');

/** Commands of so many words, each with its flags and where what follows it begins. */
export function commandCases(commands: CompletedCommand[], length: number, { list, first }: Dialect): string {
  return commands
    .flatMap((command) => {
      const typed = [command.words, ...command.aliases].filter((words) => words.length === length);
      if (typed.length === 0) return [];
      const pattern = typed.map((words) => singleQuoted(words.join(' '))).join('|');
      const values = [
        `command=${singleQuoted(command.words.join(' '))}`,
        `flags=${list(flagsOf(command))}`,
        `valued=${list(valuedOf(command))}`,
        `at=${length + first}`,
      ];
      return `      ${pattern}) ${values.join(' ')} ;;`;
    })
    .join('\n');
}

/** What each place of each command is offered. */
export function placeCases(commands: CompletedCommand[], { list }: Dialect): string {
  const cases = commands.flatMap((command) =>
    placesOf(command).map((place) => {
      const { words, files, isList } = place.offer;
      const asked = askedFor(place.offer);
      const values = [
        words.length > 0 && `offered=${list(words)}`,
        asked !== null && `ask=${asked.kind} wanted=${singleQuoted(asked.status)}`,
        files && 'files=yes',
        isList && 'list=yes',
      ];
      return `    ${casePattern(place, command.words.join(' '))}) ${values.filter(Boolean).join(' ')} ;;`;
    }),
  );
  return cases.join('\n');
}
