import type { OpenFailure } from '../../failure-state.ts';
import { code, firstFit } from '../prose.ts';
import { linesOf } from './changed-line.ts';
import { mendedBy } from './mended-by.ts';

/** A name that is used without its import, as the line shows that was added for it. */

/** A name that the code does not know. */
const UNKNOWN =
  /\bundefined: (\w+)\b(?!\.)|\b[Uu]ndefined name [`'"](\w+)|\bname '(\w+)' is not defined|Cannot find name '(\w+)'|'(\w+)' is not defined|cannot find (?:\w+(?: or \w+)* )?[`'](\w+)[`'] in this scope|failed to resolve: use of undeclared \w+ [`'](\w+)/;

/** A line that brings names of elsewhere; in Go one of its block of imports. */
const IMPORTS = /^(?:(?:import|from|use|require|include)\b|(?:const|let|var) .*\brequire\()/;

function brings(line: string, name: string): boolean {
  if (IMPORTS.test(line)) return new RegExp(`\\b${name}\\b`).test(line);
  return new RegExp(`^(?:${name} )?"(?:[^"]*/)?(?:go-)?${name}(?:/v\\d+|\\.v\\d+)?"$|^${name} "[^"]+"$`).test(
    line,
  );
}

/** The summary of it; empty for other errors, and where nothing shows that an import was missing. */
export function unimported(open: OpenFailure, message: string): string {
  const name = UNKNOWN.exec(message)?.slice(1).find(Boolean);
  if (name === undefined) return '';
  const [file] = mendedBy(open)?.files ?? [];
  const isBrought = open.edits.some(({ old, new: now }) => {
    const before = linesOf(old);
    return linesOf(now).some((line) => !before.includes(line) && brings(line, name));
  });
  if (!isBrought || file === undefined) return '';
  const told = `uses ${code(name)} without importing it`;
  return firstFit([`${file} ${told}`], [`The code ${told}`]);
}
