import type { CompiledPattern } from '../model/compiled.ts';
import { type LinearProgram, runLinear, runShort } from './linear.ts';
import { cut } from './match-texts.ts';

let cache: Map<string, RegExp | null> | null = null;
const CACHE_MAX = 5000;

/** Compiled expression, or null where the source is not valid. Never stateful: `g` and `y` are dropped. */
export function regexOf(source: string, flags: string): RegExp | null {
  const key = `${flags}/${source}`;
  cache ??= new Map();
  const known = cache.get(key);
  if (known !== undefined) return known;
  let regex: RegExp | null;
  try {
    regex = new RegExp(source, flags === '' || flags === 'i' ? flags : flags.replace(/[gy]/g, ''));
  } catch {
    regex = null;
  }
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(key, regex);
  return regex;
}

/** Longer texts are given to the linear machine where a pattern has one; on shorter ones the engine is quicker. */
const NATIVE_CHARS_MAX = 256;
const nativeMax = ({ native }: LinearProgram): number =>
  native !== undefined && native < NATIVE_CHARS_MAX ? native : NATIVE_CHARS_MAX;
/** Runs with which a process begins: a hook has a few, and is done before compiling an expression would pay. */
const FIRST_RUNS_MAX = 16;
let firstRuns = 0;

/** Whether `match` holds and `unless` does not, on at most 8 KB of the text. A broken pattern never matches. */
export function test(pattern: CompiledPattern, text: string): boolean {
  return matches(pattern, text) && !isExcepted(pattern, text);
}

/** Whether `match` holds on at most 8 KB of the text. */
export function matches(pattern: CompiledPattern, text: string): boolean {
  return holds(pattern.match, pattern.flags, pattern.linear?.match, text) === true;
}

/** Whether `unless` holds, so that the pattern does not act; also where it is broken. */
export function isExcepted(pattern: CompiledPattern, text: string): boolean {
  if (pattern.unless === null) return false;
  return holds(pattern.unless, pattern.flags, pattern.linear?.unless, text) !== false;
}

function holds(
  source: string,
  flags: string,
  program: LinearProgram | null | undefined,
  text: string,
): boolean | null {
  const target = cut(text);
  if (program && target.length > nativeMax(program)) return runLinear(program, target);
  if (program && firstRuns < FIRST_RUNS_MAX) {
    firstRuns += 1;
    const found = runShort(program, target);
    if (found !== null) return found;
  }
  return regexOf(source, flags)?.test(target) ?? null;
}
