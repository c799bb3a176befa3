import { CMD_BANNER, OPTION_AS_DRIVE } from '../../../text/known-messages.ts';
import { notFoundOf } from '../../../text/shell-says.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { searchedOption } from '../../failures/causes/misread-script.ts';
import { code, cut } from '../prose.ts';
import type { Shape } from './shape.ts';

/** What a POSIX shell calls the commands of the command line of Windows. */
const OF_CMD: Record<string, string> = {
  del: 'rm -f',
  erase: 'rm -f',
  copy: 'cp',
  xcopy: 'cp -r',
  move: 'mv',
  ren: 'mv',
  cls: 'clear',
  md: 'mkdir -p',
  rd: 'rm -r',
  findstr: 'grep',
  call: '',
};

const CMDLET = new RegExp(notFoundOf('([A-Z][A-Za-z]+-[A-Z]\\w+)'));
const BUILTIN = new RegExp(notFoundOf(`(${Object.keys(OF_CMD).join('|')})`));

/** `/S` is for folders with what is in them. */
const inDepth = (command: string, given: string): string =>
  /\s\/s\b/i.test(given) ? command.replace(/^rm -[rf]$/, 'rm -rf') : command;

/** The program that a wait takes for its argument, since nothing stands between them. */
const waitsFor = ({ call }: OpenFailure): string | undefined =>
  /\bsleep [\d.]+[smh]? +([a-z][\w.-]{0,40}) /.exec(call.command.slice(0, 2000))?.[1];

/** Commands in the words of another shell, or of another system, and words that reach another command than they are for. */
export const FOREIGN: readonly Shape[] = [
  {
    pattern: /^sleep: (?:in|un)\S+ (?:option|time interval)/,
    anyLine: true,
    say: (_m, { who, open }) => {
      const next = waitsFor(open);
      return next ? `${who} takes ${code(next)} for its own argument: nothing ends the wait` : '';
    },
    remedy: (_m, { open }) =>
      waitsFor(open) ? `Put \`;\` or \`&&\` between the wait and ${code(waitsFor(open)!)}.` : '',
  },
  {
    pattern: /\bcd: too many arguments|\bcd: string not in pwd: \/d\b/,
    say: (_m, { open }) =>
      /\bcd \/d /i.test(open.call.command)
        ? '`cd /d` belongs to the command line of Windows: here `cd` takes the folder alone'
        : '`cd` is given more than one word: a folder with a space has to be quoted',
    remedy: (_m, { open }) =>
      /\bcd \/d /i.test(open.call.command) ? 'Leave `/d` out.' : 'Put the folder in quotes.',
  },
  {
    pattern: CMDLET,
    say: (m) => `${code((m[1] ?? m[2])!)} is a cmdlet of PowerShell: this shell has no such command`,
    remedy: (m) =>
      `Use the programs of this shell (\`ls\`, \`grep\`, \`sort\`), or run it as ${code(`powershell -Command '${m[1] ?? m[2]} …'`)}.`,
  },
  {
    pattern: BUILTIN,
    say: (m) =>
      `${code((m[1] ?? m[2])!)} belongs to the command line of Windows: this shell has no such command`,
    remedy: (m, { open }) => {
      const alike = inDepth(OF_CMD[(m[1] ?? m[2])!]!, open.call.command);
      return `${alike ? `Use ${code(alike)} in this shell, or run` : 'Run'} it as ${code(`cmd //c "${m[1] ?? m[2]} …"`)}.`;
    },
  },
  {
    pattern: CMD_BANNER,
    kind: 'usage',
    say: () => 'Git Bash makes a path of the option of `cmd /c`: `cmd` opens and does nothing',
    remedy: () => 'Write `cmd //c "…"`, or do it with `powershell -Command`.',
  },
  {
    pattern: /^FINDSTR: /,
    kind: 'shell-syntax',
    say: (_m, { open }) => {
      const option = searchedOption(open.error, open.call.command);
      return option && `Git Bash makes a path of the option ${code(option)} of \`findstr\``;
    },
    remedy: (_m, { open }) => {
      const option = searchedOption(open.error, open.call.command);
      return option && `Use \`grep\`, or begin the option with two slashes: ${code(`/${option}`)}.`;
    },
  },
  {
    pattern: OPTION_AS_DRIVE,
    say: (m, { who }) => `${who}: Git Bash turns the argument ${code(`/${m[1]}`)} into a path of Windows`,
    remedy: (m) =>
      `Set \`MSYS_NO_PATHCONV=1\` before the command, or begin the argument with two slashes: ${code(`//${m[1]}`)}.`,
  },
  {
    pattern: /(?:InputObject|Field|Mutation|Type) '(\w+)' doesn't accept argument '(\w+)'/,
    anyLine: true,
    say: (m, { who }) => `${who}: ${code(m[1]!)} takes no ${code(m[2]!)}`,
  },
  {
    pattern: /the method `(\w+)` exists for .{1,200}, but its trait bounds were not satisfied/,
    say: (m, { open }) => {
      const bound = /doesn't satisfy `([^`\n]{1,60})`/.exec(open.error)?.[1];
      return bound
        ? `${code(m[1]!)} cannot be called: ${code(bound)} does not hold`
        : `${code(m[1]!)} cannot be called: its trait bounds do not hold`;
    },
  },
  {
    pattern: /\[\[ \\!/,
    anyLine: true,
    say: () => 'The tool escapes `!`: `[[ ! … ]]` reaches the shell as `[[ \\! … ]]`',
    remedy: () =>
      'Write the test without `!` (`case`, `[ -z … ]`, an `else` branch), or put the script into a file and run that.',
  },
  {
    pattern: /\$\{([^}\n]{1,60})\}[^\n]{0,40}: bad substitution/,
    kind: 'shell-syntax',
    say: (m) => `The shell expands ${code(`\${${cut(m[1]!, 30)}}`)} of a script that stands in double quotes`,
    remedy: () =>
      'Give the script to its program in a file, in single quotes or by a quoted here-document, so that the shell leaves its `${…}` alone.',
  },
];
