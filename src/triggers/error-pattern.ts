import { generaliseLine } from '../text/fingerprint.ts';
import { NOT_IN_REGISTRY } from '../text/known-messages.ts';
import { oneLine } from '../text/one-line.ts';
import { REDACTED } from '../text/redact-marker.ts';
import { notFoundOf } from '../text/shell-says.ts';
import { escapeRegex } from './escape-regex.ts';
import { missingProgram } from './named-words.ts';

const ERROR_SOURCE_MAX = 300;
/** Unbounded gaps that the compiler takes in one pattern, less one for safety. */
const GAPS_MAX = 5;
/** What a package manager says where all is well, too. */
export const SAYS_THERE = /^Requirement already satisfied: |\bNo available upgrade found\b/m;
/** Words that every failure has. */
const GENERAL =
  /^(?:exit|exited|status|error|errors|failed|failure|fatal|command|process|code|with|the|and|test|tests|build|run|not|was|for)$/i;
/** Words of any program about its arguments: without what it names they meet every other one. */
const OF_USAGE =
  /^(?:unexpected|unknown|unrecogni[sz]ed|invalid|illegal|bad|no|such|extra|got|arguments?|options?|flags?|commands?|subcommands?|parameters?|values?|found|provided|defined|usage|is|are|required|missing)$/i;
const QUOTE_CLASS = '[\'"`‘’“”]';

/** What stands before a shell's own message: its name, and a line of the call. */
const SHELL_PREFIX =
  /^(?:\(eval\)|zsh|-?bash|sh|(?:\/usr)?\/bin\/\w*sh):(?: ?eval:)?(?: ?-c:)?(?: ?line)?(?: ?\d+:)? ?/;

/** What the system says of any file, also in the words of a runtime. */
const BARE =
  /^[\s:]*(?:\w*error:\s*)?(?:E[A-Z]+:\s*|\[Errno\s.{0,4}\]\s*)?(?:no such file or directory|permission denied|operation not permitted|is a directory|not a directory|file exists|connection refused)(?:,\s*(?:open|l?stat|scandir|mkdir|unlink|access|copyfile|read|rmdir|spawn))?[\s:.]*$/i;

/** What a service answers to any request. */
const STATUS_ALONE =
  /^(?:[\w.-]+:\s)?(?:error:?\s)?(?:HTTP\s)?(?:\d{3}\s)?(?:not found|forbidden|unauthori[sz]ed|bad request|conflict|internal server error|bad gateway|service unavailable)\s?(?:\(HTTP\s\d{3}\)|\(\d{3}\))?[\s.]*$/i;

const ECHO_CHARS_MIN = 40;

/** Without the command, where the message repeats it behind a colon. */
function withoutCall(line: string, command: string): string {
  for (const colon of line.matchAll(/: (?=(\S+))/g)) {
    const rest = line.slice(colon.index + 2);
    if (colon.index > 12 && rest.length > ECHO_CHARS_MIN && command.includes(`${colon[1]} `)) {
      const words = rest.split(/\s+/).slice(0, 6);
      if (words.filter((word) => command.includes(word)).length >= 5) return line.slice(0, colon.index + 1);
    }
  }
  return line;
}

/** zsh takes a word that begins with `=` for a command; which word it was does not matter. */
function rulerPattern(salient: string): string | null {
  return /(?:^|[\s:])=\S* not found/.test(salient) ? '(?:^|[\\s:])=\\S* not found' : null;
}

/** A flag that was run as a program: a line break had split its command. */
function splitPattern(salient: string): string | null {
  if (/command not found: -\S/.test(salient)) return 'command not found: -\\S';
  return /(?:^|[\s:])-\S+: command not found/.test(salient) ? '(?:^|[\\s:])-\\S+: command not found' : null;
}

const POSITION = /^(?:\[[\w:.-]+\] )?\S+\.\w{1,5}:\d+(?::\d+)?:?\s+/;

/** Names the package that a registry does not have. */
function unknownPackage(salient: string): string | null {
  const name = NOT_IN_REGISTRY.exec(salient)?.[1];
  return name === undefined ? null : `404\\s.*${QUOTE_CLASS}${escapeRegex(name)}(?:@\\S*)?${QUOTE_CLASS}\\s`;
}

