import { RESPELLED, spellingsOf } from '../inject/quick-tokens.ts';
import { isWordCode } from '../text/tokens.ts';
import { holdsWord, searchable } from '../text/words-in.ts';

/** What the shell takes out of words; and where that stands inside one. */
const JOINTS = /\\\n|['"`\\]/g;
const INSIDE = /(?<=\w)(?:\\\n|['"`\\])+(?=\w)/g;
/** Two unlike joints around one word: one may be taken out and the other not. */
const MIXED = /\w((?:['"\\]|\\\n)+)\w+(?!\1\w)(?:['"\\]|\\\n)+\w/;
/** Expansions that touch a word, which they are joined with. */
const EXPANDED =
  /\{[^\s{}]*(?:,|\.\.)|\$\{?IFS|\$['"]|\w['"\\]*\$[\w{]|\$\w+(?:['"\\]*\$|['"\\]+\w)|\}['"\\]*[\w$]|\w['"\\]*`['"\\]*\w/;
/** What a shell of Windows takes out of words, and how its scripts begin that do not name it. */
const CARET = /[\w'"\\]\^[\w'"\\]/;
const BATCH_START = /^\s*(?:@|for\s)/i;
/** Commands that are fetched, and run by a shell that is not named. */
const FETCHED = /\|\s*(?:env\s|sudo\s|[\w./-]*\/)?[a-z]*sh\b/;
const RUNS_TEXT = /\b(?:eval|source)\b|(?:^|[^\w.-])\.(?![\w./-])/;
const SUBSTITUTION = /\$\(|`|<\(/;
/** What the shell view reads the printed text of, escapes and all. */
const PRINTS = /\b(?:echo|printf|eval)\b/;
/** That which runs what a substitution gives, where it is not named. */
const RUNNER = '\nbash';
const OTHER_SHELL = /\b(?:pwsh|powershell|setlocal)\b|\b(?:cmd|rem|exist)(?:\.exe)?["']?\s/i;

/**
 * A text that holds every word of a shell command that a pattern may require, and some more, without the shell view;
 * null where only the view can tell. For `holdsWord`. A test holds this against the shell view.
 */
export function looseText(command: string): string | null {
  if (MIXED.test(command) || EXPANDED.test(command) || FETCHED.test(command) || OTHER_SHELL.test(command))
    return null;
  if (CARET.test(command) && BATCH_START.test(command)) return null;
  const isRun = SUBSTITUTION.test(command) && RUNS_TEXT.test(command);
  if (isRun && PRINTS.test(command)) return null;
  let words = isRun ? command + RUNNER : command;
  for (const run of joinedRuns(command)) words += `\n${run.replace(JOINTS, '')}`;
  const text = searchable(words);
  const known = { has: (word: string) => holdsWord(text, word) };
  return RESPELLED.some(known.has) ? null : text + spellingsOf(known);
}

/** Words with joints inside, as they stand. */
function* joinedRuns(command: string): Iterable<string> {
  let end = 0;
  for (const { index } of command.matchAll(INSIDE)) {
    if (index < end) continue;
    let start = index;
    while (start > 0 && isOfRun(command, start - 1)) start -= 1;
    end = index;
    while (end < command.length && isOfRun(command, end)) end += 1;
    yield command.slice(start, end);
  }
}

/** A word character, a joint, or the end of a continued line. */
function isOfRun(command: string, at: number): boolean {
  const char = command[at] as string;
  return (
    isWordCode(command.charCodeAt(at)) ||
    `'"\`\\`.includes(char) ||
    (char === '\n' && command[at - 1] === '\\')
  );
}

/** Expansions of any kind, and the escapes of Windows shells. */
const CHANGES_WORDS = /[$`{}^%]/;

/**
 * A command without its quotes and escapes, in which every word stands that a pattern sees and that has a letter and no
 * quote or escape in it; null where words may be expanded or spelled in another way. A test holds this against the
 * shell view.
 * @param words of the command, as `looseText` gives them
 */
export function unquotedText(command: string, words: string): string | null {
  if (CHANGES_WORDS.test(command) || spellingsOf({ has: (word) => holdsWord(words, word) }) !== '')
    return null;
  return command.replace(JOINTS, '');
}
