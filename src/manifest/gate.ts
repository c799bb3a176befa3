/**
 * The gate says, from a few bits beside the pointer, that no lesson can match a call: most calls then cost the hook
 * no SQLite and no shell view. It is a Bloom filter (Burton Bloom, CACM 13:7, 1970) over the words that lessons
 * require: never a false no, a false yes now and then.
 */

/** A lesson that requires several words is known by its two rarest. */
export const gateKey = {
  token: (token: string) => `t:${token}`,
  /** The rarer of a pair: only with these is it worth looking for pairs. */
  first: (token: string) => `p:${token}`,
  pair: (first: string, second: string) => `${first} ${second}`,
} as const;

const BITS_PER_KEY = 16;
const PROBES = 7;
/** Six bits a character, from `0` on: plain ASCII, so that it travels in JSON as it is. */
const BITS_PER_CHAR = 6;
const FIRST_CHAR = 48;
/** Beyond it, reading the bits would cost more than they save. */
const KEYS_MAX = 200_000;

/** The bits for these keys, or null where there are too many. */
export function makeGate(keys: readonly string[]): string | null {
  if (keys.length > KEYS_MAX) return null;
  const chars = new Uint8Array(Math.max(1, Math.ceil((keys.length * BITS_PER_KEY) / BITS_PER_CHAR)));
  for (const key of keys) {
    const [first, step] = lanes(key);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = bitAt(first, step, probe, chars.length);
      chars[Math.floor(bit / BITS_PER_CHAR)]! |= 1 << (bit % BITS_PER_CHAR);
    }
  }
  return Array.from(chars, (char) => String.fromCharCode(FIRST_CHAR + char)).join('');
}

/** False only where the key is certainly not among those that the gate was made of. */
export function gateHas(bits: string, key: string): boolean {
  const [first, step] = lanes(key);
  for (let probe = 0; probe < PROBES; probe += 1) {
    const bit = bitAt(first, step, probe, bits.length);
    const char = bits.charCodeAt(Math.floor(bit / BITS_PER_CHAR)) - FIRST_CHAR;
    if ((char & (1 << (bit % BITS_PER_CHAR))) === 0) return false;
  }
  return true;
}

function bitAt(first: number, step: number, probe: number, chars: number): number {
  return ((first + Math.imul(probe, step)) >>> 0) % (chars * BITS_PER_CHAR);
}

/** Two hashes of a key: FNV-1a (Fowler, Noll, Vo) from two offsets; the second is odd. */
function lanes(key: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
    second ^= second >>> 13;
  }
  first ^= first >>> 15;
  return [first >>> 0, (second | 1) >>> 0];
}
