/** Credentials whose characters do not stand side by side, split by escapes or wrapped in base64, or which have no mark. */
import { isRandomRun, isSignedRandom, isWords, LONG_CHARS, SIGNED_CHARS } from './random-run.ts';
import { REDACTED } from './redact-marker.ts';
import { before } from './value-span.ts';

const ESCAPE = String.fromCharCode(27);
/** Colours and cursor moves, as bytes or as they are written in code and JSON. */
const TERMINAL = new RegExp(`(?:${ESCAPE}|\\\\u001b|\\\\x1b|\\\\033|\\\\e)\\[[0-9;?]{0,16}[A-Za-z]`, 'gi');
/** A line that a shell goes on with, also where it was put on one line since. */
const CONTINUATION = /(?<=[^\s\\])\\(?:\r?\n| )(?=\S)|(?<=[ \t])\\\r?\n[ \t]*|["'] ?\+[ \n]+["']/g;
/** Quotes that a shell takes for nothing inside a word. */
const EMPTY_QUOTES = /(?<=[\w.+/=~%-])["']{2}(?=[\w+/=~%.-])/g;

/** Quotes as a page, JSON, a quoted text in a shell or a letter writes them. */
const WRITTEN_QUOTES =
  /'\\+''|&(?:quot|#3[49]|#x2[27]);|\\u002[27]|[“”„]|‘(?=[^\s‘’]{3,80}’)|(?<=‘[^\s‘’]{3,80})’/gi;

/** What has no width, and the other half of each character where a text is read in the wrong encoding. */
const UNSEEN = /[\0\u200b-\u200d\u2060\ufeff]/g;
/** An option and its value, in a list of arguments. */
const LISTED = /(["']--?[A-Za-z][\w-]{0,40})["'], ?["'](?!-)/g;

/** What one of these begins with, or nothing is split. */
const MARKS = new RegExp(
  `[${ESCAPE}“„‘\\0\u200b-\u200d\u2060\ufeff]|["'](?:'|"(?=[\\w+/=~%.-])|--?\\w[\\w-]*["'],| ?\\+)|&(?:quot;|#)|\\\\(?:[ \\r\\n]|u00|x1b|033|e\\[)`,
);

/** The text as a terminal or a shell puts it together; the same text where nothing is split. */
export function joinSplit(text: string): string {
  if (!MARKS.test(text)) return text;
  return text
    .replace(TERMINAL, '')
    .replace(UNSEEN, '')
    .replace(LISTED, '$1 ')
    .replace(CONTINUATION, '')
    .replace(WRITTEN_QUOTES, '"')
    .replace(/\\u003d/gi, '=')
    .replace(/\\u0026/g, '&')
    .replace(EMPTY_QUOTES, '');
}

const PERCENT = /%(?:25)*([2-7][0-9a-f])/gi;

/** Takes out what is secret in words that are written as in an address, `name%3Dvalue`; such a word is then kept as it reads. */
export function redactPercent(text: string, redact: (content: string) => string): string {
  if (!text.includes('%') || !/%(?:25)*(?:3[ad]|2[26])/i.test(text)) return text;
  return text.replace(/[^\s"'`<>\\]+/g, (word) => {
    if (!word.includes('%')) return word;
    const read = word.replace(PERCENT, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    const clean = redact(read);
    return clean === read ? word : clean;
  });
}

const ENCODED_CHARS_MIN = 20;
const ENCODED_CHARS_MAX = 65_536;
const PRINTABLE = /^[\t\r\n\x20-\x7e]+$/;
/** What random letters stand for is told from text by its first bytes. */
const PROBE_CHARS = 16;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 255;
/** Values of the digits of both alphabets, by their codes. */
const VALUES = new Uint8Array(128).fill(NO_DIGIT);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;
/** Values from here on are of signs. */
const SIGNS = 62;
VALUES['-'.charCodeAt(0)] = 62;
VALUES['_'.charCodeAt(0)] = 63;

const isDigit = (code: number): boolean => code < VALUES.length && VALUES[code] !== NO_DIGIT;

/** What anybody may read, though it looks random. */
export const PUBLIC_BLOCK = /(-----BEGIN [A-Z ]*(?:CERTIFICATE|PUBLIC KEY|SIGNATURE)[A-Z ]*-----[^-]+)/;

/**
 * Takes out base64 whose content holds a credential by the rules given, keys, and what is random. Looks at every 20th
 * character and around it: a run that is long enough takes in one of them. Never beyond the text, where each look takes
 * several times as long.
 */
export function redactEncoded(text: string, redact: (content: string) => string): string {
  let out = '';
  let copied = 0;
  for (let at = ENCODED_CHARS_MIN - 1; at < text.length; ) {
    if (!isDigit(text.charCodeAt(at))) {
      at += ENCODED_CHARS_MIN;
      continue;
    }
    let start = at;
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
    const chars = end - start;
    if (chars >= ENCODED_CHARS_MIN && chars <= ENCODED_CHARS_MAX) {
      const clean = cleanRun(text, start, end, redact);
      if (clean !== null) {
        out += text.slice(copied, start) + clean;
        copied = end;
        while (copied < end + 2 && text[copied] === '=') copied += 1;
      }
    }
    at = end + ENCODED_CHARS_MIN;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** What packages and keys are compared by: `h1:…`, `sha512-…`, `SHA256:…`; and a public key of `ssh`. */
const CHECKSUM =
  /(?:\b[hr]1:|sha-?(?:1|256|384|512)[-:=])[^:]{0,7}$|AAAA[A-F]\dN$|data:(?:image|font)[^,]+,.{0,7}$|\bage1...$|pk_.{4}$|(?:public.?key(?:s = [\w.-]+)?|id-2|\\*"[xyn]\\*")\W{1,9}.{7}$/i;

/** What stays of a run, or null where that is all of it. Most are paths, of which nothing is copied to find out. */
function cleanRun(
  text: string,
  start: number,
  end: number,
  redact: (content: string) => string,
): string | null {
  const isEncoded = beginsAsText(text, start);
  const isLong = mayBeRandom(text, start, end);
  if (!isEncoded && !isLong && !BARE_SECRETS[end - start]) return null;
  if (CHECKSUM.test(text.slice(Math.max(0, start - 40), start + 7))) return null;
  if (isEncoded || isLong) {
    const run = text.slice(start, end);
    const clean = isEncoded
      ? cleanText(run, redact)
      : withoutRandom(run, /^\.\w{2,5}\b/.test(text.slice(end, end + 7)));
    if (clean !== run) return clean;
  }
  return isBareSecret(text, start, end) ? REDACTED : null;
}

const USER_PASSWORD = /^[A-Za-z][\w.@+-]{0,63}:(?=.*\d)[^\s/:]{6,}$/;

function cleanText(encoded: string, redact: (content: string) => string): string {
  const content = decode(encoded);
  if (!PRINTABLE.test(content)) return withoutRandom(encoded);
  return redact(content) === content && !USER_PASSWORD.test(content) ? encoded : REDACTED;
}

const CAPITALS = 26;
const LETTERS = 52;
const KIND_MIN = 4;

/**
 * Whether as many letters and digits stand side by side in a run as a random run has at least, or as many capitals and
 * digits as it has with signs among them.
 */
function mayBeRandom(text: string, start: number, end: number): boolean {
  let from = start;
  let capitals = 0;
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const value = VALUES[text.charCodeAt(at)]!;
    if (value >= SIGNS) from = at + 1;
    else if (at - from >= LONG_CHARS - 1) return true;
    if (value < CAPITALS) capitals += 1;
    else if (value >= LETTERS && value < SIGNS) digits += 1;
  }
  return capitals >= KIND_MIN && digits >= KIND_MIN && end - start >= SIGNED_CHARS;
}

/** By their length: an AWS secret access key (base64 that looks random) and a key of Mailgun's, which have no prefix. */
const BARE_SECRETS: Record<number, RegExp> = {
  40: /^(?=(.*[A-Z]){5})(?=(.*[a-z]){5})[^_-]+$/,
  50: /^[\da-f]{32}(-[\da-f]{8}){2}$/,
};
/** What a key of AWS stands beside. */
const BESIDE_KEY = /\baws|amazon|\bs3\b|\[REDACTED\]/i;
const BESIDE_CHARS = 160;
const STICKS_BEFORE = /[=.:@]/;
const STICKS_BEHIND = /[=.]/;

function isBareSecret(text: string, start: number, end: number): boolean {
  const secret = BARE_SECRETS[end - start];
  if (secret === undefined) return false;
  const before = text[start - 1] ?? ' ';
  const isBeside =
    before === '=' && BESIDE_KEY.test(text.slice(Math.max(0, start - BESIDE_CHARS), end + BESIDE_CHARS));
  if (STICKS_BEFORE.test(before) && !isBeside) return false;
  if (end < text.length && STICKS_BEHIND.test(text[end]!)) return false;
  const run = text.slice(start, end);
  return secret.test(run) && (isBeside || /\d.*\d/.test(run)) && !isWords(run);
}

/** The words of a path that a run begins with. */
const FOLDERS = /^(?:\/nix\/store\/[a-z\d]{32}-|[/_+-]|[A-Z]?[a-z]+[/_+-])*/;

/** A folder of a path may have a random name: `/var/folders/…/T/`, `/nix/store/…-hello-2.12`. */
function withoutRandom(run: string, isFile = false): string {
  const folders = FOLDERS.exec(run)![0];
  if (!isFile && isSignedRandom(run.slice(folders.length))) return folders + REDACTED;
  return run.replace(/(?<![A-Za-z0-9]|\/nix\/store\/)(?!(?<=\/)\w+\/)[A-Za-z0-9]+/g, (part, at: number) =>
    isRandomRun(part, isFile ? '' : before(run, at, 9)) ? REDACTED : part,
  );
}

/** The first bit of each byte that is ASCII is 0: of four digits, the first bit of the first, the third and the fifth of the next. */
function beginsAsText(text: string, start: number): boolean {
  for (let at = start; at < start + PROBE_CHARS; at += 4) {
    if (VALUES[text.charCodeAt(at)]! & 0b100000) return false;
    if (VALUES[text.charCodeAt(at + 1)]! & 0b001000) return false;
    if (VALUES[text.charCodeAt(at + 2)]! & 0b000010) return false;
  }
  return true;
}

function decode(encoded: string): string {
  const plain = encoded.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)));
  } catch {
    return '';
  }
}
