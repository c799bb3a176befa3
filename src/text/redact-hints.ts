/**
 * What a text can need at all, found in one pass over its characters. Credentials are rare and texts are many:
 * nearly every text needs nothing, and must cost next to nothing.
 */
import { TOKEN_RULES, type TokenRule } from './redact-rules.ts';

interface Hint {
  text: string;
  rule: number;
  /** Counts only where no letter or digit stands before it. */
  atWord: boolean;
}

export interface Needs {
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
];
const ASSIGNMENTS = -1;

const WIDTH = 128;
/** For each pair of characters, where its hints are, plus one. */
const buckets = new Uint16Array(WIDTH * WIDTH);
const hints: Hint[][] = [];

for (const [rule, { hints: own, atWord }] of TOKEN_RULES.entries()) {
  for (const text of own) add({ text, rule, atWord: atWord === true && /^[A-Za-z0-9]/.test(text) });
}
for (const part of NAME_PARTS) {
  const capital = part.charAt(0).toUpperCase() + part.slice(1);
  for (const text of [part, part.toUpperCase(), capital]) add({ text, rule: ASSIGNMENTS, atWord: false });
}

function add(hint: Hint): void {
  const pair = hint.text.charCodeAt(0) * WIDTH + hint.text.charCodeAt(1);
  if (buckets[pair] === 0) buckets[pair] = hints.push([]);
  hints[buckets[pair]! - 1]!.push(hint);
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
    for (const hint of hints[bucket - 1]!) {
      if (!text.startsWith(hint.text, at) || (hint.atWord && isAlnum(text.charCodeAt(at - 1)))) continue;
      if (hint.rule === ASSIGNMENTS) assignments = true;
      else {
        found ??= new Set();
        found.add(hint.rule);
      }
    }
  }
  return { rules: found === null ? NONE : TOKEN_RULES.filter((_, rule) => found.has(rule)), assignments };
}

function isAlnum(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

const NONE: TokenRule[] = [];
