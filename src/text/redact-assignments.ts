/**
 * Secrets that are known by the name they are assigned to: environment variables, JSON, YAML, TOML,
 * connection strings, query parameters and command-line flags. One pass, bounded look-around.
 */
import { REDACTED } from './redact-marker.ts';

const NAME =
  /pass(?:word|wd|phrase|code|wort)|contraseña|mot de passe|(?:store|key)pass|passw|(?<![a-z])(?:pass|_?auth|dsn|otp|psk)(?![a-z])|pwd|secret|token|(?:api|access|private)[ _-]?key|(?:signing|encryption|master|account|service|license|auth|deploy|subscription)[_-]?key|(?<=[A-Z0-9]_)(?:KEY|PAT)(?![A-Za-z])|key-data|credentials?|connection[_-]?string|session[_-]?(?:id|key)|cookie|webhook[_-]?url|mnemonic|(?:seed|recovery)[ _-]?phrase/gi;
/** Of any kind in code, where small: `sort_key`. */
const WEAK_NAME = /^(?:key|pat)$/;

const WORD = /[A-Za-z0-9_-]/;
const NAME_REACH = 64;
const VALUE_MAX = 16384;
/** What of a value is looked at to judge it. */
const JUDGED_MAX = 512;
const BACKSLASHES_MAX = 64;

/** Suffixes after which the value is a location, a count or a kind and not the secret. */
const HARMLESS_SUFFIX =
  /^(?:s?[_-]?(?:file|path|dir|name|type|id|count|len(?:gth)?|size|limit|max|min|expir\w*|ttl|url|uri|endpoint|header|field|prefix|ref|format|mode|method|scheme|policy|prompt|stdin|provider|store|manager|version|usage|budget|regex|pattern|hint|label|at|in|is|per\w*|valid\w*|required|enabled|generator|reset|fd)|i[sz]\w*|less|ed|ing|ise\w*|ure|ary|or|ors|y|iat\w*|ent\w*|hor\w*)(?![a-z])/i;

