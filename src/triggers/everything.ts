import { type LinearProgram, runLinear } from '../inject/linear.ts';

/** What has all of them in common says nothing: `.`, `\\w+`. */
const UNLIKE = ['a', 'z9', 'git status', 'ls -la /tmp/x.y'];

/**
 * Why a pattern would match everything, or null where it does not. Without a program the engine runs it, which has to be
 * known to come to an end: forty times `.*` takes years for the shortest of these texts.
 */
export function matchesEverything(
  source: string,
  flags: string,
  program: LinearProgram | null,
): string | null {
  const expression = program === null ? new RegExp(source, flags) : null;
  const matches = (text: string) => expression?.test(text) ?? runLinear(program!, text);
  if (matches('')) return 'matches the empty text, so it matches everything';
  return UNLIKE.every(matches) ? 'matches everything' : null;
}
