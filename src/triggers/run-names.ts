import { NAME_END, WORD_START } from './pattern-words.ts';

/** Where a command begins in a line as it is written. */
export const COMMAND_START = '(?:^|[;&|(\\n]\\s*)';
/** The same with a setting before the program, or a word of the shell. */
export const LED_START = `${COMMAND_START}(?:(?:\\w{1,40}=\\S*|do|then|sudo|time)\\s+)?`;

const STRING = `(?:'[^']*'|"[^"]*")`;
/** From the beginning of a line to where no quote is open, past one string. */
export const OUTSIDE_QUOTES = `^[^'"]*(?:${STRING}[^'"]*)?`;
/** Words of one command up to where no quote is open, past one string. */
export const OWN_WORDS = `[^'"|;&\\n]*(?:${STRING}[^'"|;&\\n]*)?`;

const NAMES = /^(?:[\w-]|\\[.+-])+(?:\\s\+[\w-]+)*(?=\(\?!)/;

/**
 * The names of a command, `gh api`, that a pattern of the raw line begins with, as `called` writes them: it meets a line
 * that runs such a command, not one that quotes it. Undefined where it begins otherwise.
 */
export function runNames(source: string): string | undefined {
  const start = [LED_START, COMMAND_START, WORD_START].find((each) => source.startsWith(each));
  if (start === undefined) return undefined;
  const rest = source.slice(start.length);
  const names = NAMES.exec(rest)?.[0];
  if (names === undefined || !rest.startsWith(NAME_END, names.length)) return undefined;
  return names.replaceAll('\\s+', ' ').replaceAll('\\', '');
}
