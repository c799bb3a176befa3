/**
 * What a text can need at all, found in one pass over its characters. Credentials are rare and texts are many:
 * nearly every text needs nothing, and must cost next to nothing.
 */
import { TOKEN_RULES, type TokenRule } from './redact-rules.ts';

interface Hint {
  text: string;
  /** Its third character, which rules most places out; not a number where it has none. */
  third: number;
  rule: number;
  /** Counts only where no letter or digit stands before it. */
  atWord: boolean;
}

interface Needs {
  /** Rules of which a hint occurs, in their own order. */
  rules: TokenRule[];
  /** Whether a name occurs that a secret may be assigned to. */
  assignments: boolean;
}

/** Parts of the names that `redact-assignments.ts` knows, wherever they stand in a word. */
const NAME_PARTS = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'credential',
  'auth',
  'cookie',
  'dsn',
  'otp',
  'webhook',
  'connection',
  'session',
  'pat',
  'contrase',
  'mot de',
];
const ASSIGNMENTS = -1;

const WIDTH = 128;
/** For each pair of characters, where its hints are, plus one. */
const buckets = new Uint16Array(WIDTH * WIDTH);
const hints: Hint[][] = [];
/** For each of those lists, the third characters of its hints: a bit for the last five bits of each. */
const thirds: number[] = [];

for (const [rule, { hints: own, atWord }] of TOKEN_RULES.entries()) {
  for (const text of own) add(text, rule, atWord === true && /^[A-Za-z0-9]/.test(text));
}
for (const part of NAME_PARTS) {
  const capital = part.charAt(0).toUpperCase() + part.slice(1);
  for (const text of [part, part.toUpperCase(), capital]) add(text, ASSIGNMENTS, false);
}

function add(text: string, rule: number, atWord: boolean): void {
  const pair = text.charCodeAt(0) * WIDTH + text.charCodeAt(1);
  if (buckets[pair] === 0) {
    buckets[pair] = hints.push([]);
    thirds.push(0);
  }
  const bucket = buckets[pair]! - 1;
  const third = text.charCodeAt(2);
  hints[bucket]!.push({ text, third, rule, atWord });
  thirds[bucket]! |= text.length > 2 ? 1 << (third & 31) : -1;
}

/** One pass: which rules have a hint in the text. */
export function needsOf(text: string): Needs {
  let found: Set<number> | null = null;
  let assignments = false;
  const last = text.length - 1;
  let second = text.charCodeAt(0);
  for (let at = 0; at < last; at += 1) {
    const first = second;
    second = text.charCodeAt(at + 1);
    if (first >= WIDTH || second >= WIDTH) continue;
    const bucket = buckets[first * WIDTH + second]!;
    if (bucket === 0) continue;
    const third = text.charCodeAt(at + 2);
    if (((thirds[bucket - 1]! >>> (third & 31)) & 1) === 0) continue;
    for (const hint of hints[bucket - 1]!) {
      if (hint.third !== third && hint.text.length > 2) continue;
      if (!text.startsWith(hint.text, at) || (hint.atWord && isAlnum(text.charCodeAt(at - 1)))) continue;
      if (hint.rule === ASSIGNMENTS) assignments ||= mayName(hint.text, text, at);
      else {
        found ??= new Set();
        found.add(hint.rule);
      }
    }
  }
  return { rules: found === null ? NONE : TOKEN_RULES.filter((_, rule) => found.has(rule)), assignments };
}

/** Letters that the words end in which make a key secret: `api_key`, `masterKey`. */
const BEFORE_KEY = /[isegnrthy]/i;

/** Whether the part of a name can belong to one that `redact-assignments.ts` looks for: most words with it cannot. */
function mayName(part: string, text: string, at: number): boolean {
  const next = text[at + part.length] ?? '';
  switch (part.toLowerCase()) {
    case 'key': {
      const joint = text[at - 1] ?? '';
      return joint === '_' || joint === '-' || BEFORE_KEY.test(joint);
    }
    case 'auth':
      return !/[a-jl-z]/i.test(next);
    case 'pass':
      return !/[a-bd-oq-vx-z]/i.test(next);
    case 'pat':
      return text[at - 1] === '_' && !/[A-Za-z]/.test(next);
    case 'session':
      return /[_\-ik]/i.test(next);
    case 'connection':
      return /[_\-s]/i.test(next);
    default:
      return true;
  }
}

function isAlnum(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

const NONE: TokenRule[] = [];
