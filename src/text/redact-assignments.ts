/**
 * Secrets that are known by the name they are assigned to: environment variables, JSON, YAML, TOML,
 * connection strings, query parameters and command-line flags. One pass, bounded look-around.
 */

import { isWords } from './random-run.ts';
import { below, beside } from './redact-beside.ts';
import { isCount, JUDGED_MAX, judge, type Name } from './redact-judge.ts';
import { REDACTED } from './redact-marker.ts';
import { FOREIGN, FOREIGN_NAMES, isNumbered, said, saidNext } from './redact-sentences.ts';
import { fillsCell, redactTables } from './redact-tables.ts';
import { looksRandom, mayBeSecret, SECRET_NAME } from './redact-values.ts';
import { blockBelow } from './redact-yaml.ts';
import { before, isQuote, lengthOf, REACH, readValue, type Span, skip } from './value-span.ts';

const NAME = new RegExp(
  `${/pass(?:word|owrd|wrd|wd|phrase|code|wort)|contraseña|mot de passe|(?:store|key|ssh|db|pg|user|admin|root|my|smtp|mail|ftp|login|remote|imap|http|proxy|wifi|mqtt|vpn|redis|ldap|cert|rpc|sudo)_?pass(?![a-z])|passw|(?<![a-z](?<!\\.))(?:pass|pw|mdp|_?auth|dsn|otp|psk)(?![a-z])|pwd|pswd|pasword|secret(?:[ _-]?(?:id|key)(?![a-z]))?|token|(?:ap[pi]|access|private|preshared|setup|unseal)[ _-]?key(?: \d(?=:))?|(?:signing|encryption|decryption|validation|master|account|service|shared|auth|deploy|subscription|routing)[_-]?key|license[ _-]?key|(?<=[A-Z0-9]_)(?:KEY|PAT|SALT)(?![A-Za-z])|key-data|credentials?|connection[_-]?string|sess(?:ion)?[_-]?(?:id|key)|cookie|webhook[_-]?url|mnemonic|(?:seed|recovery)[ _-]?phrase|(?:recovery|backup)[ _-]codes?|kennwort|wachtwoord|adgangskode|passord|salasana|senha|hasło|heslo|jelszó|(?<![a-z])clave(?![a-z])|parol[aàe](?:ta)?(?: d[’']ordine)?|parool|lozink[aeu]|geslo|slaptažodis|contrasenya|palavra-passe|code d[’']accès|kata (?:sandi|laluan)/.source}|${FOREIGN_NAMES}`,
  'gi',
);
/** Of any kind in code, where small: `sort_key`. */
const WEAK_NAME = /^(?:key|pat|salt|[Cc]lave)$/;
const WORD = /[A-Za-z0-9_-]/;
/** Suffixes after which the value is a location, a count or a kind and not the secret. */
const HARMLESS_SUFFIX =
  /^(?:(?:secret)?s?[_-]?(?:file|path|dir|name|type|id|count|len(?:gth)?|size|limit|max|min|expir\w*|ttl|url|uri|endpoint|header|field|prefix|ref|format|mode|method|scheme|policy|prompt|(?:on-)?stdin|provider|store|manager|version|usage|budget|regex|pattern|hint|hashers?|backend|sock|label|at|in|is|per\w*|valid\w*|required|enabled|generator|reset|fd|user(?:[_-]?(?:name|model))?$|\w*(?:command|helper))|i[sz]\w*|less|ed|ing|ise\w*|ure|ary|or|ors|y|iat\w*|ent\w*|hor\w*)(?![a-z])/i;

/** Of sessions of agents and tests: a UUID, a number or words. What opens a session of a site is a long run. */
const SESSION_NAME = /(?:sess(?:ion)?|secret)[ _-]?id$/i;
/** What a name takes before and behind the part of it that is looked for. */
const BEFORE_CHARS = 16;
const BEHIND_CHARS = 24;

/**
 * Replaces the value of every assignment whose name says that it is secret.
 * @param places where a part of such a name begins
 */
