import { endsSentence, isLetters } from './redact-sentences.ts';
import { isCall, isCode, LEAD, looksRandom, PLACEHOLDER, PLAIN_WORD, REFERENCE } from './redact-values.ts';
import { before, REACH, readValue, type Span } from './value-span.ts';

/** Whether the value that a name tells of is a secret. */

/** What of a value is looked at to judge it. */
export const JUDGED_MAX = 512;

/** A name that says that its value is secret. */
export interface Name {
  start: number;
  end: number;
  text: string;
  flag: boolean;
  upper: boolean;
  /** Whether the name stands in quotes, or is an argument's. */
  quoted: boolean;
  /** Whether a blank stands beside its separator. */
  spaced: boolean;
  weak: boolean;
  /** That of a session: most are no secret. */
  session: boolean;
  /** The unquoted run that was scanned last: where values nest, it is not scanned again. */
  runs: Span;
}

/** A quote that ends a text is taken for one that begins one. */
const BEHIND_TEXT = /^(?:\s|\+ ?[A-Za-z_][\w.]*[(),+\s]|\)[;,)\s])/;
const OPAQUE = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16}/;
const UUID = /^[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}$/i;

/** What is kept under a key of this name: `build-linux-node22`. */
const NUMBERED_WORDS = /^(?:[a-z]{2,}[-_:.]){1,6}[a-z]*\d{1,3}$/;

/** Tokens of a model are counted. */
export const isCount = (content: string, name: Name): boolean =>
  /tokens$/i.test(name.text) && /^(?:\w+=)?[\d,._]+[kKmM]?$/.test(content);

/** A name of several words is that of a field, also in the middle of a sentence; in code a type may stand behind it. */
const isField = (name: string, content: string): boolean =>
  /^[A-Z\d]+_[A-Z\d_]+$/.test(name) || (/^[a-z\d]+_[a-z\d_]+$/.test(name) && !TYPE_NAME.test(content));

const TYPE_NAME = /^(?:[A-Z][a-z\d]+)+$/;

type Style = 'colon' | 'equals' | 'flag' | 'prose';

/** What is several words or numbers: a seed, codes for when a device is lost, a key to type in. */
const SPELLED: [RegExp, RegExp][] = [
  [/mnemonic|phrase$/i, /^\s*(?:[a-z]{3,8}[\s,]+){11,23}[a-z]{3,8}\b/],
  [
    /codes?$/i,
    /^\s*(?:(?:\d\d?[.)]|[-*])? *(?=[a-z]*\d)[a-z\d]{4,}(?:[ -][a-z\d]{4,6}\b){0,2}(?:[\s,;]+|\b)){2,}/i,
  ],
  [/otp|2fa|key|secret/i, /^\s*(?=[a-z ]*\d)([a-z2-7]{4} ){3,}\w{4}\b/i],
];

/** The value at a place, if it is a secret. */
export function judge(text: string, at: number, name: Name, style: Style): Span | null {
  for (const [names, words] of SPELLED) {
    const told = names.test(name.text) && words.exec(text.slice(at, at + 320))?.[0].trimEnd();
    if (told) return { start: at, end: at + told.length };
  }
  const value = readValue(text, at, name.runs);
  if (value === null) return null;
  const content = text.slice(value.start, Math.min(value.end, value.start + JUDGED_MAX));
  const asked: Asked = { text, value, content, name, style };
  if (saysNothing(asked)) return null;
  return (value.quote === '' ? isBareSecret(asked) : isQuotedSecret(asked)) ? value : null;
}

/** A value that is to be judged, and what it is judged by. */
interface Asked {
  text: string;
  value: Span & { quote: string };
  /** The value, or the beginning of a long one. */
  content: string;
  name: Name;
  style: Style;
}

/** Of no value that a name of this sort tells of, however it is written. */
function saysNothing({ content, value, name }: Asked): boolean {
  if (content.length < 3 || !/[\w\u0080-\uffff].*[\w\u0080-\uffff]/.test(content)) return true;
  if (REFERENCE.test(content) && !(value.quote === "'" && /^\$\w/.test(content))) return true;
  if (name.session && !OPAQUE.test(content) && !(/secret/i.test(name.text) && UUID.test(content)))
    return true;
  if (/^(?:put )?your?[-_ ][-_a-z ]*$/i.test(content)) return true;
  if (name.weak && (!looksRandom(content, 8) || (!name.upper && NUMBERED_WORDS.test(content)))) return true;
  return name.flag && PLACEHOLDER.test(content);
}

function isQuotedSecret({ content, value, name, style }: Asked): boolean {
  if (value.quote === '`' && !looksRandom(content, 6) && !isLetters(content, name.text)) return false;
  if (BEHIND_TEXT.test(content)) return false;
  return !isProse(content, style, name.quoted) || /phrase$/i.test(name.text);
}

function isBareSecret(asked: Asked): boolean {
  const { text, content, value, name, style } = asked;
  if (isCount(content, name) || isCall(content) || /^\([a-z_.]+$/.test(content)) return false;
  if (style === 'prose') return looksRandom(content, 6) || endsSentence(text, value, name.text);
  if (PLAIN_WORD.test(content)) return false;
  const isAssigned = style === 'equals' && !name.spaced;
  if (name.upper && isAssigned) return true;
  if (style === 'flag') return !content.startsWith('-');
  if (isCode(content, name.spaced) || content.toLowerCase() === name.text.toLowerCase()) return false;
  if (isAssigned || looksRandom(content, 8) || endsSentence(text, value, name.text)) return true;
  if (style === 'colon') {
    if (!/\w/.test(content)) return false;
    // As Go prints a structure: `{User:bob Password:x Port:1}`
    if (/^Pass/.test(name.text) && !name.spaced) return true;
    if (!isField(name.text, content) && !startsLine(text, name.start)) return false;
  }
  return !followedByWord(text, value.end) && !/^[[{(|>]/.test(content);
}

/** As Google writes them. */
const APP_PASSWORD = /^(?:[a-z]{4} ?){4}$/;

/** Several words after `password:` or in quotes are a sentence, unless one of them looks random. */
function isProse(content: string, style: Style, quoted: boolean): boolean {
  if (style !== 'equals' && PLAIN_WORD.test(content)) return true;
  if (quoted || style === 'equals' || style === 'flag' || APP_PASSWORD.test(content)) return false;
  const words = content.split(/\s+/);
  return words.length >= 3 && words.every((word) => /^[A-Za-z'’.,:;!?()-]+$/.test(word));
}

/** The beginning of a line or of a list's item, also of a line that is shown numbered, changed or found in a file; or a quote. */
const LINE_START = new RegExp(`(?:(?:^|[\\n\\r{,;([|>&?])[ \\t]*${LEAD}[ \\t"'-]*|["'])$`);

/** What a property's last name stands behind; of code, the object is. */
const PROPERTY = /(?<![\w.])(?!self\.|this\.)[\w.]+\.$/;

function startsLine(text: string, at: number): boolean {
  const property = PROPERTY.exec(before(text, at, REACH));
  const nameStart = at - (property?.[0].length ?? 0);
  return LINE_START.test(before(text, nameStart, 100));
}

function followedByWord(text: string, end: number): boolean {
  return /^[ \t]+[A-Za-z]/.test(text.slice(end, end + 12));
}
