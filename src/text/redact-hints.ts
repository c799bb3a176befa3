import { TOKEN_RULES, type TokenRule } from './redact-rules.ts';

/**
 * Which rules a text can need at all, in one pass over its words: nearly every credential starts with letters
 * of its own, at the start of a word. Hints that stand elsewhere are searched for.
 */
interface Prefix {
  text: string;
  rule: number;
}

const WORD_START = /^[A-Za-z0-9]/;
/** By the first two characters: a word seldom shares both with a credential. */
const byStart = new Map<number, Prefix[]>();
const firsts = new Uint8Array(128);
const anywhere: { hint: string; rule: number }[] = [];

for (const [rule, { hints, atWord }] of TOKEN_RULES.entries()) {
  for (const hint of hints) {
    if (atWord && WORD_START.test(hint)) {
      const start = startKey(hint, 0);
      firsts[hint.charCodeAt(0)] = 1;
      byStart.set(start, [...(byStart.get(start) ?? []), { text: hint, rule }]);
    } else anywhere.push({ hint, rule });
  }
}

function startKey(text: string, at: number): number {
  return text.charCodeAt(at) * 65536 + text.charCodeAt(at + 1);
}

/** The rules whose hints occur in the text, in their own order. */
export function rulesFor(text: string): TokenRule[] {
  let found: Set<number> | null = null;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isWord = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (isWord && !inWord) {
      const prefixes = firsts[code] === 1 ? byStart.get(startKey(text, at)) : undefined;
      if (prefixes !== undefined) {
        for (const prefix of prefixes)
          if (text.startsWith(prefix.text, at)) (found ??= new Set()).add(prefix.rule);
      }
    }
    inWord = isWord;
  }
  for (const { hint, rule } of anywhere) if (text.includes(hint)) (found ??= new Set()).add(rule);
  return found === null ? NONE : TOKEN_RULES.filter((_, rule) => found.has(rule));
}

const NONE: TokenRule[] = [];
