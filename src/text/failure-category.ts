import type { FailureCategory } from '../model/failure.ts';

const PERMISSION =
  /permission denied|access is denied|\bE(?:ACCES|PERM)\b|operation not permitted|not authori[sz]ed|unauthori[sz]ed|\b40[13]\b.{0,40}forbidden|requires? (?:root|sudo|approval)|read-only file system/i;
const PATH =
  /no such file or directory|\bENO(?:ENT|TDIR)\b|\bEISDIR\b|not a directory|is a directory|cannot find (?:the )?(?:path|file|module|package)|file (?:does not|doesn't) exist|(?:path|file|directory)\b.{0,120}\bnot found|cannot access '|module ?not ?found/i;
const SYNTAX =
  /syntax ?error|parse ?error|unexpected (?:token|identifier|end of|indent)|unterminated|unrecogni[sz]ed (?:option|argument)|(?:invalid|unknown|illegal) (?:option|argument|syntax|flag)|unexpected argument|\busage:/i;

/** Kind of a failure, as `errors.jsonl` names it, from the text of its error. */
export function failureCategory(error: string): FailureCategory {
  const head = error.slice(0, 8192);
  if (PERMISSION.test(head)) return 'permission_error';
  if (PATH.test(head)) return 'path_error';
  if (SYNTAX.test(head)) return 'syntax_error';
  return 'action_error';
}
