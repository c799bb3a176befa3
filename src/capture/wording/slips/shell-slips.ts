import { escapeRegex } from '../../../triggers/escape-regex.ts';
import { unreadInput } from '../../../triggers/unread-input.ts';
import type { OpenFailure } from '../../failure-state.ts';
import {
  expandedCode,
  losesVariables,
  wordsOfCmd,
  wordsOfFish,
} from '../../failures/causes/misread-script.ts';
import {
  backtickRun,
  eatenPath,
  endsByLine,
  escapedQuote,
  isOwnKill,
  isSubstitutionEscaped,
  quoteOfDocument,
  redirectOfList,
  slashed,
  unsplitCommand,
  unsplitList,
  unsplitWords,
} from '../../failures/causes/misread-words.ts';
import { ofGoneShell } from '../../failures/causes/wrong-folder.ts';
import { code, cut } from '../prose.ts';
import type { Slip } from './call-slips.ts';

/** What the shell did to a command that was meant otherwise. */

/** A word that it took for another thing. */
function ofWords(open: OpenFailure): Slip | null {
  const { command } = open.call;
  if (backtickRun(open.salient, command))
    return {
      say: 'Backticks inside double quotes are run as a command, not kept as text',
      remedy: 'Put text with backticks into single quotes, or write each backtick as \\`.',
    };
  if (isOwnKill(open) && endsByLine(command))
    return {
      say: 'The shell stops itself: its own `CommandLine` matches too',
      remedy: 'Leave it out by `$_.ProcessId -ne $PID`, or stop what is meant by its process id.',
    };
  if (isOwnKill(open))
    return {
      say: `${code(/\bpkill\b/.test(command) ? 'pkill -f' : 'kill $(pgrep -f …)')} ends its own shell, whose command line holds the pattern`,
      remedy:
        'Write the pattern so that it does not match itself (`pkill -f "[n]ame"`), or kill by process id.',
    };
  const unread = open.salient === '' ? unreadInput(command) : null;
  if (unread)
    return {
      say: `${code(unread.by)} without ${code(unread.option)} hands no input on`,
      remedy: `Write ${code(`${unread.by} ${unread.option} …`)}, or give the text as a file or an argument.`,
    };
  const eaten = eatenPath(open.salient, command);
  return eaten === null
    ? null
    : {
        say:
          eaten.length > 18
            ? `The shell takes the backslashes out of ${code(cut(eaten, 36))}`
            : `The shell takes the backslashes out of the unquoted path ${code(eaten)}`,
        remedy: `Write the path with slashes, ${code(slashed(eaten))}, or put it into single quotes.`,
      };
}

/** Null where the shell's own words say it all. */
export const shellSlip = (open: OpenFailure): Slip | null =>
  ofWords(open) ?? ofScript(open) ?? ofSyntax(open);

/** What cmd.exe says of a word that it took for a program. */
const NO_PROGRAM_OF_CMD = /[`'"]([\w.+-]+)['"`] is not recognized as an internal or external command/;

/** The word behind a `|` or `&` in a quoted argument that a batch file handed on to cmd.exe; empty where there is none. */
export function wordOfCmd(error: string, command: string): string {
  const word = NO_PROGRAM_OF_CMD.exec(error)?.[1] ?? '';
  return word !== '' &&
    new RegExp(`(["'])(?:(?!\\1)[^\\n])*[|&]${escapeRegex(word)}(?:(?!\\1)[^\\n])*\\1`).test(command)
    ? word
    : '';
}

const isCommit = (command: string): boolean => /\bgit (?:-\S+ \S+ )?commit\b/.test(command);

