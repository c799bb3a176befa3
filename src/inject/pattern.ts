import type { CompiledPattern } from '../model/compiled.ts';
import { cut } from './match-texts.ts';

const cache = new Map<string, RegExp | null>();
const CACHE_MAX = 5000;

/** Compiled expression, or null where the source is not valid. Never stateful: `g` and `y` are dropped. */
export function regexOf(source: string, flags: string): RegExp | null {
  const key = `${flags}/${source}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  let regex: RegExp | null;
  try {
    regex = new RegExp(source, flags.replace(/[gy]/g, ''));
  } catch {
    regex = null;
  }
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(key, regex);
  return regex;
}

/** Whether `match` holds and `unless` does not, on at most 8 KB of the text. A broken pattern never matches. */
export function test(pattern: CompiledPattern, text: string): boolean {
  const target = cut(text);
  const match = regexOf(pattern.match, pattern.flags);
  if (match === null || !match.test(target)) return false;
  if (pattern.unless === null) return true;
  const unless = regexOf(pattern.unless, pattern.flags);
  return unless !== null && !unless.test(target);
}
