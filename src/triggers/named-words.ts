import { UNMATCHED_GLOB } from '../text/known-messages.ts';
import { remembered } from '../text/remembered.ts';
import { notFound } from '../text/shell-says.ts';

const NAMED =
  /(?:flags?|options?|commands?|arguments?|fields?|switch|parameters?|targets?|scripts?|modules?|packages?|defined|variable|shorthand|column|relation|stat|open):? (-{0,2}[\w.:@/*-]{2,120})/gi;

/** What a message calls missing is not the word of the command that is called so. */
const MISSING = /\bmissing (?:required )?(?:argument|operand|parameter)s?:? [`'"<]?(\w[\w-]*)/i;

/** The argument that a message calls missing. */
export const missingWord = (salient: string): string | undefined => MISSING.exec(salient)?.[1];

/** Docker, Podman and Homebrew repeat the command up to the word that they do not know: `unknown command: docker pss`. */
const AT_END = /(?:unknown|unrecogni[sz]ed) (?:\w+ )?command:? [`'"]?(?:[\w-]+ ){1,3}([\w-]+)[`'"]?$/im;

/** Whole, so none that goes on with a letter beyond ASCII. */
const FLAG = /(?<=[\s:'"`(])(-{1,2}[A-Za-z][\w-]{0,40})(?![\w\p{L}\p{M}-])/gu;

/** Words that an error puts in quotes or names after a colon, most specific first. */
export const namedWords = remembered(16, (salient: string): readonly string[] => {
  const words: string[] = [];
  for (const match of salient.matchAll(/[`'"‘“]([^`'"’”\s]{2,60})[`'"’”]/g)) words.push(match[1]!);
  for (const match of salient.matchAll(NAMED)) words.push(match[1]!.replace(/[.,;:]+$/, ''));
  for (const match of salient.matchAll(FLAG)) words.push(match[1]!);
  const dashed = /(?:(?:illegal|invalid|unknown) option -- |unknown switch )[`']?(\w)\b/.exec(salient);
  if (dashed) words.push(`-${dashed[1]}`);
  const glob = UNMATCHED_GLOB.exec(salient);
  if (glob) words.push(glob[1]!);
  const run = notFound(salient);
  if (run) words.push(`\`${run}`);
  const last = AT_END.exec(salient);
  if (last) words.push(last[1]!);
  const missing = missingWord(salient);
  return [...new Set(words)].filter((word) => word !== missing);
});

/** The word of an expression around a column (1-based) that a parser names; null where there is none. */
export function wordAt(text: string, column: number): string | null {
  if (column > text.length + 1) return null;
  const before = /[\w.[\]:"]{0,40}$/.exec(text.slice(0, column))?.[0] ?? '';
  const after = /^[\w.[\]:"]{0,20}/.exec(text.slice(column))?.[0] ?? '';
  return /\w/.test(before + after) ? before + after : null;
}

/** The program that an error says is not there, or null. */
export function missingProgram(salient: string): string | null {
  const found =
    /(?:command not found:|No version is set for command) ([\w.+-]+)(?![\w.+-]*=)/.exec(salient) ??
    /(?:(?:^|[\s:])([\w.+-]+): command|(?:^|: ?|\d )([\w.+-]+):) not found/.exec(salient) ??
    /[`'"]([\w.+-]+)['"`] (?:is not recognized as|could not be found in this WSL)/.exec(salient) ??
    /^([\w.+-]+) must be installed\b/.exec(salient);
  const name = found?.[1] ?? found?.[2] ?? '';
  return /^\w.*$/.test(name) && /[A-Za-z]/.test(name) ? name : null;
}