export function redactAssignments(text: string, places: number[]): string {
  let out = '';
  let copied = 0;
  let done = 0;
  const runs: Scan = { start: 0, end: 0, table: false };
  for (const place of places) {
    const from = Math.max(0, place - BEFORE_CHARS);
    const around = place < done ? '' : text.slice(from, place + BEHIND_CHARS);
    // What begins before what is looked at may be the rest of a word.
    NAME.lastIndex = Math.max(Math.min(from, 2), done - from);
    for (let match = NAME.exec(around); match !== null; match = NAME.exec(around)) {
      const start = from + match.index;
      if (start > place) break;
      done = start + match[0].length;
      const value = secretValue(text, start, done, runs);
      if (value === null) continue;
      out += text.slice(copied, value.start) + REDACTED;
      copied = value.end;
      done = Math.max(copied, done);
      NAME.lastIndex = done - from;
    }
  }
  out += text.slice(copied);
  return runs.table ? redactTables(out) : out;
}

/** What one pass keeps from name to name. */
interface Scan extends Span {
  /** Whether a name stands as the cell of a table. */
  table: boolean;
}

function secretValue(text: string, nameStart: number, nameEnd: number, runs: Scan): Span | null {
  const name = wholeName(text, nameStart, nameEnd, runs);
  name.weak = WEAK_NAME.test(text.slice(nameStart, nameEnd));
  name.session = SESSION_NAME.test(text.slice(nameStart, nameEnd));
  if (HARMLESS_SUFFIX.test(text.slice(nameEnd, name.end)) || /^existing/i.test(name.text)) return null;
  let at = skip(text, name.end, '\\', REACH);
  const quoted = isQuote(text[at]);
  const next = beside(text, at);
  if (text[at] === '`') name.flag = false;
  if (next > 0) return passed(text, at + next, name, name.upper || /passw|pwd/i.test(name.text));
  if (quoted) at += text[at + 1] === ']' ? 2 : 1;
  else at += lengthOf(/^\[(?:\w*pass\w*)?\]/i, text, at);
  const indexed = quoted && text[at - 1] === ']';
  const separatorAt = at + lengthOf(BLANKS, text, at);
  const apart = separatorAt > at;
  at = separatorAt;
  const separator = text[at] ?? '';
  const compared = lengthOf(COMPARES, text, at);
  if (compared > 0) return comparedWith(text, at + compared, name);
  const later = saidNext(text, at, name.text);
  if (later > 0) return judge(text, at + later, name, 'prose');
  if (separator === ':' || separator === '=' || separator === '：') {
    name.quoted = quoted;
    return assigned(text, at, name, apart);
  }
  runs.table ||= fillsCell(text, name.start, name.end);
  const away = elsewhere(text, at, quoted, apart && !indexed);
  if (away > 0) {
    return passed(text, at + away, name, name.upper || (quoted && apart) || /^set_?pass/i.test(name.text));
  }
  if (separator === '' || (quoted && isQuote(separator))) return null;
  if ('<:'.includes(text[name.start - 1] ?? ' ')) {
    const opens = lengthOf(OPENS, text, name.end, OPENS_CHARS);
    if (opens > 0) return element(text, name.end + opens, name);
  }
  return (
    (apart || FOREIGN.test(name.text + text[at]) ? worded(text, at, name) : null) ?? shown(text, at, name)
  );
}

/** Before a sign that stands below another one, more. */
const BLANKS = /^[ \t]*(?=[:=])|^[ \t]{0,8}/;

/** The rest of an element's opening tag. */
const OPENS = /^(?:[ \t]+[\w:]+="[^"<>]*")*>(?:\s*<[Vv]alue>)?/;
const OPENS_CHARS = 160;

/** What compares a name with a value. */
const COMPARES =
  /^(?:[=!]==?[ \t]*|\)?\.(?:equals|to(?:Strict)?(?:Be|Equal)|to\.(?:eq|equal)|to eq)\([ \t]*)(?!=)/;

/** What a name is compared with: mostly a word, of a grammar or a test. */
function comparedWith(text: string, at: number, name: Name): Span | null {
  const value = judge(text, at, name, 'equals');
  const content = value === null ? '' : text.slice(value.start, value.end);
  return looksRandom(content, 6) || (/pass|pwd/i.test(name.text) && WRITTEN_MIXED.test(content))
    ? value
    : null;
}

