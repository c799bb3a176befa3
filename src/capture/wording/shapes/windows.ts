import { code, cut } from '../prose.ts';
import type { Account, Shape } from './shape.ts';

/** Programs of a POSIX shell that PowerShell lacks, and what does the same there. */
const IN_POWERSHELL = new Map(
  Object.entries({
    head: 'Select-Object -First N',
    tail: 'Select-Object -Last N',
    grep: 'Select-String PATTERN',
    rg: 'Select-String PATTERN',
    wc: 'Measure-Object -Line',
    touch: 'New-Item PATH',
    which: 'Get-Command NAME',
    sed: '-replace',
    awk: 'ForEach-Object { … }',
    xargs: 'ForEach-Object { … }',
    export: "$env:NAME = 'value'",
  }),
);

const lacks = (m: RegExpExecArray): string => `${code((m[1] ?? m[2])!)} is no command of this PowerShell`;
const instead = (m: RegExpExecArray, { open }: Account): string => {
  const name = (m[1] ?? m[2])!.replace(/\.exe$/i, '');
  const other = LISTS_FILES.test(open.call.command) && name === 'rg' ? FILES : IN_POWERSHELL.get(name);
  return other ? `Write it for PowerShell: ${code(other)}.` : '';
};

const LISTS_FILES = /\brg\b[^|;\n]{0,80}\s--files\b/;
const FILES = 'Get-ChildItem -Recurse -File -Name';

/** The program behind Windows' `timeout`, which takes none. */
const BEHIND_TIMEOUT = /\btimeout\s+(?:\/t\s+)?\d+s?\s+([\w./-]+)/i;

const waited = ({ open }: Account): string => {
  const program = BEHIND_TIMEOUT.exec(open.call.command)?.[1];
  return program ? `, and ${code(program)} is not run` : '';
};

/** An argument in which PowerShell reads a comma for its own: `-Dtest=A,B`. */
const LISTED = /\s(-[\w.]+=[^\s"',]+,[^\s"']*)/;
const SHOWN_MAX = 36;

/** What is otherwise under Windows. */
export const WINDOWS: readonly Shape[] = [
  {
    pattern: /\bchild_copy: cygheap read copy failed|\bdofork: child -?\d/,
    kind: 'environment',
    say: (_m, { who }) => `${who}: the Bash of Windows could start no process of its own`,
  },
  {
    pattern: /\bMissing argument in parameter list\b/,
    anyLine: true,
    say: (_m, { open, who }) =>
      LISTED.test(open.call.command)
        ? `PowerShell takes the comma of ${code(cut(LISTED.exec(open.call.command)![1]!, SHOWN_MAX))} for its own`
        : `PowerShell cannot parse the arguments of ${who}`,
    hint: () => 'Put the argument into quotes.',
  },
  {
    pattern: /\bAn object at the specified path (\S+\[\S+) does not exist/,
    anyLine: true,
    say: (m, { program }) =>
      `${program} takes ${code(/\[[\w.]+\]/.exec(m[1]!)?.[0] ?? '[…]')} in a path for a wildcard`,
    remedy: (_m, { program }) =>
      `Pass the path by \`-LiteralPath\`: ${program} then takes the brackets as they are.`,
  },
  {
    pattern: /\bERR_UNSUPPORTED_ESM_URL_SCHEME\b.{0,300}Received protocol '([a-z]):'/,
    say: (m, { who }) =>
      `${who}: \`import\` takes the drive of ${code(`${m[1]!.toUpperCase()}:/…`)} for the scheme of an address`,
    remedy: (m) =>
      `Write the path as an address (${code(`file:///${m[1]!.toUpperCase()}:/…`)}, or \`pathToFileURL\`), or import it relatively.`,
  },
  {
    // The sentence before it is in the language of the machine.
    pattern: /\bObjectNotFound: \(([\w.+-]+):String\) \[\], CommandNotFoundException/,
    anyLine: true,
    say: lacks,
    hint: instead,
  },
  {
    pattern: /The term '([\w.+-]+)' is not recognized as (?:the|a) name of a cmdlet/,
    anyLine: true,
    say: lacks,
    hint: instead,
  },
  {
    pattern: /\bProgram '([\w.+-]{1,80})' failed to run: /,
    anyLine: true,
    say: (m) => `${code(m[1]!)} is there, but cannot be started from here`,
    hint: instead,
  },
  {
    pattern:
      /This command cannot be run because either the parameter "(\w+) (?:'[^'\n]*'|[^"\n]*)" has a value that is not valid/,
    anyLine: true,
    say: (m, { who }) => `${who} refuses what ${code(`-${m[1]}`)} is given`,
  },
  {
    pattern:
      /(?:EPERM|EBUSY): [\w ,]{1,60}, (?:rename|unlink|copyfile) '(?:[A-Za-z]:[\\/]|\\\\)[^'\n]+'(?: -> '[^'\n]*?([^'\\/\n]+\.(?:node|dll|exe))')?/,
    anyLine: true,
    say: (m, { who }) =>
      m[1]
        ? `${who} cannot replace ${code(m[1])}: a running process holds it`
        : `${who} cannot move or remove a file that a running process holds`,
    hint: () => 'End what uses it first (a development server, an editor), then run it again.',
  },
  {
    pattern: /\bDefault option is not allowed more than '1' time\(s\)/,
    anyLine: true,
    say: (_m, account) => `Windows' own \`timeout\` only waits${waited(account)}`,
    hint: () =>
      'Start the program in the background (`Start-Process`, `&`), wait with `sleep`, and end it by its id.',
  },
  {
    pattern: /\bdid not find executable at '[^'\n]*?([^'\\/\n]+)\\[^'\\/\n]+'/,
    anyLine: true,
    say: (m, { program }) => `${program} belongs to a Python that is gone: ${code(m[1]!)}`,
    hint: () => 'Call the Python that is there by its path, with `-m pip`, or make the environment anew.',
  },
  {
    pattern: /^\w[\w.-]*: (\S*\*\S*): The filename, directory name, or volume label syntax is incorrect/,
    say: (m, { program }) =>
      `${program} is given ${code(m[1]!)} as it stands: no shell of Windows expands it`,
  },
  {
    pattern: /'[A-Z]:\\{1,2}tmp\\/,
    kind: 'platform',
    anyLine: true,
    say: (_m, { program }) => `${program} knows no \`/tmp\` of Git Bash: it looks in \`C:\\tmp\``,
    remedy: () => 'Give it a path of Windows: `"$(cygpath -w /tmp/NAME)"`, or a folder below `$TEMP`.',
  },
];
