import { linesOf } from './changed-line.ts';

/** What a changed line does not say by itself: where a new name of it comes from, or what stands in its block. Pure. */

const NAME = /[A-Za-z_]\w+/g;
const STRING = /"[^"]*"|'[^']*'|`[^`]*`/g;
const BLOCK_CHARS_MAX = 150;
const NAMES_MAX = 12;
const LINE_CHARS_MAX = 300;

const namesIn = (line: string): string[] => [...new Set(line.replace(STRING, '').match(NAME) ?? [])];

/** A line that says what a function or a type is: its own names are its arguments'. */
const DEFINITION =
  /^(?:[\w ]{0,40} )?(?:func|def|fn|function|class|type|interface|struct|enum)\*? (?:\([^)]*\) )?(\w+)/;
const ASSIGNMENT =
  /^(?:(?:export|const|let|var|my|local|static|final|auto|val) +)*([\w, ]+?)(?:: ?[^=]+?)? *(?::=|=(?!=))/;

/** True where a line gives a name its meaning. */
function defines(line: string, name: string): boolean {
  const plain = line.slice(0, LINE_CHARS_MAX).replace(STRING, '""');
  const assigned = ASSIGNMENT.exec(plain)?.[1]?.split(/[, ]+/);
  return assigned?.includes(name) || DEFINITION.exec(plain)?.[1] === name;
}

/** Declares a name without a value, as what was assigned and declared at once needs once it is only assigned. */
const declares = (line: string, name: string): boolean =>
  new RegExp(`^(?:var )?${name} +[\\w*[\\].]+$`).test(line);

/** A line that was declared where it was assigned, and only assigns now. */
function onlyAssigns(gone: string, come: string): boolean {
  return gone.includes(':=') && gone.replace(':=', '=') === come;
}

/**
 * The line brought beside a changed one that it does not work without: what gives its new name a meaning.
 * @param before the text that was there
 * @param brought all lines that were brought
 */
export function restsOn(
  { gone, come }: { gone: string; come: string },
  before: string,
  brought: readonly string[],
): string {
  if (DEFINITION.test(come)) return '';
  const others = brought.filter((line) => line !== come);
  const names = namesIn(come);
  if (onlyAssigns(gone, come)) return others.find((line) => names.some((name) => declares(line, name))) ?? '';
  const known = new Set(namesIn(before));
  const fresh = names.filter((name) => !known.has(name) && !defines(come, name)).slice(0, NAMES_MAX);
  return others.find((line) => fresh.some((name) => defines(line, name))) ?? '';
}

/** A line that opens a block of one statement, with that and its end: `if x { return }`. */
export function wholeBlock(line: string, text: string): string {
  const lines = linesOf(text);
  const at = lines.indexOf(line);
  if (at < 0 || !line.endsWith('{') || lines[at + 2] !== '}') return line;
  const block = `${line} ${lines[at + 1]} }`;
  return block.length <= BLOCK_CHARS_MAX ? block : line;
}

const GOES_ON = /(?:\|\||&&|(?<=\s)(?:and|or))$/;

/** A line that ends in the midst of a condition, with the next one. */
export function wholeCondition(line: string, text: string): string {
  if (!GOES_ON.test(line)) return line;
  const lines = linesOf(text);
  const next = lines[lines.indexOf(line) + 1];
  const whole = `${line} ${next}`;
  return next !== undefined && whole.length <= BLOCK_CHARS_MAX + 20 ? whole : line;
}
