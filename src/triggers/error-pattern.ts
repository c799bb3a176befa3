import { generaliseLine } from '../text/fingerprint.ts';
import { escapeRegex } from './escape-regex.ts';

const ERROR_SOURCE_MAX = 300;
/** Unbounded gaps that the compiler takes in one pattern, less one for safety. */
const GAPS_MAX = 5;
/** Words that every failure has. */
const GENERAL =
  /^(?:exit|exited|status|error|errors|failed|failure|fatal|command|process|code|with|the|and|test|tests|build|run|not|was|for)$/i;
const QUOTE_CLASS = '[\'"`‘’“”]';

/**
 * A pattern for the error: its salient line with what varies left open. Null where the line is too short or too
 * general to tell one error from another, or where the pattern does not find the line it was made from.
 */
export function errorPattern(
  salient: string,
  calls: { failing: string; corrected: string | null } | null = null,
): string | null {
  const general = generaliseLine(calls ? withoutNames(salient, calls) : salient).replace(
    /^(?:<\w+>[\s:]*)+/,
    '',
  );
  let source = '';
  let gaps = 0;
  for (const piece of general.split(/(<\w+>|'|\s+)/)) {
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
  source = trimOpenEnd(source).replaceAll('.*.*', '.*');
  const literal = source.replace(/\.\*|\\s/g, ' ').replace(/\\/g, '');
  const words = literal.match(/[\p{L}]{2,}/gu) ?? [];
  if (words.length < 2 || words.every((word) => GENERAL.test(word))) return null;
  if (literal.replace(/[^\p{L}]/gu, '').length < 10) return null;
  return isFound(source, salient.replace(/\s+/g, ' ')) ? source : null;
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
    else if (end.endsWith('\\s')) end = end.slice(0, -2);
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
