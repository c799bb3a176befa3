import type { OpenFailure } from '../../failure-state.ts';
import { code } from '../prose.ts';

/** Lines that the shell could not parse, and that are none of its own. */

interface Misread {
  said: string;
  remedy: string;
}

/** A statement of Python as the first line of a command. */
const PYTHON_LINE = /^\s*(?:import [\w.]+(?: as \w+)?(?:, [\w.]+)*|from [\w.]+ import [\w, ]+)[ \t]*\n/;

/** What the shell was given instead of a line of its own; null where the line says nothing of that. */
export function misreadLine({ call, salient }: Pick<OpenFailure, 'call' | 'salient'>): Misread | null {
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
export function openHereDocument(word: string, { call }: Pick<OpenFailure, 'call'>): Misread {
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
