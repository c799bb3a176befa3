import { shellView } from '../inject/shell-view.ts';
import { READ_ONLY_VARIABLE, SPACE_TAKEN, UNMATCHED_GLOB } from '../text/known-messages.ts';
import { remembered } from '../text/remembered.ts';
import { escapeRegex } from './escape-regex.ts';
import { bounded, called, globStem, headOf } from './pattern-words.ts';
import { OUTSIDE_QUOTES, OWN_WORDS } from './run-names.ts';
import type { SynthesisInput } from './synthesize.ts';

const LINE_MAX = 8192;

/** What the hook sees of a command line: that of a failing call is asked for by each kind of proposal. */
export const viewedLine = remembered(4, (line) => shellView(line.slice(0, LINE_MAX)));

/** A word that zsh takes for a glob, its own names left open: an address with a query, an option, a folder in brackets. */
function globForm(glob: string): string | null {
  if (/^https?:\/\/\S+\?/.test(glob)) return `https?:\\/\\/[^\\s'"]*\\?`;
  if (/^[\w./-]+\?[\w-]+=/.test(glob)) return `[\\w./-]+\\?[\\w-]+=`;
  if (/^[\w./()-]*\/\[+(?:\.{3})?\w+\]/.test(glob)) return `[\\w./()-]*\\/\\[[\\w.[]`;
  if (/^[\w.-]+\[[\w,-]+\]$/.test(glob)) return '[\\w.-]+\\[[\\w,-]+\\]';
  return glob.startsWith('--') ? escapeRegex(globStem(glob)) : null;
}

