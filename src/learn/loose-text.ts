import { CUT_OPTIONS, RESPELLED, spellingsOf } from '../inject/quick-tokens.ts';
import { anyOf } from '../text/any-of.ts';
import { isWordCode } from '../text/tokens.ts';
import { holdsWord, searchable } from '../text/words-in.ts';

/** Without one of these, nothing is expanded: most commands have none. */
const EXPANDS = /[{$`]/;
/** What the shell takes out of words; and where that stands inside one. */
const JOINTS = /\\\n|['"`\\]/g;
const INSIDE = /(?<=\w)(?:\\\n|['"`\\])+(?=\w)/g;
/** All commands with joints inside words, and few others. */
const MAY_JOIN = /['"`\\](?<=\w['"`\\])['"`\\\n]*\w/;
/** Two unlike joints around one word: one may be taken out and the other not. */
const MIXED = /\w((?:['"\\]|\\\n)+)\w+(?!\1\w)(?:['"\\]|\\\n)+\w/;
/** Expansions that touch a word, which they are joined with: each by the character that only few commands have. */
const EXPANDED = anyOf([
  /\{[^\s{}]*(?:,|\.\.)(?:[^\s{}'"\\]|\\.|"[^"]*"|'[^']*'|\{[^{}]*\})*\}/,
  /\$\{?IFS|\$['"]|\$[\w{](?<=\w['"\\]*\$.)|\$\w+(?:['"\\]*\$|['"\\]+\w)|\$\{[^}]*\}+['"\\]*[\w$]/,
  /`(?<=\w['"\\]*`)['"\\]*\w/,
]);
/** What a shell of Windows takes out of words, and how its scripts begin that do not name it. */
const CARET = /[\w'"\\]\^[\w'"\\]/;
const BATCH_START = /^\s*(?:@|for\s)/i;
/** Commands that are fetched, and run by a shell that is not named. */
const FETCHED = /\|\s*(?:env\s|sudo\s|[\w./-]*\/)?[a-z]*sh\b/;
/** What code removes a folder with, and decodes a text: the shell view tells of it as a command. */
const TOLD_AS_COMMAND =
  /\b(?:rmtree|remove_tree|rm_rf|rmSync|rimraf(?:Sync)?|atob|Buffer|b64decode|decode64|base64_decode|decode_base64)\b/;
const RUNS_TEXT = /\b(?:eval|source)\b|(?:^|[^\w.-])\.(?![\w./-])/;
const SUBSTITUTION = /\$\(|`|<\(/;
/** What the shell view reads the printed text of, escapes and all. */
const PRINTS = /\b(?:echo|printf|eval)\b/;
/** That which runs what a substitution gives, where it is not named. */
const RUNNER = '\nbash';
const OTHER_SHELL =
  /\b(?:pwsh|powershell)\b|\bcmd(?:\.exe)?\b.*\s["']?\/\/?[ck]\b|^\s*@?(?:rem\b|setlocal\b|if\s+(?:not\s+)?exist\b)/is;

/**
 * A text that holds every word of a shell command that a pattern may require, and some more, without the shell view;
 * null where only the view can tell. For `holdsWord`. A test holds this against the shell view.
 */
export function looseText(command: string): string | null {
  const mayJoin = MAY_JOIN.test(command);
  if (mayJoin && MIXED.test(command)) return null;
  if (EXPANDS.test(command) && EXPANDED.test(command)) return null;
  if (FETCHED.test(command) || OTHER_SHELL.test(command) || TOLD_AS_COMMAND.test(command)) return null;
  if (CARET.test(command) && BATCH_START.test(command)) return null;
  const isRun = SUBSTITUTION.test(command) && RUNS_TEXT.test(command);
  if (isRun && PRINTS.test(command)) return null;
  let words = isRun ? command + RUNNER : command;
  if (mayJoin) for (const run of joinedRuns(command)) words += `\n${run.replace(JOINTS, '')}`;
  const text = searchable(words);
  const known = { has: (word: string) => holdsWord(text, word) };
  return RESPELLED.some(known.has) ? null : `${text} ${CUT_OPTIONS}${spellingsOf(known)}`;
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

/** Braces, what other shells take out, substitutions in old style. */
const CHANGES_WORDS = /[`%]|(?<!\$)\{|\$\{(?!\w+\})/;
/** A value that is joined with what stands beside it. */
const JOINED_VALUE = /[^\s"'(;|&<>]["']*\$|(?:\$\{\w+\}|\$\w+(?!\w))["']*[^\s"');|&<>]/;

/** Everything in a folder, which may be named. */
const EVERYTHING = /\s["']?(?:\.\/)?\.?\*["']?(?=[\s;&|)]|$)/;

/** A command as patterns see its words, but for their order. */
export interface UnquotedText {
  /** Without quotes and escapes. */
  text: string;
  /** Letters and digits of the words that it may be spelled with besides, between blanks. */
  spelled: string;
}

/**
 * A command in which every word of letters and signs stands that a pattern sees and that has no quote or escape in it,
 * unless it is spelled with other words; a blank inside a word is a question mark there. Null where words may be put
 * together from pieces. A test holds this against the shell view.
 * @param words of the command, as `looseText` gives them
 */
export function unquotedText(command: string, words: string): UnquotedText | null {
  if (BATCH_START.test(command)) return null;
  if (CHANGES_WORDS.test(command) || (command.includes('$') && JOINED_VALUE.test(command))) return null;
  if (command.includes('*') && EVERYTHING.test(command)) return null;
  const spelled = spellingsOf({ has: (word) => holdsWord(words, word) });
  return { text: command.replace(JOINTS, ''), spelled: spelled === '' ? '' : `${spelled} ` };
}