/** What a shell cannot parse says something by the word that it stopped at alone. */
function tokenPattern(salient: string): string | null {
  const [, said, token] =
    /\b(syntax error near unexpected token|parse error near) [`'](\S{1,12})'/.exec(salient) ?? [];
  if (said === undefined) return null;
  return `${said} ${QUOTE_CLASS}${escapeRegex(token!)}${QUOTE_CLASS}`;
}

/** Names the program that is not there: every shell says it in its own words. */
function absentPattern(salient: string): string | null {
  const name = missingProgram(salient);
  if (name === null) return null;
  const word = escapeRegex(name);
  if (/ is not recognized as/.test(salient))
    return `${QUOTE_CLASS}${word}${QUOTE_CLASS}\\sis\\snot\\srecognized\\sas`;
  return /No version is set/.test(salient)
    ? `No version is set for command ${word}(?:\\s|$)`
    : notFoundOf(word);
}

/**
 * A pattern for the error: its salient line with what varies left open. Null where the line is too short or too
 * general to tell one error from another, or where the pattern does not find the line it was made from.
 * @param error the whole text that the line is from, with its own spaces
 */
export function errorPattern(
  salient: string,
  calls: { failing: string; corrected: string | null } | null = null,
  error = '',
): string | null {
  if (SAYS_THERE.test(salient)) return null;
  const own =
    absentPattern(salient) ??
    unknownPackage(salient) ??
    rulerPattern(salient) ??
    splitPattern(salient) ??
    tokenPattern(salient);
  if (own !== null && isFound(own, salient)) return own;
  const said = salient.replace(SHELL_PREFIX, '').replace(POSITION, '');
  const line = calls ? withoutCall(said, calls.failing) : said;
  const open = line.replaceAll(REDACTED, '<secret>');
  const named = withPlaces(calls ? withoutNames(open, calls) : open);
  const general = named.replace(/^(?:<\w+>[\s:]*)+/, '');
  const { source, gaps } = withGaps(general);
  const literal = source.replace(/\.\*|\\s/g, ' ').replace(/\\/g, '');
  const words = literal.match(/[\p{L}]{2,}/gu) ?? [];
  if (words.length < 2 || words.every((word) => GENERAL.test(word))) return null;
  if ((gaps > 0 || general !== named) && words.every((word) => GENERAL.test(word) || OF_USAGE.test(word)))
    return literally(line);
  if (literal.replace(/[^\p{L}]/gu, '').length < 10) return null;
  if (BARE.test(literal) || STATUS_ALONE.test(literal)) return null;
  return isFound(source, oneLine(salient)) ? asPrinted(source, error) : null;
}

/** The text as a pattern, each `<what varies>` as a gap, up to a few gaps and so many characters. */
function withGaps(text: string): { source: string; gaps: number } {
  let source = '';
  let gaps = 0;
  for (const piece of text.split(/(<\w+>|'|\s+)/)) {
    if (piece === '') continue;
    if (/^<\w+>$/.test(piece)) {
      if (source === '' || gaps >= GAPS_MAX) break;
      source += '.*';
      gaps++;
    } else if (piece === "'") source += `${QUOTE_CLASS}`;
    else if (/^\s+$/.test(piece)) source += '\\s';
    else source += escapeRegex(piece);
    if (source.length > ERROR_SOURCE_MAX) break;
  }
  return { source: trimOpenEnd(source).replace(/(?:\.\*){2,}/g, '.*'), gaps };
}

const LITERAL_CHARS_MAX = 120;

/** The line as it is. */
function literally(line: string): string | null {
  const text = line.trim();
  if (text.length > LITERAL_CHARS_MAX || text.includes(REDACTED)) return null;
  return escapeRegex(text)
    .replace(/\s+/g, '\\s')
    .replace(/['"`]/g, () => QUOTE_CLASS);
}

/** A line that the program pads, or breaks behind a colon, has more than one space there. */
function asPrinted(source: string, error: string): string {
  if (error === '' || isFound(source, error)) return source;
  // Not beside a gap, which takes them already: two repetitions side by side can run away.
  const padded = source.replace(/(?<!\.\*)\\s(?!\.\*)/g, '\\s+');
  if (isFound(padded, error)) return padded;
  // A second line stands behind the first without the words that every line of it begins with.
  const first = source.slice(0, Math.max(0, source.lastIndexOf(':\\s')));
  return (first.match(/[\p{L}]{2,}/gu)?.length ?? 0) > 2 && isFound(first, error) ? first : source;
}

const PATHS =
  /(?<![\w<./-])(?:[A-Za-z]:)?(?:~|\.{1,2})?(?:[\\/][\w@.+~!-]+){2,}|(?:[\w@.+!-]+[\\/])+[\w@.+!-]+/g;
