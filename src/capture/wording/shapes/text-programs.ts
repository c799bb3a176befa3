import { baseName } from '../../../inject/paths.ts';
import { NO_GO_FILE, SED_OF_BSD, SED_OF_GNU } from '../../../text/known-messages.ts';
import type { OpenFailure } from '../../failure-state.ts';
import type { ShellPart } from '../../shell/shell.ts';
import { code } from '../prose.ts';
import type { Shape } from './shape.ts';

/** A program of awk between double quotes, with a field in it. */
const AWK_IN_DOUBLE = /\bg?awk (?:-\S+ )*"[^"]*(?<!\\)\$\d/;

/** What the carets under a pattern point at: an escape of two characters; empty where they point at one. */
function underCaret(error: string): string {
  const [, pattern = '', carets = ''] = /regex parse error:\n([^\n]+)\n( *\^\^+)/.exec(error) ?? [];
  return pattern.slice(carets.indexOf('^'), carets.length).trim();
}

/** What programs that search and change text say of a pattern, a script or an option. */
export const TEXT_PROGRAMS: readonly Shape[] = [
  {
    pattern: /^rg: .*unknown encoding: ?(.*)/,
    say: () => '`rg` takes `-E` for an encoding: its patterns are extended without it',
    remedy: () => 'Leave `-E` out, or give a pattern that begins with a dash behind `-e`.',
  },
  {
    pattern: /\bregex parse error:/,
    anyLine: true,
    say: (_m, { open, who }) => {
      const why = /^error: (.{4,80})$/m.exec(open.error)?.[1];
      const where = underCaret(open.error);
      return why
        ? `${who} cannot parse the regex: ${why}${where ? ` ${code(where)}` : ''}`
        : `${who} cannot parse the regex`;
    },
    remedy: (_m, { open, part }) => {
      if (open.call.tool !== 'Bash')
        return open.correction === null ? 'Escape with a backslash what is meant as it is: `\\(`.' : '';
      if (/^error: unrecognized escape sequence/m.test(open.error))
        return 'Write a backslash that is meant as it is twice, or search for plain text with `-F`.';
      return open.correction?.parts.some(({ program }) => program === part?.program)
        ? ''
        : 'Put the pattern into single quotes and escape what is meant as it is, or search for plain text with `-F`.';
    },
  },
  {
    pattern: /^sed: .*unknown option to [`'"‘]s/,
    say: () => '`sed`: unknown option to `s`: its delimiter stands in the text as well',
    hint: (_m, { open }) =>
      open.correction === null
        ? 'Take a delimiter that the text lacks (`s#a#b#`), or change the file with an edit tool.'
        : '',
  },
  {
    pattern: NO_GO_FILE,
    kind: 'usage',
    say: (m, { who }) => `${who} is given ${code(baseName(m[1]!))}, which holds no Go`,
  },
  {
    pattern: /^g?awk: .*(?:syntax error|cmd\. line)/,
    say: (_m, { open, who }) =>
      AWK_IN_DOUBLE.test(open.call.command.slice(0, 2000))
        ? 'In double quotes the shell expands `$1` and `$2` before `awk` sees its program'
        : `${who} cannot parse its program`,
    remedy: (_m, { open }) =>
      AWK_IN_DOUBLE.test(open.call.command.slice(0, 2000))
        ? "Put the program of `awk` into single quotes: `awk '{print $2}'`."
        : '',
  },
  {
    pattern:
      /^find: (?:-exec(?:dir)?: no terminating |missing argument to [`'"‘]?-(?:exec|ok)|incomplete statement)/,
    say: () => '`find -exec` is given without its end: the shell takes a bare `;` for itself',
    remedy: () => 'End it with `\\;`, or with `+` to pass many files at once.',
  },
  {
    pattern: /^find: paths must precede expression:? [`'"‘]?([^`'"’]+)/,
    say: () => 'The shell expands the unquoted glob of `find -name` into several names',
    remedy: () => 'Quote the pattern: `find . -name "*.ts"`.',
  },
  {
    pattern: /^sed: .*(?:extra characters after \\|expects \\ followed by text)/,
    say: () => '`sed` of BSD and macOS wants a line break behind `a\\`, `i\\` or `c\\`',
    remedy: () =>
      "Put a real line break behind the backslash (`$'/x/a\\\\\\ntext'`), or insert the line with `perl -pi -e` or an edit tool.",
  },
  {
    pattern: /^sed: (?:\d+: )?"s(\W)[^\n]*": bad flag in substitute command: '(.)'/,
    say: (m) =>
      m[1] === m[2]
        ? `A substitution of \`sed\` has its delimiter ${code(m[1]!)} once too often`
        : `A substitution of \`sed\` ends in ${code(m[2]!)}, which is no flag of it`,
    remedy: (m) =>
      m[1] === m[2]
        ? `Take another delimiter (\`s|a|b|\`), or write it ${code(`\\${m[1]}`)} in the text.`
        : '',
  },
  {
    pattern: SED_OF_BSD,
    say: () => '`sed -i` of BSD and macOS takes the next word for a suffix: it needs `-i ""`',
    remedy: () =>
      'On macOS give `sed -i` an empty suffix: `sed -i "" \'s/a/b/\' FILE`; or use `perl -pi -e`.',
  },
  {
    pattern: SED_OF_GNU,
    kind: 'platform',
    say: () => '`sed -i` of Linux takes no `""` behind it: that is read as script or file',
    remedy: () =>
      "On Linux leave the suffix out: `sed -i 's/a/b/' FILE`; or use `perl -pi -e`, which every system has.",
  },
  {
    pattern: /xargs: command line cannot be assembled, too long/,
    say: () => '`xargs -I` of BSD and macOS refuses a command that is longer than 255 bytes',
    remedy: () => 'Use a `while read` loop, or give the script to the program in a file.',
  },
  {
    pattern: /^head: illegal (?:line|byte) count -- (-\d+)/,
    say: (m) => `\`head\` of macOS takes no negative count, as ${code(m[1]!)}`,
    remedy: (m) =>
      m[1] === '-1'
        ? "Leave the last line out with `sed '$d'`."
        : 'Count the lines first (`wc -l < FILE`), or use `ghead` of coreutils.',
  },
  {
    pattern: /(?:^|[\s:])printf: (?:(?:bad option: )?-\S*: )?(?:invalid option|bad option: -)/,
    say: () => '`printf` takes a format that begins with a dash for an option',
    remedy: () => "Let the text be an argument: `printf '%s\\n' '--- title ---'`.",
  },
];

const RIPGREP = /^(?:rg|ripgrep)$/;
/** They are given files by name, and know no globs of their own. */
const TAKES_FILES =
  /^(?:cat|bat|head|tail|less|more|nl|wc|sed|awk|ls|stat|file|diff|cp|mv|e?grep|sort|gofmt)$/;

/** Their first operand is no file. */
const TAKES_PATTERN = /^(?:rg|ripgrep|e?grep|sed|awk)$/;

/** True where quotes are what the word needs: it is the pattern or the script itself. */
const isPattern = (word: string, { program, args }: ShellPart): boolean =>
  TAKES_PATTERN.test(program) &&
  !args.some((arg) => /^(?:--files|-e|-f|--regexp)/.test(arg)) &&
  args.find((arg) => !arg.startsWith('-')) === word;

/** The options of these take no word behind them. */
const TAKES_NO_VALUE = /^(?:ls|cat|wc|cp|mv)$/;

/** The glob as it was typed: the shell had put the home folder in. */
const typedAs = (glob: string, args: readonly string[]): string | undefined =>
  args.find((arg) => arg === glob || (arg.startsWith('~/') && glob.endsWith(arg.slice(1))));

/** What asks for names, and is silent where there is none. */
function listing(glob: string): string {
  const folder = glob.includes('/') ? glob.slice(0, glob.lastIndexOf('/')) : '.';
  return /[*?[{]/.test(folder) ? '' : `find ${folder} -maxdepth 1 -name '${baseName(glob)}'`;
}

/** What to give in place of a glob that met nothing, where quotes would not help the program; empty for others. */
export function insteadOfGlob(met: string, { call }: OpenFailure): string {
  const part = call.parts.find(({ args }) => typedAs(met, args) !== undefined);
  const glob = part && typedAs(met, part.args);
  if (!glob || glob.startsWith('-') || isPattern(glob, part)) return '';
  const before = part.args[part.args.indexOf(glob) - 1] ?? '';
  if (RIPGREP.test(part.program) && !/^-(?:g|-glob|-iglob)$/.test(before))
    return `Give ${code(part.program)} the folder, and the glob by an option (${code(`-g '${baseName(glob)}'`)}): it knows no glob in a path, quoted or not.`;
  const isOption = before.startsWith('-') && !TAKES_NO_VALUE.test(part.program);
  const asks = part.program === 'ls' ? listing(glob) : '';
  if (asks)
    return `Ask for names that need not be there by ${code(asks)}: \`ls\` knows no globs of its own, so that quotes do not help.`;
  return TAKES_FILES.test(part.program) && !isOption
    ? `Look first which names there are (\`ls\`): nothing matches ${code(glob)}, and ${code(part.program)} knows no globs of its own, so that quotes do not help.`
    : '';
}
