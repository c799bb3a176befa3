import { TAKES_CODE } from '../../shell/programs.ts';

/** Code that stands on the command line: an argument of its interpreter, or a here-document. */

const DOCUMENT = /<<-?\s*['"]?\w/;
const GIVEN = new RegExp(
  `\\b(?:${TAKES_CODE.source})\\b[^|;&\\n]{0,200}? (?:-(?:[cer]|-eval|-execute)\\b|-(?= *<<)|<<)`,
);
const FROM_DOCUMENT = new RegExp(
  `^[^\\n|;&]{0,200}\\b(?:${TAKES_CODE.source})\\b[^\\n|;&>]{0,100}${DOCUMENT.source}`,
);

/** A text of PowerShell's, or a here-document, that is piped to an interpreter. */
const PIPED = new RegExp(
  `(?:^|[\\n;] *)(?:@(['"])\\r?\\n[\\s\\S]{1,8000}?\\n\\1@|cat ${DOCUMENT.source}\\w*['"]?) *\\| *(?:${TAKES_CODE.source})\\b`,
);

/** True where an interpreter is given code as an argument, or as its input. */
export const givesCode = (command: string): boolean => GIVEN.test(command) || PIPED.test(command);

/** True where a command begins with an interpreter that reads its script from a here-document. */
export const readsDocument = (command: string): boolean => FROM_DOCUMENT.test(command);

/** A script that is written by the same line that runs it. */
const WRITTEN_BESIDE = /\bcat\s*>\s*\S+\s*<<|<<-?\s*['"]?\w+['"]?\s*>\s*\S+/;

/** True where a command writes a script, whose text it holds, before it runs it. */
export const writesScript = (command: string): boolean =>
  command.includes('<<') && WRITTEN_BESIDE.test(command);

/** True where the text of a script stands on the command line: as an argument, as input, or to be written first. */
export const holdsScript = (command: string): boolean => givesCode(command) || writesScript(command);

const QUOTED = new RegExp(
  `(?:\\b(?:${TAKES_CODE.source}) -(?:e|c|r|p|pe|ne) ?|\\s--(?:eval|execute)[= ])(?:"((?:[^"\\\\]|\\\\[\\s\\S])*)"|'([^']*)')`,
);

interface QuotedCode {
  text: string;
  isDouble: boolean;
  /** What stands on the line behind it. */
  behind: string;
}

/** The code that an interpreter is given between quotes; null where it is given none. */
export function quotedCode(command: string): QuotedCode | null {
  const found = QUOTED.exec(command);
  if (found === null) return null;
  const [all, double, single = ''] = found;
  const behind = command.slice(found.index + all.length);
  return { text: double ?? single, isDouble: double !== undefined, behind };
}
