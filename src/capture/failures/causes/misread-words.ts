import { baseName } from '../../../inject/paths.ts';
import { NO_SCRIPT } from '../../../text/known-messages.ts';
import { notFound, shellSays } from '../../../text/shell-says.ts';
import { escapeRegex } from '../../../triggers/escape-regex.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { expandedCode, isPathMade, losesVariables, wordsOfCmd } from './misread-script.ts';

/** Words that the shell took for something else than what was meant. */

const WINDOWS_PATH = /(?<![\w"'\\$/-])(?:[A-Za-z]:|\.{1,2}|\.?[A-Za-z][\w-]*)(?:\\[\w.+-]+)+/g;

/** What is left of a shorter path may stand in any error. */
const BARE_CHARS_MIN = 8;
/** What a POSIX shell hands on as it is. */
const QUOTED = /(?<=^|[\s=(])'[^'\n]*'/g;

/** The unquoted Windows path of a command that a POSIX shell took the backslashes out of, as the error shows; or null. */
export function eatenPath(error: string, command: string): string | null {
  if (!command.includes('\\')) return null;
  for (const [path] of command.slice(0, 4000).replaceAll(QUOTED, "''").matchAll(WINDOWS_PATH)) {
    const bare = path.replaceAll('\\', '');
    if (bare.length >= BARE_CHARS_MIN && !error.includes(path) && error.includes(bare)) return path;
  }
  return null;
}

/** The same path as such a shell takes it: `C:\code` is `/c/code`. */
export const slashed = (path: string): string =>
  path[1] === ':'
    ? `/${path[0]!.toLowerCase()}${path.slice(2).replaceAll('\\', '/')}`
    : path.replaceAll('\\', '/');

/** Killed by a signal: 128 and its number, of which some shells count one more. */
const SIGNALLED = new Set([130, 137, 143, 144]);
const KILLS_BY_PATTERN = /\bpkill (?:-\S+ )*-\w*f\w*\b|\bkill (?:-\S+ )*["']?\$\(pgrep (?:-\S+ )*-\w*f/;

/** The same in PowerShell and by `wmic`, which tell nothing of the shell that they end; one that leaves itself out names `$PID`. */
const ENDS_BY_LINE =
  /\bCommandLine\b[^|]{0,200}(?:\|[^;\n]{0,200}\b(?:Stop-Process|Terminate|Remove-CimInstance|taskkill)\b|\b(?:delete|call terminate)\b)/i;

/** True where what is ended is picked by command lines that hold the text of this one. */
export const endsByLine = (command: string): boolean =>
  ENDS_BY_LINE.test(command.slice(0, 600)) && !/\$PID\b/i.test(command);

/** A line that ends so fails only where its shell was ended. */
const CANNOT_FAIL = /\|\|\s*(?:true|:)\s*$/;

/** True where a shell was ended by its own `pkill -f` or `kill $(pgrep -f …)`, whose pattern stands in the command line that it is matched with. */
export const endsItself = (command: string, exitCode: number | null, line: string): boolean =>
  line === '' &&
  exitCode !== null &&
  exitCode !== 0 &&
  ((exitCode !== 1 && endsByLine(command)) ||
    ((SIGNALLED.has(exitCode) || CANNOT_FAIL.test(command)) && KILLS_BY_PATTERN.test(command.slice(0, 600))));

/** The same of a failure that is told of. */
export const isOwnKill = ({ kind, call, exitCode, salient }: OpenFailure): boolean =>
  kind === 'shell-syntax' && endsItself(call.command, exitCode, salient);

/** True where a program could not read a `!` that has a backslash before it: of the agent's tool, or typed for jq. */
export const isBangEscaped = (text: string, command: string): boolean =>
  command.includes('!') &&
  text.includes('\\!') &&
  (!command.includes('\\!') || text.includes('\\\\!') || text.includes('jq: error: syntax error')) &&
  /syntax ?error|unexpected|invalid|bad substitution|binary operator|parse error/i.test(text);

/** The backslash was in the command: the agent wrote it, for one in double quotes needs it. */
export const isBangTyped = (text: string, command: string): boolean =>
  command.includes('\\!') && !text.includes('\\\\!');

/** True where the agent's tool took a `$(…)` apart: the shell then reads it as `\\$ (`. */
export const isSubstitutionEscaped = (text: string, command: string): boolean =>
  command.includes('$(') && text.includes('\\$ (') && !command.includes('\\$ (');

const ASSIGNED_LIST = /(?:^|[;&\n]\s*)([A-Za-z_]\w*)=(["'])([^"'\n]* [^"'\n]*)\2/g;

const LOOP = /\bfor ([A-Za-z_]\w*) in ((?:\s*(?:"[^"\n$]*"|'[^'\n]*'))+)/g;

/** The variable of a loop over words with blanks that `set --` was to split, and zsh did not, as the error shows; or null. */
export function unsplitWords(error: string, command: string): string | null {
  if (!command.includes('set -- ')) return null;
  for (const [, name, list] of command.slice(0, 4000).matchAll(LOOP)) {
    if (!new RegExp(`\\bset -- \\$${name}\\b`).test(command)) continue;
    const items = [...list!.matchAll(/["']([^"']* [^"']*)["']/g)].map((match) => match[1]!);
    if (items.some((item) => error.includes(item))) return name!;
  }
  return null;
}

/** The variable whose list of names zsh, which splits no variable, gave to a program as one name; or null. */
export function unsplitList(error: string, command: string): string | null {
  if (!command.includes('$')) return null;
  for (const [, name, , list] of command.slice(0, 4000).matchAll(ASSIGNED_LIST))
    if (
      error.includes(`${list}: No such file or directory`) &&
      new RegExp(`(?<!["\\w])\\$${name}\\b(?!")`).test(command)
    )
      return name!;
  return null;
}

/** The variable whose whole text, a command with its arguments, the shell took for the name of one program; or null. */
export function unsplitCommand(error: string, command: string): string | null {
  if (!command.includes('$') || !error.includes('command not found')) return null;
  for (const [, name, , text] of command.slice(0, 4000).matchAll(ASSIGNED_LIST)) {
    const said =
      error.includes(`command not found: ${text}`) || error.includes(`: ${text}: command not found`);
    if (said && command.includes(`$${name}`)) return name!;
  }
  return null;
}

/** True where a file that is not there is a glob, which the quotes around it kept from the shell, or which a shell of Windows does not expand. */
function isQuotedGlob(error: string, command: string): boolean {
  if (!error.includes('*')) return false;
  const windows = /([^\s:`'"]*\*[^\s:`'"]*): IO error .{0,400}\(os error 123\)/.exec(error)?.[1];
  if (windows !== undefined) return command.includes(windows);
  const glob = /([^\s:`'"]*\*[^\s:`'"]*)[`'"]?: (?:IO error.*)?No such file or directory/.exec(error)?.[1];
  return glob !== undefined && (command.includes(`'${glob}'`) || command.includes(`"${glob}"`));
}

/** True where the word `glob` stands in place of the pattern that a line has in front of a pipe: its client rewrote it. */
const isLostGlob = (line: string, command: string): boolean =>
  /'?\bglob'?: No such file or directory$/.test(line) &&
  !/\bglob\b/.test(command) &&
  /[\w/.-]\*[^|"'\n]{0,120}\|/.test(command.slice(0, 2000));

/** The version of an unquoted requirement (`pandas<2`) that the shell took for a file to read or write; or null. */
function redirectedVersion(error: string, command: string): string | null {
  const name = (/: =?(\d[\w.]*): No such file or directory$/.exec(error) ??
    /no such file or directory: =?(\d[\w.]*)$/.exec(error))?.[1];
  if (!name) return null;
  return new RegExp(`\\w[<>]=?${name.replace(/\./g, '\\.')}(?![\\w.])`).test(command) ? name : null;
}

/** True where a backslash has a space behind it: that space, and no word of the next line, was run as a program. */
const isBrokenLine = (line: string, command: string): boolean =>
  /(?:permission denied|command not found):\s*$/.test(line) &&
  /\\ +(?:\S|\r?\n)/.test(command.slice(0, 4000));

const UNCLOSED_QUOTE = /unexpected EOF while looking for matching [`'"](.)/;
const INNER_DOCUMENT = /\$\(\s*\w+ <<-?\s*(['"]?)(\w+)\1\n([\s\S]*?)\n\s*\2\s*(?:\n|\))/;

/** The quote of a here-document inside of `$(…)` that an older bash took for an open one; empty where none is. */
export function quoteOfDocument(error: string, command: string): string {
  const quote = UNCLOSED_QUOTE.exec(error)?.[1] ?? '';
  if (quote === '' || !command.includes('<<')) return '';
  const text = INNER_DOCUMENT.exec(command.slice(0, 8000))?.[3] ?? '';
  return (text.split(quote).length - 1) % 2 === 1 ? quote : '';
}

const REDIRECTED_LIST = /\bfor \w+ in [^;\n]*?\s(\d?>{1,2}\s*[^\s;&|]+)\s*[;\n]\s*do\b/;

/** The redirection that stands before the `do` of a loop, which the shell cannot read there; empty where none does. */
export const redirectOfList = (error: string, command: string): string =>
  /unexpected token|parse error/.test(error) ? (REDIRECTED_LIST.exec(command.slice(0, 4000))?.[1] ?? '') : '';

const NO_FILE = new RegExp(`Cannot find module '([^'\\n]+)'|${NO_SCRIPT.source}`);

/** True where a command line that stands in backticks inside double quotes was run, and its script is not there: it was meant as text. */
export function ranQuotedCode(text: string, command: string): boolean {
  const path = NO_FILE.exec(text)?.slice(1).find(Boolean);
  if (path === undefined) return false;
  const name = escapeRegex(baseName(path));
  return new RegExp(`"[^"]*(?<!\\\\)\`(?:node|bun|deno|python[\\d.]*) [^\`]{0,200}${name}`).test(
    command.slice(0, 4000),
  );
}

/** A path of Windows in double quotes with a backslash at its end, which takes the quote into the text. */
const ENDS_IN_BACKSLASH = /"([A-Za-z]:(?:\\(?:[^"\n\\]|\\(?!"))*)?)\\"(?=[\s;&|)]|$)/;

/** The path whose last backslash kept its quote open; empty where the shell complains of something else. */
export const escapedQuote = (error: string, command: string): string =>
  /unexpected (?:token|EOF)|unmatched|unterminated|parse error/i.test(error)
    ? (ENDS_IN_BACKSLASH.exec(command.slice(0, 4000))?.[1] ?? '')
    : '';

const GLOB_IN_BACKTICKS = /"[^"`]*(?<!\\)`[^`"\s]*[*?][^`"]*`[^"]*"/;

const BACKSLASHED = shellSays([/([\w.-]+)\\: No such file or directory$/]);

/** True where the shell ran a word that stands in backticks inside double quotes: it was meant as text. */
export function backtickRun(line: string, command: string): boolean {
  if (!command.includes('`') || !command.includes('"')) return false;
  if (ranQuotedCode(line, command)) return true;
  // A word with a backslash at its end is taken for a path.
  const path = BACKSLASHED.exec(line)?.[1];
  if (path !== undefined) return command.includes(`\`${path}\\`);
  if (!line.includes('command not found')) return false;
  const name = notFound(line);
  // A template of JavaScript begins with what it puts in.
  const template = /: (\$\{[\w.]+\}\S*): command not found/.exec(line)?.[1];
  if (template !== undefined)
    return [`\`${template}`, `\`\\${template}`].some((each) => command.includes(each));
  if (name === undefined) return false;
  // What a glob in backticks expands to stands nowhere in the command.
  return command.includes(`\`${name}`) || (!command.includes(name) && GLOB_IN_BACKTICKS.test(command));
}

/** The shell took the line for something else than what was meant. */
export const isMisread = (line: string, text: string, command: string): boolean =>
  Boolean(
    backtickRun(line, command) ||
      eatenPath(line, command) ||
      redirectedVersion(line, command) ||
      isQuotedGlob(line, command) ||
      isLostGlob(line, command) ||
      losesVariables(text, command) ||
      expandedCode(text, command) !== '' ||
      isBrokenLine(line, command) ||
      wordsOfCmd(text, command) !== '' ||
      isPathMade(text, command) ||
      isBangEscaped(text, command) ||
      isSubstitutionEscaped(text, command) ||
      unsplitList(text, command) ||
      unsplitWords(text, command) ||
      unsplitCommand(text, command),
  );
