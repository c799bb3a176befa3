import { anyOf } from '../../../text/any-of.ts';

/** What one command line prints between the banners that it prints itself: `go vet; echo "--- tests"; go test`. */

interface Section {
  command: string;
  text: string;
}

const BANNER =
  /(?<![|(]\s{0,3}|\{ ?|\bthen |\belse |\bdo )\becho +(?:-e +)?(?:"([^"'$`\\\n]{2,80})"|'([^"'$`\\\n]{2,80})'|([\w=:.#-]{2,80}))(?= *(?:[;&\n]|$))/g;
/** A banner that asks, or says that what follows is to fail. */
const FORESEES = anyOf(
  [
    /\?|\b(?:no|without|not|bad|wrong|unknown|missing|should|negative)\b|\bexpect/,
    /\b(?:in|non)(?:valid|exist)|\b(?:fail|error|reject|refus|den(?:y|ied))|\bun\w{3,12}able\b/,
  ],
  { flags: 'i' },
);
const TEXT_CHARS_MAX = 16_000;
const COMMAND_CHARS_MAX = 4000;
const BANNERS_MAX = 12;
/** Operators at both ends of a piece of a command line. */
const ENDS = /^[\s;&|]+|[\s;&|]+$/g;

/** True where no quotation is open at the end. */
function isWhole(piece: string): boolean {
  let open = '';
  for (let at = 0; at < piece.length; at++) {
    const char = piece[at]!;
    if (char === '\\' && open !== "'") at++;
    else if (char === open) open = '';
    else if (open === '' && (char === '"' || char === "'")) open = char;
  }
  return open === '';
}

/** Where a line of a text is all that `line` says, from `from` on; -1 where none is. */
function lineAt(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at >= 0; at = text.indexOf(line, at + 1)) {
    const end = text.charCodeAt(at + line.length);
    if ((at === 0 || text[at - 1] === '\n') && (Number.isNaN(end) || end === 10 || end === 13)) return at;
  }
  return -1;
}

/** The pieces of a command line with what each printed; none where the line prints no banners, or they are not told apart. */
export function sections(command: string, text: string): Section[] {
  if (!command.includes('echo ') || text.length > TEXT_CHARS_MAX || command.length > COMMAND_CHARS_MAX)
    return [];
  const found: Section[] = [];
  let [commandAt, textAt, foreseen] = [0, 0, false];
  for (const match of command.matchAll(BANNER)) {
    const words = match[1] ?? match[2] ?? match[3]!;
    const at = lineAt(text, words, textAt);
    const piece = command.slice(commandAt, match.index);
    if (at < 0 || found.length >= BANNERS_MAX) continue;
    if (piece.includes('<<') || !isWhole(piece)) return [];
    if (!foreseen) found.push({ command: piece.replace(ENDS, ''), text: text.slice(textAt, at) });
    foreseen = FORESEES.test(words);
    commandAt = match.index + match[0].length;
    textAt = at + words.length + 1;
  }
  if (commandAt > 0 && !foreseen)
    found.push({ command: command.slice(commandAt).replace(ENDS, ''), text: text.slice(textAt) });
  return found.filter((each) => each.command !== '' && each.text.trim() !== '');
}