/** What the shell, or the agent's tool, did to the words of the command. */
function ofSyntax({ call, error }: OpenFailure): Slip | null {
  const list = unsplitList(error, call.command);
  if (list)
    return {
      say: `zsh does not split ${code(`$${list}`)}: its whole list is taken for one name`,
      remedy: `Write the names out, or use an array (${code(`${list}=(a b)`)}, ${code(`"\${${list}[@]}"`)}), or ${code(`\${=${list}}`)}.`,
    };
  const words = unsplitWords(error, call.command);
  if (words)
    return {
      say: `zsh does not split ${code(`$${words}`)}: ${code(`set -- $${words}`)} sets one word`,
      remedy: `Write ${code(`set -- \${=${words}}`)} in zsh, or take the parts out of it (${code(`\${${words}%% *}`)}, ${code(`\${${words}#* }`)}).`,
    };
  const held = unsplitCommand(error, call.command);
  if (held)
    return {
      say: `The shell takes all of ${code(`$${held}`)} for the name of one program: it does not split it`,
      remedy: `Write a function (${code('run() { PROGRAM ARGS "$@"; }')}) in place of a command in a variable; in zsh ${code(`\${=${held}}`)} splits it.`,
    };
  const quote = quoteOfDocument(error, call.command);
  if (quote)
    return {
      say: `A ${quote === "'" ? 'single ' : ''}quote in the here-document inside of \`$(…)\` is taken for an open one`,
      remedy: `Pass the text without \`$(…)\`, ${isCommit(call.command) ? "`git commit -F - <<'EOF'`" : "by `<<'EOF'` alone"} or a file, or leave such quotes out: bash as old as that of macOS counts them there.`,
    };
  const redirect = redirectOfList(error, call.command);
  if (redirect)
    return {
      say: `A \`for\` takes no ${code(redirect)} between its list and \`do\``,
      remedy: `Put ${code(redirect)} behind \`done\`, or ask inside of the loop (\`[ -e "$f" ] || continue\`).`,
    };
  const path = escapedQuote(error, call.command);
  if (path)
    return {
      say: `The backslash at the end of ${code(cut(`"${path}\\"`, 40))} escapes the quote behind it`,
      remedy: `Leave the last backslash out, or write the path with slashes: ${code(`"${slashed(path)}"`)}.`,
    };
  if (/\bParserError\b/.test(error) && call.command.includes('\\"'))
    return {
      say: 'PowerShell knows no `\\"`: in double quotes it ends the string',
      remedy: 'Put such a text into single quotes (`\'a"b\'`), or write the quote as `` `" ``.',
    };
  return isSubstitutionEscaped(error, call.command)
    ? {
        say: 'The tool takes `$(…)` apart: the shell reads it as `\\$ (…)`',
        remedy: 'Put the script into a file and run that, or do without `$(…)` behind an assignment.',
      }
    : null;
}

/** What worked was given files where it had been given pipes. */
export function fromPipes({ call, culprit, correction }: OpenFailure): Slip | null {
  if (!culprit || correction?.tool !== 'Bash' || correction.command.includes('<(')) return null;
  const { program, sub } = culprit;
  const name = [program, sub].filter(Boolean).join(' ');
  if (!new RegExp(`(?:^|[\\s;&|])${escapeRegex(name)}\\s[^|;&\\n]*<\\(`).test(call.command)) return null;
  if (!correction.parts.some((part) => part.program === program && part.sub === sub)) return null;
  return {
    say: `${code(cut(name, 40))} does not read what \`<(…)\` gives it`,
    remedy: 'Write it to files first, and name those: `<(…)` is a pipe, read once and from its start.',
  };
}

/** A script for another shell than the one that read it. */
function ofScript({ call, error }: OpenFailure): Slip | null {
  if (call.nativeTool === 'PowerShell') return null;
  if (losesVariables(error, call.command))
    return {
      say: 'The shell expands the `$…` of PowerShell code that stands in double quotes',
      remedy:
        "Put the code into single quotes (`powershell -Command '…'`) or into a `.ps1` file run with `-File`, or write each `$` as `\\$`.",
    };
  const expanded = expandedCode(error, call.command);
  if (expanded !== '')
    return {
      say: `The shell expands ${code(cut(expanded, 20))} of code that stands in double quotes`,
      remedy: 'Put the code into single quotes, into a file, or into a quoted here-document.',
    };
  const fish = wordsOfFish(error, call.command);
  if (fish !== '')
    return {
      say: `${code(cut(fish, 24))} is written for fish, and this shell is none`,
      remedy:
        "Write it for this shell (`NAME=$(command)`, `export NAME=value`, `&&`, `do … done`, `then … fi`), or run it by `fish -c '…'`.",
    };
  const words = wordsOfCmd(error, call.command);
  return words === ''
    ? null
    : {
        say: `${code(words)} is written for cmd.exe, and this shell is none`,
        remedy:
          'Write it for this shell (`[ -e PATH ] || mkdir -p PATH`, `ls`, `cat`, `rm -rf`), with slashes in paths, or run it by `cmd //c "…"`.',
      };
}

/** The folder that the shell stood in is gone. */
export const shellGone = (open: OpenFailure): Slip | null =>
  ofGoneShell(open)
    ? {
        say: 'The shell fails at all it is given: its folder may be gone',
        remedy:
          'Never remove the folder that the shell stands in: `cd` to the root of the project before. Once it is gone, make it anew with a tool that writes files, or have the session started again.',
      }
    : null;
