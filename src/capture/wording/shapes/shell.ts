import { baseName } from '../../../inject/paths.ts';
import {
  NO_SHELL_LINE,
  READ_ONLY_VARIABLE,
  SPACE_TAKEN,
  WORD_AS_PATH,
} from '../../../text/known-messages.ts';
import { RUNS_OPTION } from '../../../text/shell-says.ts';
import type { OpenFailure } from '../../failure-state.ts';
import { isBangTyped } from '../../failures/causes/misread-words.ts';
import { code } from '../prose.ts';
import type { Shape } from './shape.ts';
import { insteadOfGlob } from './text-programs.ts';

/** What ends a compound command of the shell, by what begins it. */
const ENDS: [begins: RegExp, ends: RegExp, end: string][] = [
  [/(?:^|[;&|\n(]\s*)(?:for|while|until) /, /(?:^|[;&|\n]\s*)done\b/, '`done`'],
  [/(?:^|[;&|\n(]\s*)(?:if|do if|then if) /, /(?:^|[;&|\n]\s*)fi\b/, '`fi`'],
  [/(?:^|[;&|\n(]\s*)case /, /(?:^|[;&|\n]\s*)esac\b/, '`esac`'],
];

/** What a command lacks at its end. */
function unclosed(command: string): string {
  const found = ENDS.find(([begins, ends]) => begins.test(command) && !ends.test(command));
  return found ? `its ${found[2]}` : 'what it opens is closed';
}

/** True where a variable that the call lacks is set by what then worked. */
function isSetLater(name: string, { call, correction, done }: OpenFailure): boolean {
  const assigned = `${name}=`;
  return (
    !call.command.includes(assigned) &&
    [correction?.command ?? '', ...(done ?? [])].some((command) => command.includes(assigned))
  );
}

/** The rest of a path behind the folder that the shell is in, where what then worked names that. */
function fromInside(path: string, { call, correction, done = [] }: OpenFailure): string {
  const [first = '', ...rest] = path.split('/');
  if (rest.length < 2 || baseName(call.cwd ?? '') !== first) return '';
  const ran = [correction?.command ?? '', ...done.slice(0, 3)];
  return ran.some((command) => command.includes(` ${rest[0]}`)) ? rest.join('/') : '';
}

/** The shell speaks of the line that it was given, not of a script. */
const OWN_LINE = /^(?:\(eval\)|\S*sh): (?:line )?\d*:? ?\w+: /;

/** Substitutes a command outside of double quotes. */
const SUBSTITUTES = /(?<!["\w=])\$\(|=\$\(/;

const PIPES = /[^|]\|[^|]/;

/** A variable that a command sets for itself and is called by: `PY=python3 $PY -m x`. */
const SETS_AND_USES = /(?:^|[;&|(\n]\s{0,9})(\w{1,40})=\S{1,300} (?:\w{1,40}=\S{1,300} ){0,5}["']?\$\{?\1\b/;

const usedEarly = ({ call }: OpenFailure): string | undefined =>
  SETS_AND_USES.exec(call.command.slice(0, 2000))?.[1];

/** Claude Code puts a line with a pipe together anew for its shell, and may take the command out of `$(…)` on the way. */
const isBroken = ({ call }: OpenFailure): boolean =>
  SUBSTITUTES.test(call.command.slice(0, 600)) && PIPES.test(call.command);

const BROKEN = "The agent's shell breaks an unquoted `$(\u2026)` in a line with a pipe";

const UNBROKEN =
  "Run it without the pipe, get the value by a call of its own, or give the line to bash (`bash -c '…'`).";

/** Gives a line to a shell that is named. */
const OTHER_SHELL = /^(?:\/(?:usr\/)?bin\/)?((?:ba|z|da|fi)?sh (?:-[a-z]+ )?-l?c)\s/;

interface Misread {
  said: string;
  remedy: string;
}

/** A statement of Python as the first line of a command. */
const PYTHON_LINE = /^\s*(?:import [\w.]+(?: as \w+)?(?:, [\w.]+)*|from [\w.]+ import [\w, ]+)[ \t]*\n/;

/** What the shell was given instead of a line of its own; null where the line says nothing of that. */
function misreadLine({ call, salient }: Pick<OpenFailure, 'call' | 'salient'>): Misread | null {
  if (PYTHON_LINE.test(call.command))
    return {
      said: 'Lines of Python are given to the shell as a command',
      remedy: "Give them to the interpreter: `python -c '…'`, `python - <<'EOF'`, or a script file.",
    };
  if (/unexpected token `&'/.test(salient) && call.command.includes('|&'))
    return { said: 'This shell does not know `|&`', remedy: 'Write `2>&1 |` in place of `|&`.' };
  return null;
}

/**
 * What is wrong with a here-document that reached the end of the command. A shell tool that puts a command between braces,
 * `{ …; }`, writes behind its last line.
 */
function openHereDocument(word: string, { call }: Pick<OpenFailure, 'call'>): Misread {
  const lines = call.command.trimEnd().split('\n');
  if (lines.length > 1 && lines.at(-1) === word)
    return {
      said: `The shell tool writes behind a last line ${code(word)}: the here-document stays open`,
      remedy: `End no command in ${code(word)}: put a line behind it, such as ${code('true')}, or write the file with the tool for files.`,
    };
  return {
    said: `A here-document is not closed: no line is just ${code(word)}`,
    remedy: `Write ${code(word)} alone at the beginning of its line: nothing before or behind it, and no indentation.`,
  };
}

/** What the shell itself refuses, or does to a command. */
export const SHELL: readonly Shape[] = [
  {
    pattern: /'?\bglob'?: No such file or directory$/,
    kind: 'shell-syntax',
    anyLine: true,
    say: (_m, { who }) => `The shell tool hands ${who} the word \`glob\` for a pattern in front of a pipe`,
    remedy: () =>
      'List the folder and filter that (`ls FOLDER | grep WORD`), or ask the tool that finds files by a pattern.',
  },
  {
    pattern: /\\!(=?)/,
    kind: 'shell-syntax',
    anyLine: true,
    say: (m, { who, open }) =>
      isBangTyped(open.error, open.call.command)
        ? `${who} cannot read ${code(`\\!${m[1]}`)}: the backslash stays where it is quoted`
        : `The tool escapes \`!\`: ${who} reads ${code(`\\!${m[1]}`)} in place of ${code(`!${m[1]}`)}`,
    remedy: () =>
      'Say it without `!` (`| not`, `case`, an `else` branch), or put the program into a file and run that.',
  },
  {
    pattern: WORD_AS_PATH,
    anyLine: true,
    say: (m, { who }) => `${who}: Git Bash turns the argument ${code(m[1]!)} into a path of Windows`,
    remedy: (m) =>
      `Set \`MSYS_NO_PATHCONV=1\` before the command, or begin the argument with two slashes: ${code(`/${m[1]}`)}.`,
  },
  {
    pattern: /: =?(\d[\w.]*): No such file or directory$|no such file or directory: =?(\d[\w.]*)$/,
    kind: 'shell-syntax',
    say: (m, { who }) =>
      `${who}: the shell takes the unquoted \`<\` before ${code((m[1] ?? m[2])!)} for a file to read`,
    remedy: () => "Put a requirement with `<` or `>` into quotes: `'pandas<2'`.",
  },
  {
    pattern: /=\S* not found/,
    say: () => 'zsh takes an unquoted word that starts with `=` for a command',
    remedy: () => 'Quote the word (`echo "==="`), or use another ruler such as `echo ---`.',
  },
  {
    pattern:
      /(no matches found): (\S+)|No matches for wildcard [`'"‘“]([^'"’”]+)|bash: (?:line \d+: )?no match: (\S+)/,
    say: (m) => `${m[1] ? 'zsh' : 'The shell'} aborts a command when an unquoted glob in it matches nothing`,
    remedy: (m, { open }) => {
      const inner = fromInside((m[2] ?? m[3] ?? m[4])!, open);
      if (inner) return `The shell is inside of that folder already: from there it is ${code(inner)}.`;
      const other = insteadOfGlob((m[2] ?? m[3] ?? m[4])!, open);
      if (other) return other;
      return `Quote the glob where the program is to see it (\`'${m[2] ?? m[3] ?? m[4]}'\`); where the shell is to expand it, make sure that it matches.`;
    },
  },
  {
    pattern: READ_ONLY_VARIABLE,
    say: (m) => `${code(m[1]!)} is a read-only variable in zsh`,
    remedy: (m) => `Use another name than ${code(m[1]!)} for the variable, such as ${code('rc')}.`,
  },
  {
    pattern: /event not found/,
    say: () => 'The shell takes `!` inside double quotes for its history',
    remedy: () => 'Put text with `!` into single quotes.',
  },
  {
    pattern:
      /unexpected EOF while looking for matching [`'"]+(.)|unterminated quoted string|unmatched (["'])/i,
    kind: 'shell-syntax',
    say: (_m, { who, part }) =>
      `The shell cannot parse the ${part ? `${who} line` : 'command line'}: a quote is not closed`,
    remedy: () =>
      "Close the quotes: inside single quotes write `'\\''`, or pass the text through a quoted here-document.",
  },
  {
    pattern: /parse error near [`'](.{1,20})'|syntax error near unexpected token [`'](.{1,20})'/,
    say: (m, { who, part, open }) => {
      const near = code((m[1] ?? m[2])!);
      const misread = misreadLine(open);
      if (misread) return misread.said;
      if (m[1] === '(' && isBroken(open)) return BROKEN;
      if (m[1] === '(' && SUBSTITUTES.test(open.call.command.slice(0, 600)))
        return `The shell cannot parse an unquoted \`$(\u2026)\` in this line: error near ${near}`;
      return `The shell cannot parse the ${part ? `${who} line` : 'command line'} near ${near}`;
    },
    remedy: (m, { open }) => {
      const misread = misreadLine(open);
      if (misread) return misread.remedy;
      const other = OTHER_SHELL.exec(open.correction?.command ?? '')?.[1];
      if (OTHER_SHELL.test(open.call.command)) return '';
      if (other === undefined && m[1] === '(' && isBroken(open)) return UNBROKEN;
      if (other === undefined)
        return m[1] === '(' && SUBSTITUTES.test(open.call.command.slice(0, 600))
          ? "Give the line to bash (`bash -c '…'`), or put it into a script."
          : '';
      return `Run the line as ${code(`${other} '…'`)}; ${open.reached ? 'that gets further' : 'it worked'}.`;
    },
  },
  {
    pattern: /unknown file attribute|unknown sort specifier|number expected$/,
    say: (_m, { open }) =>
      isBroken(open) ? BROKEN : 'zsh takes `(\u2026)` behind an unquoted word for a glob qualifier',
    remedy: (_m, { open }) =>
      isBroken(open) ? UNBROKEN : 'Quote the words that hold parentheses, `$(\u2026)` included.',
  },
  {
    pattern:
      /(?:^|[\s:])(let|declare|typeset|source|pushd|popd|shopt|mapfile|readarray|\[\[): (?:command )?not found/,
    say: (m) => `${code(m[1]!)} is a builtin of bash: this shell has no such command`,
    remedy: (m) =>
      `Run it with \`bash -c\`, or do without ${code(m[1]!)}: arithmetic is \`$((…))\`, a test is \`[ … ]\`, a file is read by \`. FILE\`.`,
  },
  {
    pattern: /here-document at line \d+ delimited by end-of-file \(wanted `(\w+)'\)/,
    say: (m, { open }) => openHereDocument(m[1]!, open).said,
    remedy: (m, { open }) => openHereDocument(m[1]!, open).remedy,
  },
  {
    pattern: NO_SHELL_LINE,
    kind: 'shell-syntax',
    say: (m) => `${code(baseName(m[1]!))} is no shell script: its line ${m[2]} cannot be sourced`,
    remedy: (m) =>
      `Take the single values out of it, ${code(`grep '^NAME=' ${m[1]} | cut -d= -f2-`)}, instead of sourcing it.`,
  },
  {
    pattern: /(\w+): (?:unbound variable|parameter not set)/,
    say: (m, { open, who }) =>
      `${OWN_LINE.test(open.salient) ? 'The command' : who} uses the variable ${code(m[1]!)}, which is not set`,
    remedy: (m, { open }) =>
      OWN_LINE.test(open.salient) && isSetLater(m[1]!, open)
        ? `Set ${code(m[1]!)} in the same call: what an earlier call set is gone.`
        : '',
  },
  {
    pattern: RUNS_OPTION,
    say: (m, { open }) => {
      const name = usedEarly(open);
      return name
        ? `${code(`$${name}`)} is filled in before the ${code(`${name}=…`)} of its own command sets it`
        : `A line break splits the command: the shell runs ${code((m[1] ?? m[2])!)} as a program`;
    },
    slip: (_m, { open }) => !usedEarly(open),
    remedy: (_m, { open }) => {
      const name = usedEarly(open);
      return name
        ? `Set ${code(name)} in a command before it (${code(`${name}=…; $${name} …`)}), or write its value out.`
        : 'Write the command on one line, or end the line with a backslash.';
    },
  },
  {
    pattern: SPACE_TAKEN,
    kind: 'shell-syntax',
    say: () => 'A backslash with a space behind it continues no line: the space becomes a word of its own',
    remedy: () => 'Let the backslash be the last character of its line, or write the command on one line.',
  },
  {
    pattern: /syntax error: unexpected end of file/,
    kind: 'shell-syntax',
    say: (_m, { open }) => `The shell comes to the end of the command before ${unclosed(open.call.command)}`,
    remedy: (_m, { open }) => `Close what is open, ${unclosed(open.call.command)}, and call it once more.`,
  },
  {
    pattern: /^replace \S.{0,200}\? \[y\]es, \[n\]o/,
    anyLine: true,
    say: (_m, { program }) => `${program} asks before it replaces a file, and nobody can answer`,
    remedy: (_m, { program }) =>
      program === '`unzip`'
        ? 'Call it with `-o` to replace files, or with `-n` to keep them.'
        : 'Give the option that answers in advance.',
  },
  {
    pattern: /^Blocked: (?:standalone )?(\S+)/,
    say: (m) => `The agent's shell refuses a command that begins with ${code(m[1]!)}`,
    tool: true,
  },
];
