/** What was wrong, as an order that mended it shows: what is added was missing, what is stopped was not wanted. Pure. */

/** Orders, and what each says of how it was before; `at` is ` in FILE`, or empty. */
const FAULTS: readonly [RegExp, (match: RegExpExecArray, at: string) => string][] = [
  [/^(?:stop|avoid) (?=\w+ing\b)(.+)/i, (m, at) => `Not wanted${at}: ${m[1]}`],
  [
    /^(?:remove|drop|delete|disable) (.+)/i,
    (m, at) => `Not wanted${at}: ${m[1]!.replace(/ from (?=\S)/, ' in ')}`,
  ],
  [
    /^(?:add|include|introduce) (.+?) (?:to|into) ((?:the|its|their|all|`)\S*(?: \S+){0,3})$/i,
    (m) => `Missing in ${m[2]}: ${m[1]}`,
  ],
  [/^(?:add|include|introduce|create|write|implement) (.+)/i, (m, at) => `Missing${at}: ${m[1]}`],
  [/^use (.+?) (?:instead of|rather than) (.+)/i, (m) => `Used in place of ${m[1]}: ${m[2]}`],
  [/^use (.+)/i, (m, at) => `Not used${at}: ${m[1]}`],
  [/^move (.+?) (?:in)?to (.+)/i, (m) => `Not in ${m[2]}: ${m[1]}`],
  [/^fix (.+?)(?: (?:to|so that) \w.*)?$/i, (m, at) => `Wrong${at}: ${m[1]}`],
];

/** The fault that an order mends; null where that cannot be told from its verb. */
export function orderAsFault(order: string, at: string): string | null {
  for (const [pattern, say] of FAULTS) {
    const match = pattern.exec(order);
    if (match) return say(match, at);
  }
  return null;
}
