/**
 * What a text can need at all, found in one pass over its characters. Credentials are rare and texts are many:
 * nearly every text needs nothing, and must cost next to nothing.
 */
import { TOKEN_RULES, type TokenRule } from './redact-rules.ts';

interface Hint {
  hint: string;
  /** Code of its third character; not a number where it has two. */
  third: number;
  rule: number;
  /** Counts only where no letter or digit stands before it. */
  atWord: boolean;
}

interface Needs {
  /** Rules of which a hint occurs, in their own order. */
  rules: TokenRule[];
  /** Where a name may stand that a secret is assigned to. */
  names: number[];
}

/** Parts of the names that `redact-assignments.ts` knows, and of each the one whose beginning is rarest in other words. */
const NAME_PARTS =
  'pass|pwd|pswd|pw:|pw=|pw |pw"|mdp|secret|token|key|credential|auth|cookie|dsn|otp|webhook|nnection|sess|pat|psk|mnemonic|phrase|recovery|backup|señ|mot de|nnwort|wachtw|adgangs|lösen|senha|salasana|asło|heslo|jelsz|parol|clave|şif|mật|kata s|пар|密码|密碼|口令|パス|비밀|암호|κωδ|كلم|סיס|पास|รหัส'.split(
    '|',
  );
const ASSIGNMENTS = -1;

const WIDTH = 128;
/** For each pair of characters, where its hints are; most have none. */
const buckets = new Uint16Array(WIDTH * WIDTH);
const hints: Hint[][] = [[]];
/** Letters beyond ASCII share the places of others. */
const pairOf = (first: number, second: number): number => (first % WIDTH) * WIDTH + (second % WIDTH);
/** Three characters, of each of which five bits count, are a place. */
const PLACES = 1 << 15;
/** A bit for each place that a hint begins with: few enough to stay in the processor's cache, whatever else runs. */
const marks = new Int32Array(PLACES >> 5);
const placeAfter = (place: number, code: number): number => ((place << 5) | (code & 31)) & (PLACES - 1);

for (const [rule, { hints: own, atWord, pattern }] of TOKEN_RULES.entries()) {
  for (const text of pattern.ignoreCase ? own.flatMap(cases) : own)
    add(text, rule, atWord === true && /^[A-Za-z0-9]/.test(text));
}
for (const text of NAME_PARTS.flatMap(cases)) add(text, ASSIGNMENTS, false);

function cases(text: string): string[] {
  return [text, text.toUpperCase(), text.replace(/[a-z\u0080-\uffff]/, (first) => first.toUpperCase())];
}

function add(hint: string, rule: number, atWord: boolean): void {
  const [first, second, third] = [hint.charCodeAt(0), hint.charCodeAt(1), hint.charCodeAt(2)];
  const pair = pairOf(first, second);
  buckets[pair] ||= hints.push([]) - 1;
  hints[buckets[pair]!]!.push({ hint, third, rule, atWord });
  const place = placeAfter(placeAfter(first, second), third);
  // After a hint of two characters, whatever follows.
  marks[place >> 5]! |= hint.length > 2 ? 1 << (place & 31) : -1;
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
    if (((marks[place >> 5]! >>> (place & 31)) & 1) !== 0 && end > 1) look(text, end - 2, code, found);
  }
  return { ...found, rules: found.rules.sort((a, b) => a - b).map((rule) => TOKEN_RULES[rule]!) };
}

/** Notes the hints at a place. By itself: where it stands in the loop, the loop takes half as long again. */
function look(text: string, at: number, code: number, found: Found): void {
  const own = hints[buckets[pairOf(text.charCodeAt(at), text.charCodeAt(at + 1))]!]!;
  for (const { hint, third, rule, atWord } of own) {
    if (
      (third > 0 && third !== code) ||
      !text.startsWith(hint, at) ||
      (atWord && /[A-Za-z0-9]/.test(text[at - 1] ?? '') && text[at - 2] !== '\\')
    )
      continue;
    if (rule === ASSIGNMENTS) {
      if (mayName(hint, text, at)) found.names.push(at);
    } else if (!found.rules.includes(rule)) found.rules.push(rule);
  }
}

/** Letters that the words end in which make a key secret: `api_key`, `masterKey`. */
const BEFORE_KEY = /[isegnrthy]/i;

/** Whether the part of a name can belong to one that `redact-assignments.ts` looks for: most words with it cannot. */
function mayName(part: string, text: string, at: number): boolean {
  const next = text[at + part.length] ?? '';
  switch (part.toLowerCase()) {
    case 'key': {
      const joint = text[at - 1] ?? '';
      if (joint === ' ') return /(?:api|access|private|license) $/i.test(text.slice(Math.max(0, at - 8), at));
      return joint === '_' || joint === '-' || BEFORE_KEY.test(joint);
    }
    case 'auth':
      return !/[a-jl-z]/i.test(next);
    case 'pass':
      return !/[a-bd-nq-vx-z]/i.test(next);
    case 'pat':
      return text[at - 1] === '_' && !/[A-Za-z]/.test(next);
    case 'sess':
      return /^(?:ion)?[_-]?(?:id|key)/i.test(text.slice(at + 4, at + 12));
    case 'pw:':
    case 'pw=':
    case 'pw ':
    case 'pw"':
    case 'mdp':
      return !/(?:^|[^\\])[a-z]$/i.test(text.slice(Math.max(0, at - 2), at));
    case 'recovery':
    case 'backup':
      return /^[ _-]c/i.test(text.slice(at + part.length, at + part.length + 2));
    case 'nnection':
      return /[_\-s]/i.test(next);
    default:
      return true;
  }
}
