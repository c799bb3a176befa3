/**
 * Removes credentials from text. Pure, linear in the length of the text and idempotent; the hook uses it
 * before it writes anything, and so does everything else that stores.
 */
import { redactAssignments } from './redact-assignments.ts';
import { redactKeyBlocks } from './redact-blocks.ts';
import { needsOf } from './redact-hints.ts';
import { REDACTED } from './redact-marker.ts';
import { DISCORD_TOKEN } from './redact-rules.ts';
import { joinSplit, PUBLIC_BLOCK, redactEncoded, redactPercent } from './redact-split.ts';
import { SECRET_NAME } from './redact-values.ts';
import { redactKubernetesSecrets } from './redact-yaml.ts';

export { REDACTED } from './redact-marker.ts';

/** `scheme://user:password@host`, and `scheme://token@host` where the user part looks like a token. */
const URL_PASSWORD =
  /(:\/\/[^\s/:@"'`<>\\]{0,256}:)(?!\$[A-Za-z{(]|<|\{|pass(?:word)?@)(?:[^\s/@"'`<>\\]{1,99}@(?!localhost)[^\s/@:."'`<>\\]{0,40}\/[^\s@/"'`<>\\]{1,80}|[^\s/"'`<>\\]{1,512}|(?!\d{1,5}[/?#])[^\s"'`<>\\@]{1,200})@/gi;
const URL_TOKEN = /(:\/\/)(?=[^\s/:@]*\d)[A-Za-z0-9_.~%+-]{20,512}(?=(?::\[REDACTED\])?@)/g;
/** A line that goes on with what the end of the one above it was. */
const GOES_ON = /(\[REDACTED\]\r?\n)(?=[^\s\d]*\d)(?=\S*[A-Za-z])[\w+/.-]{8,}={0,2}(?![^\r\n"\\])/g;

/** Taking one secret out can join what stood around it into another; texts without secrets take one pass. */
const PASSES_MAX = 8;

/** The text with every recognisable credential replaced by `[REDACTED]`; what surrounds it is kept. */
export function redact(text: string): string {
  if (text.length < 6) return text;
  const before = text.length <= REMEMBERED_CHARS_MAX ? remembered.get(text) : undefined;
  if (before !== undefined) return before;
  const out = allPasses(text);
  if (text.length <= REMEMBERED_CHARS_MAX) {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(text, out).set(out, out);
  }
  return out;
}

/** The same text is redacted many times in a row: as a call, as evidence, as part of an episode, and when that is stored. */
const remembered = new Map<string, string>();
const REMEMBERED_MAX = 1024;
const REMEMBERED_CHARS_MAX = 8192;

/**
 * A credential that escapes split is seen in the text put together; that text is kept only where it shows one. What was
 * put together can be split once more.
 */
function allPasses(text: string): string {
  let out = text;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const joined = joinSplit(out);
    const clean = joined === out ? joined : inside(joined);
    if (clean === joined) break;
    out = clean;
  }
  return passes(asRead(redactKeyBlocks(out)));
}

/** Of what another text held, too. */
const inside = (text: string): string => passes(redactKeyBlocks(text));

function passes(text: string): string {
  let out = text;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = out;
    out = onePass(before);
    if (out === before) break;
    out = redactKeyBlocks(out);
  }
  return out;
}

/** Takes out what is a secret where the content of strings, in JSON or a shell, is read as it is meant. */
function asRead(text: string): string {
  if (!text.includes('\\')) return text;
  let out = '';
  let copied = 0;
  for (let from = 0; from < text.length; from = REST.lastIndex) {
    ESCAPED.lastIndex = from;
    if (!ESCAPED.test(text)) break;
    let first = ESCAPED.lastIndex - 2;
    while (first > from && text[first - 1] === '\\') first -= 1;
    let start = first;
    while (start > from && !'"\n\r\t'.includes(text[start - 1]!)) start -= 1;
    REST.lastIndex = first;
    const end = first + REST.exec(text)![0].length;
    const content = text.slice(start, end);
    if (maySay(content)) {
      out += text.slice(copied, start) + meant(content);
      copied = end;
    }
    REST.lastIndex = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function meant(content: string): string {
  const read = content.replace(/\\(.)/g, (_, char: string) => MEANT[char] ?? OTHER + char);
  const clean = allPasses(read);
  if (clean === read) return content;
  const written = clean.replace(/[\n\r\t"\\]/g, (char) => JSON.stringify(char).slice(1, -1));
  return written.replaceAll(OTHER, '\\');
}

const ESCAPED = /\\[nrt"]/g;
/** What stands from an escape to the next quote, on one line. */
const REST = /(?:\\.[^"\\\n\r\t]*)+/y;
const MEANT: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };
/** Stands for the backslash of an escape that is none of these. */
const OTHER = '\ue000';

function onePass(text: string): string {
  const clean = redactPercent(asWritten(text), asWritten);
  if (!clean.includes('-----BEGIN ')) return redactEncoded(clean, inside);
  const parts = clean.split(PUBLIC_BLOCK);
  return parts.map((part, at) => (at % 2 === 0 ? redactEncoded(part, inside) : part)).join('');
}

function asWritten(text: string): string {
  const needs = needsOf(text);
  let out = text;
  for (const rule of needs.rules) {
    out = out.replace(rule.pattern, rule.by ?? kept);
  }
  out = out.replace(DISCORD_TOKEN, REDACTED);
  if (out.includes('://')) {
    out = out.replace(URL_PASSWORD, `$1${REDACTED}@`).replace(URL_TOKEN, `$1${REDACTED}`);
  }
  if (out.includes(REDACTED)) out = out.replace(GOES_ON, `$1${REDACTED}`);
  if (needs.names.length === 0) return out;
  out = redactKubernetesSecrets(out);
  return redactAssignments(out, out === text ? needs.names : needsOf(out).names);
}

const kept = (_: string, before: string): string => before + REDACTED;

type Changed = (raw: string, clean: string) => void;

/**
 * Redacts every string in a JSON-like value; a value under a secret name is redacted by that name.
 * @param changed told of each string that redaction changes
 */
export function redactDeep<T>(value: T, changed?: Changed): T {
  return walk(value, changed, 0) as T;
}

const DEPTH_MAX = 32;
const PLAIN_NAME = /^[A-Za-z_]{1,24}$/;

/** A member of this name would be set as the prototype. */
const OWN = { enumerable: true, writable: true, configurable: true };

/** Members that say what another one, `value`, is: of a form's field, a variable or a header. */
const LABELS = ['name', 'key', 'element', 'label', 'selector', 'field'];
const LABELLED = /^(?:value|text|val)$/;
/** What of a list of arguments stands before one. */
const ARGUMENTS_CHARS = 300;

/** Whether a text is a secret where it stands behind another. */
function isTold(before: string, text: string, quote: string): boolean {
  return (
    /^[^"\\\r\n]{3,512}$/.test(text) &&
    redact(before + quote + text + quote).endsWith(quote + REDACTED + quote)
  );
}

/** Whether what stands before a text can say anything of it: the names of most fields do not. */
function maySay(before: string): boolean {
  const { rules, names } = needsOf(before);
  return rules.length > 0 || names.length > 0;
}

function isSecret(key: string, item: string, fields: Record<string, unknown>): boolean {
  if (item.length < 3 || /^\$[A-Za-z_{(]/.test(item)) return false;
  if (SECRET_NAME.test(key) || (maySay(`"${key}": `) && isTold(`"${key}": `, item, '"'))) return true;
  if (!LABELLED.test(key)) return false;
  const label = fields[LABELS.find((name) => typeof fields[name] === 'string') ?? ''];
  return typeof label === 'string' && isTold(`${JSON.stringify(label)}, "${key}": `, item, '"');
}

function walk(value: unknown, changed: Changed | undefined, depth: number, secret?: boolean): unknown {
  if (typeof value === 'string') {
    const clean = secret ? REDACTED : redact(value);
    if (clean !== value) changed?.(value, clean);
    return clean;
  }
  if (typeof value === 'number' && secret && value > 999) return REDACTED;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return REDACTED;
  if (Array.isArray(value)) return walkList(value, changed, depth, secret, '');
  const out: Record<string, unknown> = {};
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const item = fields[key];
    const told =
      typeof item === 'string' ? isSecret(key, item, fields) : /pass(?:word|wd)?s?$|otp$/i.test(key);
    const program = fields['command'];
    const clean = Array.isArray(item)
      ? walkList(item, changed, depth + 1, told, typeof program === 'string' ? program : '')
      : walk(item, changed, depth + 1, told);
    const name = PLAIN_NAME.test(key) ? key : redact(key);
    if (name === '__proto__') Object.defineProperty(out, name, { value: clean, ...OWN });
    else out[name] = clean;
  }
  return out;
}

/** A list may be the arguments of a program, of which one tells what the next is. */
function walkList(
  list: unknown[],
  changed: Changed | undefined,
  depth: number,
  secret: boolean | undefined,
  program: string,
): unknown[] {
  let before = program;
  return list.map((item) => {
    const told = secret || (typeof item === 'string' && before !== '' && isTold(`${before} `, item, ''));
    if (typeof item === 'string') before = `${before} ${item}`.slice(-ARGUMENTS_CHARS);
    return walk(item, changed, depth + 1, told);
  });
}
