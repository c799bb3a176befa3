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
const byFirst: Prefix[][] = [];
const anywhere: { hint: string; rule: number }[] = [];

for (const [rule, { hints, atWord }] of TOKEN_RULES.entries()) {
  for (const hint of hints) {
    if (atWord && WORD_START.test(hint)) (byFirst[hint.charCodeAt(0)] ??= []).push({ text: hint, rule });
    else anywhere.push({ hint, rule });
  }
}

/** The rules whose hints occur in the text, in their own order. */
export function rulesFor(text: string): TokenRule[] {
  let found: Set<number> | null = null;
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isWord = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (isWord && !inWord) {
      const prefixes = byFirst[code];
      if (prefixes !== undefined) {
        for (const prefix of prefixes) if (text.startsWith(prefix.text, at)) (found ??= new Set()).add(prefix.rule);
      }
    }
    inWord = isWord;
  }
  for (const { hint, rule } of anywhere) if (text.includes(hint)) (found ??= new Set()).add(rule);
  return found === null ? NONE : TOKEN_RULES.filter((_, rule) => found.has(rule));
}

const NONE: TokenRule[] = [];
