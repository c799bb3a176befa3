export type Json = Record<string, unknown>;

/** True for an object of JSON: neither null nor a list. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Index behind the brace that closes the object at `start`; -1 where it is cut off. */
export function objectEnd(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x22) {
      at = stringEnd(source, at);
      if (at < 0) return -1;
    } else if (code === 0x7b) depth += 1;
    else if (code === 0x7d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function stringEnd(source: string, quote: number): number {
  let at = source.indexOf('"', quote + 1);
  while (at >= 0) {
    let slashes = 0;
    while (source.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = source.indexOf('"', at + 1);
  }
  return -1;
}