/** A part of a path that stays the same from run to run. */
const STEADY = /^(?!\.{1,2}$)(?!.*(?:\d{4,}|[0-9a-f]{10,}))[A-Za-z_.][\w.+-]+$/i;
const ROOT = /^(?:tmp|var|private|Users|home)$/;
/** Names of caches, objects and locks, anew with each run. */
const RUN_TAIL = /(?:[\\/][0-9a-f]{2})?[\\/](?=[^\\/]*\d)[0-9a-f]{12,}[^\\/]*$/i;
/** A number that tells what went wrong. */
const STATUS = /\bHTTP \d{3}\b|\berror \d{3,5}\b|\bERROR \d{4}\b/;
const KEPT = new RegExp(`${PATHS.source}|${STATUS.source}`, 'g');
const LOCATED =
  /operation not permitted|permission denied|read-only file|no such file|not a directory|is a directory|does not exist|did not match|cannot find (?:module|package)|could not import|no required module|not found/i;

/**
 * The line with what varies taken out. Where it says that a place is not there, the end of the place stays: without
 * it the pattern would meet every missing file.
 */
function withPlaces(line: string): string {
  if (!LOCATED.test(line) && !STATUS.test(line)) return generaliseLine(line);
  let out = '';
  let at = 0;
  for (const match of line.matchAll(KEPT)) {
    const kept = STATUS.test(match[0]) ? match[0] : `<path>${stableEnd(match[0])}`;
    out += `${between(line.slice(at, match.index))}${kept}`;
    at = match.index + match[0].length;
  }
  return `${out}${between(line.slice(at))}`.trim();
}

/** Generalised, with the spaces at its ends. */
function between(text: string): string {
  const general = generaliseLine(text);
  return general === '' ? text : `${/^\s/.test(text) ? ' ' : ''}${general}${/\s$/.test(text) ? ' ' : ''}`;
}

function stableEnd(path: string): string {
  const parts = path.replace(RUN_TAIL, '').split(/[\\/]/);
  for (let last = parts.length - 1; last > 0; last--) {
    const pair = parts.slice(last - 1, last + 1);
    if (!pair.every((part) => STEADY.test(part)) || ROOT.test(pair[0]!)) continue;
    const end = pair.join('/');
    return path.endsWith(end) ? end : `${end}<path>`;
  }
  return '';
}

/** What a thing of this project or moment is called: `branch fix-3`, `container web`. */
const THING =
  /\b(branch|container|image|pod|service|user|database|relation|host|project|worktree|release|volume|network) ([\w.-]*[\w-])(?= )/g;

/** The line without names that only this call had: those that its correction repeats, and names of things. */
function withoutNames(salient: string, calls: { failing: string; corrected: string | null }): string {
  const known = new Set(calls.failing.split(/[\s'"`;|&]+/));
  let text = salient.replace(THING, (whole, noun: string, name: string) =>
    known.has(name) ||
    /^(?:is|was|has|does|not|already|with|named|name|on|in|of|to|and|or|from|for|that|which)$/.test(name)
      ? whole
      : `${noun} <name>`,
  );
  const [program = ''] = (calls.corrected ?? '').split(/\s+/);
  for (const word of new Set((calls.corrected ?? '').split(/[\s'"`;|&]+/).slice(1, 60))) {
    const isName = word !== program && /^[A-Za-z][\w./@-]{3,60}$/.test(word) && /[-_./\d]/.test(word);
    if (isName) text = text.replaceAll(word, '<name>');
  }
  return text;
}

/** Takes off what is open or cut at the end of a pattern. */
function trimOpenEnd(source: string): string {
  let end = source;
  for (let before = ''; before !== end; ) {
    before = end;
    if (end.endsWith('.*')) end = end.slice(0, -2);
    else if (end.endsWith(QUOTE_CLASS)) end = end.slice(0, -QUOTE_CLASS.length);
    else if (/(?<!\\)(?:\\\\)*\\s$/.test(end)) end = end.slice(0, -2);
    else if (/(?:^|[^\\])[:(,]$/.test(end)) end = end.slice(0, -1);
    else if (/\\[([{]$/.test(end)) end = end.slice(0, -2);
  }
  return end;
}

function isFound(source: string, text: string): boolean {
  try {
    return new RegExp(source).test(text);
  } catch {
    return false;
  }
}
