/** Patterns of other tools, rewritten for our matcher without a change of meaning. Pure. */

/** A literal text as a regular expression, as users write one and files keep it: slashes stay. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Lower and upper case of every letter outside of escapes: `a` → `[aA]`, inside a class `a` → `aA`. */
export function foldCase(source: string): string {
  let out = '';
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] as string;
    if (char === '\\') {
      const length = escapeLength(source, at);
      out += source.slice(at, at + length);
      at += length - 1;
    } else if (source.startsWith('(?<', at) && /[A-Za-z]/.test(source[at + 3] ?? '')) {
      const end = source.indexOf('>', at);
      out += source.slice(at, end + 1);
      at = end;
    } else {
      if (char === '[') inClass = true;
      else if (char === ']') inClass = false;
      out += foldChar(source, at, inClass);
    }
  }
  return out;
}

function foldChar(source: string, at: number, inClass: boolean): string {
  const char = source[at] as string;
  const [lower, upper] = [char.toLowerCase(), char.toUpperCase()];
  if (lower === upper || lower.length !== 1 || upper.length !== 1) return char;
  if (!inClass) return `[${lower}${upper}]`;
  const partOfRange =
    (source[at + 1] === '-' && source[at + 2] !== ']') || (source[at - 1] === '-' && source[at - 2] !== '[');
  return partOfRange ? foldRange(source, at) : `${lower}${upper}`;
}

/** The second end of a range closes it; the same range in the other case follows. */
function foldRange(source: string, at: number): string {
  const char = source[at] as string;
  const start = source[at - 2];
  if (source[at - 1] !== '-' || start === undefined) return char;
  const other = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());
  return `${char}${other(start)}-${other(char)}`;
}

function escapeLength(source: string, at: number): number {
  const rest = source.slice(at, at + 12);
  const long =
    /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|[pP]\{[^}]*\}|c[A-Za-z])/.exec(rest);
  return long ? long[0].length : 2;
}

const PYTHON_ANCHORS: Record<string, string> = { A: '^', Z: '$' };

/** A regular expression of Python's `re` as one of JavaScript: anchors, named groups, a leading `(?i)`. */
export function fromPython(source: string): string {
  const flags = /^\(\?([aimsux]+)\)/.exec(source);
  const body = (flags ? source.slice(flags[0].length) : source)
    .replaceAll('(?P<', '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/\\(.)/gs, (whole, char: string) => PYTHON_ANCHORS[char] ?? whole);
  return flags?.[1]?.includes('i') ? foldCase(body) : body;
}

/**
 * The glob that a regular expression over paths was made from (`.*` → `**`, `[^/]*` → `*`, `\.` → `.`),
 * or null where it is more than a glob can say.
 */
export function globFromRegex(source: string): string | null {
  const glob = source
    .replace(/^\^|\$$/g, '')
    .replace(/\[\^\\?\/\]\*/g, '\u0001')
    .replace(/\(\?:\.\*\\?\/\)\?|\(\?:\[\^\\?\/\]\*\\?\/\)\*/g, '\u0002/')
    .replace(/\.\*/g, '\u0002')
    .replace(/\[\^\\?\/\]/g, '?')
    .replace(/\\([./\-_ @+])/g, '$1')
    .replace(
      /\(\?:([^()|]+(?:\|[^()|]+)+)\)/g,
      (_whole, options: string) => `{${options.replaceAll('|', ',')}}`,
    );
  if (/[\\^$()[\]|+]/.test(glob)) return null;
  return glob.replaceAll('\u0001', '*').replaceAll('\u0002', '**');
}
