/** Scripts of Windows' shells that a POSIX shell read before, or instead of, the program that they were written for. */

import { anyOf } from '../../../text/any-of.ts';
import { OPTION_AS_DRIVE, WORD_AS_PATH } from '../../../text/known-messages.ts';
import { shellSays } from '../../../text/shell-says.ts';
import { quotedCode } from './inline-code.ts';

const COMMAND_CHARS_MAX = 4000;
/** Code of PowerShell between double quotes, with a variable that the outer shell expands. */
const IN_DOUBLE_QUOTES =
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^"'\n|;&]*\s"(?:[^"\\]|\\[^$])*?(?<!\\)\$(?:[A-Za-z_{(])/;
/** What PowerShell says of code that has lost its variables. */
const WITHOUT_VARIABLE = anyOf(
  [
    shellSays([/\.\w+: command not found/]),
    /extglob\b|\bParserError\b|\bMissing (?:condition|expression|'\)'|argument)/,
    /An expression was expected|must provide a value expression|Unexpected token|The term '(?:=|\.\w+)' is not recognized/,
    /Variable reference is not valid/,
  ],
  { flags: 'm' },
);

/** True where bash expanded the variables of PowerShell code before PowerShell saw it. */
export const losesVariables = (error: string, command: string): boolean =>
  command.includes('$') &&
  IN_DOUBLE_QUOTES.test(command.slice(0, COMMAND_CHARS_MAX)) &&
  WITHOUT_VARIABLE.test(error.slice(0, COMMAND_CHARS_MAX));

/** What bash, as agents start it on Windows, puts for `$_` before a property. */
export const LOST_VARIABLE = 'extglob.';

/** What bash puts for PowerShell's `$_` shows in an output that nothing else complains of. */
export const lostVariable = (command: string, output: string): boolean =>
  output.includes(LOST_VARIABLE) &&
  command.includes('$_') &&
  IN_DOUBLE_QUOTES.test(command.slice(0, COMMAND_CHARS_MAX));

const EXPANDED = /(?<!\\)\$(?:\([^)\n]*\)|\{[^}\n]*\}|[A-Za-z_]\w*)/g;
const BROKEN_CODE = /SyntaxError|syntax error|[Pp]arse error|unexpected token/;

/** What of such code the shell expanded before the interpreter could not read it; empty where that saw the code as written. */
export function expandedCode(error: string, command: string): string {
  if (!command.includes('$') || !BROKEN_CODE.test(error)) return '';
  const inline = quotedCode(command.slice(0, COMMAND_CHARS_MAX));
  const words = (inline?.isDouble && inline.text.match(EXPANDED)) || [];
  return words.find((word) => !error.includes(word)) ?? '';
}

/** The letter of an option that Git Bash made a path of, since it begins with a slash: of `/F` came `F:/`; empty where that is not told. */
export const optionMadePath = (text: string): string =>
  (text.includes(':/') && OPTION_AS_DRIVE.exec(text)?.[1]) || '';

const wordsOf = (command: string): string[] => command.split(/\s+/);

/** True where Git Bash turned an option of the command into a drive. */
export function isDriveMade(text: string, command: string): boolean {
  const letter = optionMadePath(text);
  return letter !== '' && wordsOf(command).includes(`/${letter}`);
}

const FINDSTR_SAYS = /^FINDSTR: [^\n]+/m;
const CALLS_FINDSTR = /\bfindstr(?:\.exe)?\s+(?:\/\S+\s+)*(\/\S+)\s+(?:"([^"\n]+)"|'([^'\n]+)'|(\S+))/i;

/** The option of `findstr` that Git Bash made a path of, so that `findstr` looks for that and in what it was to look for; empty where it did not. */
export function searchedOption(text: string, command: string): string {
  const said = FINDSTR_SAYS.exec(text)?.[0];
  const [, option = '', ...words] = (said && CALLS_FINDSTR.exec(command.slice(0, COMMAND_CHARS_MAX))) || [];
  return words.some((word) => word && said!.includes(word)) ? option : '';
}

/** True where it turned a word that begins with a slash into a path of Windows. */
export function isPathMade(text: string, command: string): boolean {
  const word = WORD_AS_PATH.exec(text)?.[1];
  return (
    isDriveMade(text, command) ||
    searchedOption(text, command) !== '' ||
    (word !== undefined && wordsOf(command).includes(word))
  );
}

/** Words of cmd.exe that bash parses in its own way, or not at all. */
const OF_CMD = /(?:^|[;&|(]\s*)(if (?:not )?(?:exist|defined|errorlevel|\/i)\b|for \/[fdlr]\b|setlocal\b)/i;
const UNPARSED = /syntax error|unexpected end of file|unexpected EOF/;
/** GNU's `dir` takes cmd's switches for paths. */
const DIR_SWITCH = /^dir: cannot access '?(\/\w)'?:/m;
/** bash's `type` asks for a program; cmd's shows a file, or with `nul` makes an empty one. */
const TYPED_FILE = shellSays([/type: (?:\S[^\n]*[\\/][^\n]*|nul): not found$/], 'im');

/** The words of cmd.exe that bash was given; empty where it was given none. */
export function wordsOfCmd(error: string, command: string): string {
  if (UNPARSED.test(error)) return OF_CMD.exec(command.slice(0, COMMAND_CHARS_MAX))?.[1] ?? '';
  if (TYPED_FILE.test(error)) return 'type FILE';
  const option = DIR_SWITCH.exec(error)?.[1];
  return option && /\bdir\b/.test(command) ? `dir ${option.toLowerCase()}` : '';
}

const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"/g;
/** Statements of fish that zsh and bash read otherwise, or not at all; what they stop at first. */
const OF_FISH = [
  /(?:^|[;\n]\s*)(set (?:-\w+ )*[A-Za-z_]\w* \()/,
  /;\s*(and|or) \w/,
  /(?:^|[;\n]\s*)(?:for|while|if|function|begin|switch)\b[^;\n]*[;\n][\s\S]*[;\n]\s*(end)\s*(?:[;\n]|$)/,
];
/** What closes a block in every other shell. */
const CLOSES = /(?:^|[;\n]\s*)(?:do|then|done|fi|esac)\b|<<|\}\s*$/;
const NEAR = /parse error near|syntax error near|unexpected end of file/;

/** The words of fish that another shell was given; empty where it was given none. */
export function wordsOfFish(error: string, command: string): string {
  if (!NEAR.test(error)) return '';
  const line = command.slice(0, COMMAND_CHARS_MAX).replace(QUOTED, '""');
  if (CLOSES.test(line)) return '';
  for (const pattern of OF_FISH) {
    const found = pattern.exec(line)?.[1];
    if (found) return found.replace('(', '(…)');
  }
  return '';
}