/** In small letters, and in capitals or with signs. */
const WRITTEN_MIXED = /^(?=.*[a-z])(?=.*[A-Z!#$%&*+?@^]).{6}/;

/** The value behind `:` or `=`. */
function assigned(text: string, separatorAt: number, name: Name, apart: boolean): Span | null {
  const sign = text.slice(separatorAt, separatorAt + 2);
  let at = separatorAt + (/^(?::=|=>)/.test(sign) ? 2 : 1);
  const colon = sign[0] !== '=' && (sign !== ':=' || apart);
  // `${NAME:?message}` of a shell
  if (colon && text[at] === '?') return null;
  if (colon) at += lengthOf(TYPE, text, at, TYPE_CHARS_MAX);
  let valueAt = skip(text, at + below(text, at), ' \t', 24);
  valueAt += lengthOf(/^Some\(\s*(?=")/, text, valueAt);
  if (colon && '|>'.includes(text[valueAt] ?? ' ')) {
    const folded = lengthOf(FOLDED, text, valueAt);
    if (folded === 0) return blockBelow(text, name.start, valueAt);
    valueAt += folded;
  }
  // What a test run says, `PASS: TestParse`, and the folder that a shell is in.
  if (name.text === 'PASS' && colon && !isQuote(text[valueAt])) return null;
  if (name.text === 'pwd' && /^(?:~|\/[a-z][\w.-]*)\//.test(text.slice(valueAt, valueAt + 80))) return null;
  if (
    /^n?(?:OLD)?PWD$/.test(name.text) &&
    text[name.start - 1] !== ';' &&
    (colon || !/\w/.test(text[at] ?? '')) &&
    !NO_FOLDER.test(text.slice(valueAt, valueAt + 80))
  )
    return null;
  name.spaced = valueAt > at || apart;
  const listed = lengthOf(LISTED, text, valueAt, LISTED_CHARS);
  name.weak ||= listed > 0;
  return judge(text, valueAt + listed, name, colon ? 'colon' : 'equals');
}

const NO_FOLDER = /^["'](?![~$.]|[A-Z]:)[^"'/\\\s]{6,}["']/;

/** A list of strings, up to the first that is not taken out yet. */
const LISTED = /^\[\s*(?:["']\[REDACTED\]["'],\s*)*(?=["'])/;
const LISTED_CHARS = 160;

/** The value of an argument or an attribute. @param told whether the name alone says that one follows */
function passed(text: string, at: number, name: Name, told: boolean): Span | null {
  name.quoted = true;
  const value = judge(text, at, name, isQuote(text[at]) || text[at] === '\\' ? 'colon' : 'flag');
  // The next member's name, or what it is called on a screen.
  if (value === null || text[value.end + 1] === ':') return null;
  const content = text.slice(value.start, value.end);
  return (told && !/ (?:token|password|secret|key)\b/i.test(content)) || looksRandom(content, 8)
    ? value
    : null;
}

/** The value that only a blank parts from its name: of a flag, in a sentence, of a command that sets it. */
function worded(text: string, at: number, name: Name): Span | null {
  if (name.flag) return judge(text, at, name, 'flag');
  const told = said(text, at, name.text);
  if (told > 0) return judge(text, at + told, name, 'prose');
  if (SETS.test(before(text, name.start, SETS_CHARS))) return judge(text, at, name, 'flag');
  if (isQuote(text[at]) && /passw|phrase|psk/i.test(name.text)) return judge(text, at, name, 'colon');
  const value = readValue(text, at + lengthOf(/^(?:- |[[(])/, text, at), name.runs);
  if (value === null) return null;
  const content = text.slice(value.start, value.end);
  return looksChosen(content, name.text) || isKeyOfName(content, name) ? value : null;
}

/** What a program shows of a secret: at the end of the line that names it, or on one of its own below. */
function shown(text: string, at: number, name: Name): Span | null {
  if (/codes$/i.test(name.text)) return judge(text, at, name, 'prose');
  if (!/passw|token|secret|api[ _-]?key/i.test(name.text)) return null;
  const [lead, value] = SHOWN.exec(text.slice(at, at + SHOWN_CHARS)) ?? [];
  if (lead === undefined || isWords(value!)) return null;
  return { start: at + lead.length, end: at + lead.length + value!.length };
}

const SHOWN =
  /^[^\n:"'=(]{0,70}(?:\([^()\n]{1,80}\))?(?:: |:?[ \t]*\n)\s{0,8}(?:[\w ]{0,20}: )?(?=((?:(?=\S*[A-Z])(?=\S*[a-z])(?=\S*\d|(?:\w*?[a-z][A-Z]){3})[^\s/.,:"'()<>\\]{8,64}|[a-f\d]{32}(?:[a-f\d]{8})?))[ \t]*(?:[\n"]|$))/;
const SHOWN_CHARS = 180;

/** `ENV NAME value`, `set -gx NAME value`, `setx NAME value`, `aws configure set name value`. */
const SETS =
  /(?:^|[\s;&"'+:→-])(?:ENV|ARG|setx|setenv|config(?:ure)?[ :]set|set(?:[ \t]+-{1,2}[a-z]+){1,3})[ \t]+$/;
const SETS_CHARS = 40;

/** The sign of a block of YAML whose lines were put on one. */
const FOLDED = /^[|>][+-]?[ \t]+(?=[^\s#|])/;

/** A type between a name and its value, `: string = "…"`, or the end of what Markdown shows bold. */
const TYPE =
  /^[ \t]*(?:&(?:'static )?)?[A-Za-z][\w.<>|? ]*=[ \t]*(?:\w+\(default=|SecretStr\()?(?=["'])|^\*\*(?=[ \t])|^[ \t]*(?:&|!!)\w+(?=[ \t])/;
const TYPE_CHARS_MAX = 48;

/** How far on the value stands of a quoted name, after a comma or in an attribute, and of others, in a call or behind `||`; 0 where none does. */
function elsewhere(text: string, at: number, quoted: boolean, apart: boolean): number {
  const [behindBlank, sticking] = quoted
    ? [/^value[ \t]*=[ \t]*(?=["'])/i, /^\]?(?:[ \t]*,|\)? ?(?:or\b|\|\||\?\?))[ \t]*(?=["'])/]
    : [/^(?:\|\||\?\?|or|as string =)[ \t]*(?=["'])/i, /^\([ \t]*(?=["'])/];
  return lengthOf(apart ? behindBlank : sticking, text, at, 24);
}

/** What an element holds that is closed behind it. */
function element(text: string, start: number, name: Name): Span | null {
  const end = text.indexOf('<', start);
  if (end < 0 || end - start >= JUDGED_MAX || text[end + 1] !== '/') return null;
  const content = text.slice(start, end);
  return isCount(content, name) || !mayBeSecret(content) ? null : { start, end };
}

/** Not a word of a sentence: upper and lower case and digits, mixed, and no punctuation. */
function looksChosen(content: string, name: string): boolean {
  const text = content.slice(0, JUDGED_MAX);
  if (isNumbered(text, name)) return true;
  if (!/^(?!-)(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w!@#$%^&*+=.-]{10,}$/.test(text)) return false;
  const words = isWords(text);
  if (words && !/pass|pwd/i.test(name)) return false;
  const numbers = text.match(/\d/g)!.length;
  if (numbers > 1 && !text.includes('.')) return true;
  if (words) return false;
  // Words in camel case change less, and hold no sign but a dot.
  const changes = text.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  return text.length > 11 && changes >= (numbers > 1 || /[!@#$%^&*+=]/.test(text) ? 3 : 5);
}

/** Hexadecimal digits are a hash or an id as a rule, but not behind the whole name of a secret. */
const isKeyOfName = (content: string, name: Name): boolean =>
  !name.weak && SECRET_NAME.test(name.text) && HEXADECIMAL.test(content);

/** Also as a UUID. */
const HEXADECIMAL = /^(?:(?:0x)?(?:[\da-f]{8}){4,8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function wholeName(text: string, nameStart: number, nameEnd: number, runs: Span): Name {
  let start = nameStart;
  const floor = Math.max(0, nameStart - REACH);
  while (start > floor && WORD.test(text[start - 1] ?? '')) start -= 1;
  let end = nameEnd;
  const ceiling = Math.min(text.length, nameEnd + REACH);
  // Where words are not parted, the value may stand right behind.
  if (!FOREIGN.test(text[nameEnd - 1]!)) while (end < ceiling && WORD.test(text[end] ?? '')) end += 1;
  const whole = text.slice(start, end);
  return {
    start,
    end,
    text: whole,
    flag: whole.startsWith('-'),
    upper: /[A-Z]/.test(whole) && !/[a-z]/.test(whole),
    quoted: false,
    spaced: true,
    weak: false,
    session: false,
    runs,
  };
}