/** Patterns for what the shell itself refuses: they hold for every program. */
export function* shellProposals(input: SynthesisInput): Generator<string> {
  const glob = UNMATCHED_GLOB.exec(input.salient)?.[1];
  if (glob) {
    for (const command of viewedLine(input.failingLine).commands) {
      if (!command.text.includes(glob) || !/^[\w.+-]+$/.test(command.program)) continue;
      const form = globForm(glob);
      const ofForm = `raw:${called(command.program)}${OWN_WORDS}\\s${form}`;
      if (!glob.startsWith('--')) yield `${called(command.program)}.*${bounded(globStem(glob))}`;
      if (form !== null) yield ofForm;
    }
  }
  // Its backslashes are gone where the shell has read it.
  if (/[^\s'"]:\\/.test(input.failingLine) && /\b[A-Z]:\w/i.test(input.salient))
    yield `raw:${called(input.failing[0]!.program)}\\s+[A-Za-z]:\\\\\\w`;
  // A requirement without quotes: `pandas<2`.
  if (/: =?\d[\w.]*: No such file|no such file or directory: =?\d/.test(input.salient))
    yield `raw:${headOf(input.failing[0]!)}[^'"\\n]*\\w[<>]=?\\d`;
  const sourced =
    /^\S*?([\w.-]+):(?: line )?\d+:? (?:command not found|no matches found|\S+: command not found)/.exec(
      input.salient,
    )?.[1];
  if (sourced) yield `^(?:source|\\.)\\s+\\S*${escapeRegex(sourced)}(?:\\s|$)`;
  if (input.error.includes('\\!=') && input.failingLine.includes('!='))
    yield `raw:${headOf(input.failing[0]!)}.*${input.failingLine.includes('\\!=') ? '\\\\!=' : '!='}`;
  yield* quotingProposals(input);
  if (leavesWhole(input)) yield LOOP_OF_SET;
  const variable = READ_ONLY_VARIABLE.exec(input.salient)?.[1];
  // Further in than a script begins, an argument of another language may stand on a line of its own.
  if (variable)
    yield `raw:(?:(?:^|[;&|({]\\s*|\\n|\\b(?:do|then|export|local|readonly|typeset)\\s+)${variable}=|\\n\\s+${variable}=\\$)`;
  // What is echoed is data to the shell view.
  if (/(?:^|\s)=\S* not found/.test(input.salient)) yield `raw:${called('echo')}\\s+=`;
}

/** A loop over words with blanks, each of which `set --` is to split. */
const SPLIT_BY_SET = /\bfor (\w+) in ([^;\n]+)[;\n][\s\S]{0,200}?\bset -- \$\1\b/;
const LOOP_OF_SET = 'raw:(?:^|[;&|\\n]\\s*)for\\s+\\w+\\s+in\\s[^;\\n]*[;\\n]\\s*do\\s+set -- \\$\\w';
const WITH_BLANK = /["']([^"']* [^"']*)["']/g;

/** True where zsh left such a word whole, as the error shows. */
function leavesWhole({ error, failingLine }: SynthesisInput): boolean {
  const list = failingLine.includes('set -- ') ? (SPLIT_BY_SET.exec(failingLine)?.[2] ?? '') : '';
  return [...list.matchAll(WITH_BLANK)].some(([, item]) => error.includes(item!));
}

const OF_POWERSHELL =
  /ParserError|is not recognized as (?:the|a) name of|[Ee]xpression was expected|Unexpected token|Missing /;

/** What the first string in double quotes of a line holds, also behind a quote inside of it. */
const inString = (held: string): string => `raw:^[^'"]*(?:'[^']*'[^'"]*)?"[^"]*(?:\\\\"[^"]*)?${held}`;

/** Characters that the shell reads where they were meant as text, and scripts that one sed takes and the other does not. */
function* quotingProposals({ salient, error, failingLine, failing }: SynthesisInput): Generator<string> {
  // A folder such as `app/(shop)` without quotes.
  if (
    /near unexpected token `\('|number expected|unknown file attribute/.test(salient) &&
    failingLine.includes('/(')
  )
    yield `raw:${OUTSIDE_QUOTES}\\s[\\w.@/-]*\\/\\(\\w`;
  if (SPACE_TAKEN.test(salient) && /\\[ \t]+\n/.test(failingLine))
    yield `raw:${OUTSIDE_QUOTES}\\\\ [ \\t]*\\n`;
  if (salient.includes('looking for matching') && /"[A-Za-z]:\\[^"\n]*\\"(?:[\s;&|)]|$)/.test(failingLine))
    yield 'raw:"[A-Za-z]:\\\\[^"\\n]*\\\\"(?:[\\s;&|)]|$)';
  if (
    OF_POWERSHELL.test(error) &&
    /\b(?:powershell|pwsh)\b[^"'\n|;&]*\s"[^"]*\$[A-Za-z_{(]/i.test(failingLine)
  )
    yield `raw:^[^'"]*\\b(?:powershell|pwsh)(?:\\.exe)?\\b[^"'\\n|;&]*\\s"(?:[^"]*[^\\\\"])?\\$[A-Za-z_{(]`;
  if (/Missing argument in parameter list/.test(salient) && /\s-[\w.]+=[^\s"',]+,/.test(failingLine))
    yield `raw:^[^"']*\\b${escapeRegex(failing[0]!.program.replace(/^\W+/, ''))}\\b[^"']*\\s-[\\w.]+=[^\\s"',]+,`;
  if (/An object at the specified path \S+\[\S+ does not exist/.test(salient))
    yield `raw:${headOf(failing[0]!)}\\s[^-"']*\\[\\w+\\](?!.*-LiteralPath)`;
  if (/^rg: \S*\*\S*: IO error .*\(os error 123\)/.test(salient))
    yield `raw:${called('rg')}${OWN_WORDS}\\s[^\\s"'-][^\\s"']*\\*`;
  if (/event not found/.test(salient)) yield inString('![!"\\w]');
  if (/bad substitution/.test(salient) && /"[^"]*\$\{\w+[.(]/.test(failingLine))
    yield inString('\\$\\{\\w+[.(]');
  if (/^sed: .*extra characters after \\/.test(salient))
    yield `raw:${called('sed')}[^\\n]*\\/[aic]\\\\\\\\?\\w`;
}
