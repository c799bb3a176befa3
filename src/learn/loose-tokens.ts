import { addSpellings, RESPELLED } from '../inject/quick-tokens.ts';
import { addTokens, isWordCode } from '../text/tokens.ts';

/** What the shell takes out of words; and where that stands inside one. */
const JOINTS = /\\\n|['"`\\]/g;
const INSIDE = /(?<=\w)(?:\\\n|['"`\\])+(?=\w)/g;
/** Two unlike joints around one word: one may be taken out and the other not. */
const MIXED = /\w((?:['"\\]|\\\n)+)\w+(?!\1\w)(?:['"\\]|\\\n)+\w/;
/** Expansions that touch a word, which they are joined with, and what Windows shells take out. */
const EXPANDED =
  /\{[^\s{}]*(?:,|\.\.)|\$\{?IFS|\$['"]|\w['"\\]*\$[\w{]|\$\w+(?:['"\\]*\$|['"\\]+\w)|\}['"\\]*[\w$]|\w['"\\]*`['"\\]*\w|[\w'"\\]\^[\w'"\\]/;
/** Commands that are fetched, and run by a shell that is not named. */
const FETCHED = /\|\s*(?:env\s|sudo\s|[\w./-]*\/)?[a-z]*sh\b/;
const RUNS_TEXT = /\b(?:eval|source)\b|(?:^|[^\w./-])\.(?![\w./-])/;
const SUBSTITUTION = /\$\(|`|<\(/;
const OTHER_SHELL = /\b(?:pwsh|powershell|setlocal)\b|\b(?:cmd|rem|exist)(?:\.exe)?["']?\s/i;

/**
 * Every word of a shell command that a pattern may require, and some more, without the shell view; null where only
 * the view can tell. A test holds this against the shell view.
 */
export function looseTokens(command: string): Set<string> | null {
  if (MIXED.test(command) || EXPANDED.test(command) || FETCHED.test(command) || OTHER_SHELL.test(command))
    return null;
  if (SUBSTITUTION.test(command) && RUNS_TEXT.test(command)) return null;
  const tokens = new Set<string>();
  addTokens(command, tokens);
  for (const run of joinedRuns(command)) addTokens(run.replace(JOINTS, ''), tokens);
  for (const word of RESPELLED) if (tokens.has(word)) return null;
  addSpellings(tokens);
  return tokens;
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
