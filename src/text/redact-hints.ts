/**
 * What a text can need at all, found in one pass over its characters. Credentials are rare and texts are many:
 * nearly every text needs nothing, and must cost next to nothing.
 */
import { TOKEN_RULES, type TokenRule } from './redact-rules.ts';
import { FOREIGN_NAMES } from './redact-sentences.ts';

interface Hint {
  hint: string;
  /** Code of its third character; not a number where it has two. */
  third: number;
  rule: number;
  /** Counts only where no letter or digit stands before it. */
  atWord: boolean;
  /** Counts only where this matches. */
  form?: RegExp | undefined;
}

interface Needs {
  /** Rules of which a hint occurs, in their own order. */
  rules: TokenRule[];
  /** Where a name may stand that a secret is assigned to. */
  names: number[];
}

/** Parts of the names that `redact-assignments.ts` knows, and of each the one whose beginning is rarest in other words. */
const NAME_PARTS =
  'pass|pasw|pwd|pswd|pw:|pw=|pw |pw"|pw\'|mdp|secret|token|key|credential|auth|cookie|dsn|otp|webhook|nnection|sess|pat|psk|mnemonic|phrase|recovery|backup|señ|mot de|nnwort|wachtw|adgangs|senha|salasana|asło|heslo|jelsz|parol|parool|lozink|gesl|slapt|contrasen|palavra|code d|clave|kata s|kata l|salt'
    .split('|')
    .concat(FOREIGN_NAMES.split('|').map((name) => name.slice(0, 3)));
const ASSIGNMENTS = -1;

/** Behind a letter it is the end of a word, but not behind that of an escape. */
const NOT_IN_WORD = /(?<=^|[^a-z]|\\[a-z])/iy;
/** How a part stands where it can belong to a name that `redact-assignments.ts` looks for: most words with it cannot. */
const IN_NAME: Record<string, RegExp> = {
  // The last letters are of the words which make a key secret: `api_key`, `masterKey`.
  key: /(?<=(?:api|access|private|setup|unseal|license) |[_\-isegnrthypd])/iy,
  auth: /auth(?![a-jl-z])/iy,
  pass: /pass(?![abd-nq-vx-z])/iy,
  pat: /(?<=_)pat(?![a-z])/iy,
  salt: /(?<=_)salt(?![a-z])/iy,
  sess: /sess(?:ion)?[_-]?(?:id|key)/iy,
  'pw:': NOT_IN_WORD,
  'pw=': NOT_IN_WORD,
  'pw ': NOT_IN_WORD,
  'pw"': NOT_IN_WORD,
  "pw'": NOT_IN_WORD,
  mdp: NOT_IN_WORD,
};

/** Three characters, of each of which five bits count, are a place. */
const PLACES = 1 << 15;
/** A bit for each place that a hint begins with: few enough to stay in the processor's cache, whatever else runs. */
const marks = new Int32Array(PLACES >> 5);
/** For each place, where its hints are; most have none. */
const buckets = new Uint16Array(PLACES);
const hints: Hint[][] = [[]];
/** For each of them, five bits of the characters that may follow on the three. */
const follows: number[] = [0];
const BITS = 32;
const placeAfter = (place: number, code: number): number => ((place << 5) | (code & 31)) & (PLACES - 1);
/** The bit of a character; all of them where there is none. */
const bitOf = (code: number): number => (code > 0 ? 1 << (code & 31) : -1);

for (const [rule, { hints: own, atWord, pattern }] of TOKEN_RULES.entries()) {
  for (const text of pattern.ignoreCase ? own.flatMap(cases) : own)
    add(text, rule, atWord === true && /^[A-Za-z0-9]/.test(text));
}
for (const text of NAME_PARTS.flatMap(cases)) add(text, ASSIGNMENTS, false);

function cases(text: string): string[] {
  return [text, text.toUpperCase(), text.replace(/[a-z\u0080-\uffff]/, (first) => first.toUpperCase())];
}

function add(hint: string, rule: number, atWord: boolean): void {
  const third = hint.charCodeAt(2);
  const form = rule === ASSIGNMENTS ? IN_NAME[hint.toLowerCase()] : undefined;
  const each = { hint, third, rule, atWord, form };
  const begun = placeAfter(hint.charCodeAt(0), hint.charCodeAt(1));
  if (third > 0) addAt(placeAfter(begun, third), each);
  // After a hint of two characters, whatever follows.
  else for (let code = 0; code < BITS; code += 1) addAt(placeAfter(begun, code), each);
}

function addAt(place: number, each: Hint): void {
  buckets[place] ||= hints.push([]) - 1;
  const bucket = buckets[place]!;
  hints[bucket]!.push(each);
  follows[bucket] = (follows[bucket] ?? 0) | bitOf(each.hint.charCodeAt(3));
  marks[place >> 5]! |= 1 << (place & 31);
}

/** What was found so far: places of rules, each once, and of names in the text. */
interface Found {
  rules: number[];
  names: number[];
}

/** One pass: which rules have a hint in the text. */
export function needsOf(text: string): Needs {
  const found: Found = { rules: [], names: [] };
  let place = 0;
  for (let end = 0; end <= text.length; end += 1) {
    // Reading beyond a text takes several times as long, in every later look as well.
    const code = end < text.length ? text.charCodeAt(end) : 0;
    place = placeAfter(place, code);
    if (((marks[place >> 5]! >>> (place & 31)) & 1) !== 0 && end > 1)
      look(text, end - 2, buckets[place]!, found);
  }
  return { ...found, rules: found.rules.sort((a, b) => a - b).map((rule) => TOKEN_RULES[rule]!) };
}

function isAt(form: RegExp, text: string, at: number): boolean {
  form.lastIndex = at;
  return form.test(text);
}

/** Notes the hints at a place. By itself: where it stands in the loop, the loop takes half as long again. */
function look(text: string, at: number, bucket: number, found: Found): void {
  const next = at + 3 < text.length ? text.charCodeAt(at + 3) : 0;
  if (((follows[bucket]! >>> (next & 31)) & 1) === 0) return;
  const code = at + 2 < text.length ? text.charCodeAt(at + 2) : 0;
  for (const { hint, third, rule, atWord, form } of hints[bucket]!) {
    if (
      (third > 0 && third !== code) ||
      !text.startsWith(hint, at) ||
      (atWord && /[A-Za-z0-9]/.test(text[at - 1] ?? '') && text[at - 2] !== '\\') ||
      (form && !isAt(form, text, at))
    )
      continue;
    if (rule === ASSIGNMENTS) found.names.push(at);
    else if (!found.rules.includes(rule)) found.rules.push(rule);
  }
}