const REFERENCE =
  /^(?:\$\{|\$\(|\$[A-Za-z_]|\$$|%[A-Za-z_]+%|\{\{|<[A-Za-z][^>]*>|process\.env|import\.meta|os\.(?:environ|getenv)|getenv|ENV\[|env\(|env\.|secrets\.|vars\.|vault:|op:\/\/|ref\+|arn:|!(?:Ref|Sub|vault)|@|\*{3}|\.{3}|x{4,}$|…|\[REDACTED\]|REDACTED\b|file:|fs\.|await |new |async |\d+\.\d+$)/i;

const CODE_CALL = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*)*[([]/;
const CODE_PATH = /^[A-Za-z_$]+(?:(?:\?\.|\.|::|->)[A-Za-z_$]+)+(?:\{.*)?$/;
/** A path that stands behind `=` without a blank is more often a value than code. */
const CODE_VALUE =
  /^(?:self|this|args|config|re[qs]|settings|options|data|user|ctx)\b|(?:token|pass\w*|secret|key|auth)$/i;
const PLAIN_WORD =
  /^(?:string|str|number|int|integer|bool|boolean|true|false|null|none|nil|undefined|any|unknown|object|bytes|optional|required|void|never|char|text|varchar|default|disabled|enabled|yes|no|on|off|auto|type|function|const|let|var|return|if|else|for|is|was|to|or|and|not|the|a|an|in|of|with|from|flag|flags|option|options|argument|arguments|instead|parameter|when|file|value|values|must|should|missing|invalid|expired|unexpected|found|error|failed|read|write|only|required,|via|as|at|by|on|so|it|its|be|because|before|after|here|there|rather|than|does|do|has|have|into)$/i;

/** Replaces the value of every assignment whose name says that it is secret. */
export function redactAssignments(text: string): string {
  NAME.lastIndex = 0;
  let out = '';
  let copied = 0;
  const runs: Span = { start: 0, end: 0 };
  for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
    if (match.index < copied) continue;
    const value = secretValue(text, match.index, match.index + match[0].length, runs);
    if (value === null) continue;
    out += text.slice(copied, value.start) + REDACTED;
    copied = value.end;
    NAME.lastIndex = Math.max(value.end, match.index + match[0].length);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

interface Span {
  start: number;
  end: number;
}

interface Name {
  start: number;
  end: number;
  text: string;
  flag: boolean;
  upper: boolean;
  weak: boolean;
  /** The unquoted run that was scanned last: where values nest, it is not scanned again. */
  runs: Span;
}

function secretValue(text: string, nameStart: number, nameEnd: number, runs: Span): Span | null {
  const name = wholeName(text, nameStart, nameEnd, runs);
  name.weak = WEAK_NAME.test(text.slice(nameStart, nameEnd));
  if (HARMLESS_SUFFIX.test(text.slice(nameEnd, name.end))) return null;
  let at = skip(text, name.end, '\\', BACKSLASHES_MAX);
  const quotedName = isQuote(text[at]);
  if (quotedName) at += 1;
  if (text[at] === ']') at += 1;
  const gapStart = at;
  at = skip(text, at, ' \t', 8);
  const gap = at - gapStart;
  const separator = text[at] ?? '';
  if (separator === ':' || separator === '=') {
    at += text.startsWith(':=', at) || text.startsWith('=>', at) || text.startsWith('==', at) ? 2 : 1;
    if (text[at] === '=') return null;
    if (separator === ':') {
      at += TYPE.exec(text.slice(at, at + TYPE_CHARS_MAX))?.[0].length ?? 0;
    }
    const spaced = skip(text, at, ' \t', 8);
    return judge(text, spaced, name, {
      style: separator === ':' ? 'colon' : 'equals',
      spaced: spaced > at || gap > 0,
      quotedName,
    });
  }
  const elsewhere = valueElsewhere(text, at, quotedName, gap);
  if (elsewhere >= 0) {
    const value = judge(text, elsewhere, name, { style: 'colon', spaced: true, quotedName: true });
    const told = name.upper || (quotedName && gap > 0);
    return value !== null && (told || looksRandom(text.slice(value.start, value.end), 8)) ? value : null;
  }
  if (separator === '' || (quotedName && isQuote(separator))) return null;
  if (separator === '>' && text[name.start - 1] === '<') {
    const end = text.indexOf('<', at);
    return end < 0 || end - at > JUDGED_MAX ? null : element(text, at + 1, end);
  }
  if (gap > 0 && name.flag) return judge(text, at, name, { style: 'flag', spaced: true, quotedName: false });
  const prose = /^(?:is|was|are|=|to|ist|lautet|es|est):?[ \t]+/i.exec(text.slice(at, at + 9));
  if (gap > 0 && prose) {
    return judge(text, at + prose[0].length, name, { style: 'prose', spaced: true, quotedName: false });
  }
  if (gap === 0) return null;
  if (name.upper && SETS.test(text.slice(Math.max(0, name.start - SETS_CHARS), name.start))) {
    return judge(text, at, name, { style: 'flag', spaced: true, quotedName: false });
  }
  if (isQuote(separator) && /passw|passphrase/i.test(name.text)) {
    return judge(text, at, name, { style: 'colon', spaced: true, quotedName: false });
  }
  const value = readValue(text, at, name.runs);
  return value !== null && looksChosen(text.slice(value.start, value.end)) ? value : null;
}

/** `ENV NAME value`, `set -gx NAME value`, `setx NAME value`. */
const SETS = /(?:^|[\s;&"'+-])(?:ENV|ARG|setx|setenv|set(?:[ \t]+-{1,2}[a-z]+){1,3})[ \t]+$/;
const SETS_CHARS = 40;

/** A type between a name and its value: `: string = "…"`. */
const TYPE = /^[ \t]*[A-Za-z][\w.<>|? ]*=[ \t]*(?=\\*["'])/;
const TYPE_CHARS_MAX = 48;

/** Where the value stands of a quoted name, after a comma or in an attribute, and of others, in a call or behind `||`; else -1. */
function valueElsewhere(text: string, at: number, quotedName: boolean, gap: number): number {
  const rest = text.slice(at, at + 24);
  if (quotedName) {
    const found = (
      gap > 0 ? /^value[ \t]*=[ \t]*(?=\\*["'])/i : /^\][ \t]*,[ \t]*(?=\\*["'])|^,[ \t]*(?=\\*["'])/
    ).exec(rest);
    return found ? at + found[0].length : -1;
  }
  const call = (gap === 0 ? /^\([ \t]*(?=\\*["'])/ : /^(?:\|\||\?\?|or)[ \t]*(?=\\*["'])/).exec(rest);
  return call ? at + call[0].length : -1;
}

function element(text: string, start: number, end: number): Span | null {
  const content = text.slice(start, end);
  if (content.length < 3 || /\s/.test(content) || REFERENCE.test(content) || PLAIN_WORD.test(content))
    return null;
  return { start, end };
}

/** Not a word of a sentence: upper and lower case and digits, mixed, and no punctuation. */
function looksChosen(content: string): boolean {
  return /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d.*\d)[A-Za-z0-9_!@#$%^&*+=-]{10,}$/.test(
    content.slice(0, JUDGED_MAX),
  );
}

function wholeName(text: string, nameStart: number, nameEnd: number, runs: Span): Name {
  let start = nameStart;
  const floor = Math.max(0, nameStart - NAME_REACH);
  while (start > floor && WORD.test(text[start - 1] ?? '')) start -= 1;
  let end = nameEnd;
  const ceiling = Math.min(text.length, nameEnd + NAME_REACH);
  while (end < ceiling && WORD.test(text[end] ?? '')) end += 1;
  const whole = text.slice(start, end);
  return {
    start,
    end,
    text: whole,
    flag: whole.startsWith('-'),
    upper: /[A-Z]/.test(whole) && !/[a-z]/.test(whole),
    weak: false,
    runs,
  };
}

interface Shape {
  style: 'colon' | 'equals' | 'flag' | 'prose';
  spaced: boolean;
  quotedName: boolean;
}

function judge(text: string, at: number, name: Name, shape: Shape): Span | null {
  const value = readValue(text, at, name.runs);
  if (value === null) return null;
  const content = text.slice(value.start, Math.min(value.end, value.start + JUDGED_MAX));
  if (content.length < 3 || (REFERENCE.test(content) && !(value.quote === "'" && /^\$\w/.test(content)))) {
    return null;
  }
  if (/^your?[-_ ][-_a-z ]*$/i.test(content) || (name.weak && !looksRandom(content, 8))) return null;
  if (value.quote !== '') return isProse(content, shape) ? null : value;
  if (/tokens$/i.test(name.text) && /^[\d,._]+[kKmM]?$/.test(content)) return null;
  if (CODE_CALL.test(content)) return null;
  if (shape.style === 'prose') return looksRandom(content, 6) ? value : null;
  if (PLAIN_WORD.test(content)) return null;
  if (name.upper && shape.style === 'equals' && !shape.spaced) return value;
  if (shape.style === 'flag') return content.startsWith('-') ? null : value;
  if (CODE_PATH.test(content) && (shape.spaced || CODE_VALUE.test(content))) return null;
  if (content === name.text.toLowerCase()) return null;
  if (shape.style === 'equals' && !shape.spaced) return value;
  if (looksRandom(content, 8)) return value;
  if (shape.style === 'colon' && !/^[A-Z\d]+_[A-Z\d_]+$/.test(name.text) && !startsLine(text, name.start))
    return null;
  return followedByWord(text, value.end) || /^[[{(|>]/.test(content) ? null : value;
}

function readValue(text: string, from: number, runs: Span): (Span & { quote: string }) | null {
  if (/^[$bru]\\*["']/i.test(text.slice(from, from + 8))) return readValue(text, from + 1, runs);
  let at = skip(text, from, '\\', BACKSLASHES_MAX);
  const quote = text[at];
  if (isQuote(quote)) {
    const delimiter = text.slice(from, at + 1);
    const start = at + 1;
    return { start, end: closing(text, start, delimiter), quote: quote ?? '' };
  }
  at = from;
  const limit = Math.min(text.length, from + VALUE_MAX);
  let end = runs.end > from && runs.start <= from ? Math.min(runs.end, limit) : at;
  while (end < limit && !stopsValue(text, end)) end += 1;
  runs.start = from;
  runs.end = end;
  if (end < limit || end === text.length) {
    while (end > at && ')]},.;:\\'.includes(text[end - 1] ?? '') && !text.endsWith(REDACTED, end)) end -= 1;
  }
  return end === at ? null : { start: at, end, quote: '' };
}

function stopsValue(text: string, at: number): boolean {
  const char = text[at] ?? '';
  if (' \t\r\n"\'`;&|<>'.includes(char)) return true;
  if (char === ',') return /^[\s"'}]?$/.test(text[at + 1] ?? '');
  return char === '\\' && /[nrt"']/.test(text[at + 1] ?? '');
}

/** Where a quoted value ends: its own delimiter, else the end of the line. */
function closing(text: string, start: number, delimiter: string): number {
  const window = text.slice(start, start + VALUE_MAX);
  const newline = window.indexOf('\n');
  const limit = newline < 0 ? window.length : newline;
  let at = window.indexOf(delimiter);
  while (at > 0 && at < limit && window[at - 1] === '\\') at = window.indexOf(delimiter, at + 1);
  return start + (at < 0 ? limit : Math.min(at, limit));
}

/** Several words after `password:` or in quotes are a sentence, unless one of them looks random. */
function isProse(content: string, shape: Shape): boolean {
  if (shape.style !== 'equals' && PLAIN_WORD.test(content)) return true;
  if (shape.quotedName || shape.style === 'equals' || shape.style === 'flag') return false;
  const words = content.split(/\s+/);
  return words.length >= 3 && words.every((word) => /^[A-Za-z'’.,:;!?()-]+$/.test(word));
}

function looksRandom(content: string, min: number): boolean {
  if (content.length < min) return false;
  const digits = /\d/.test(content);
  return (
    digits &&
    /[A-Za-z]/.test(content) &&
    !/^\d+(?:\.\d+)*[a-z]{0,3}$/i.test(content) &&
    (!/[()/]/.test(content) || looksEncoded(content))
  );
}

/** Base64 of random bytes: a slash stands in it, too, but none of the words that a path is made of. */
function looksEncoded(content: string): boolean {
  return (
    /^[A-Za-z0-9+/]{32,}={0,2}$/.test(content) &&
    (content.match(/[A-Z][a-z]?[0-9A-Z]|\d[A-Za-z]/g)?.length ?? 0) >= 5
  );
}

/** The beginning of a line or of a list's item, also of a line that is shown numbered, changed or found in a file; or a quote. */
const LINE_START =
  /(?:(?:^|[\n\r{,;([|>&?]|\\n)[ \t]*(?:\d+[→\t|:]|[^\s:]{1,80}[:-]\d+[:-]|\+)?[ \t"'-]*|["'])$/;
const LINE_START_CHARS = 100;

function startsLine(text: string, nameStart: number): boolean {
  return LINE_START.test(text.slice(Math.max(0, nameStart - LINE_START_CHARS), nameStart));
}

function followedByWord(text: string, end: number): boolean {
  return /^[ \t]+[A-Za-z]/.test(text.slice(end, end + 12));
}

function skip(text: string, from: number, chars: string, most: number): number {
  let at = from;
  while (at < from + most && at < text.length && chars.includes(text[at] ?? '')) at += 1;
  return at;
}

function isQuote(char: string | undefined): boolean {
  return char === '"' || char === "'";
}
