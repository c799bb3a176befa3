/**
 * The gate says, from a few bits beside the pointer, that no lesson can match a call: most calls then cost the hook
 * no SQLite and no shell view. It is a Bloom filter (Burton Bloom, CACM 13:7, 1970) over the words that lessons
 * require: never a false no, a false yes now and then.
 */

/**
 * A lesson is known by a chain of its required words, rarest first: each but the last has a key of its own,
 * so that a search for chains in a call's words stops where none goes on.
 */
export const gateKey = {
  whole: (chain: string) => `t:${chain}`,
  begun: (chain: string) => `p:${chain}`,
} as const;

export const CHAIN_WORDS_MAX = 4;

const BITS_PER_KEY = 12;
const PROBES = 6;
/** Six bits a character, from `0` on: plain ASCII, so that it travels in JSON as it is. */
const BITS_PER_CHAR = 6;
const FIRST_CHAR = 48;
const CHARS_MIN = 64;
/** Beyond it, reading the bits would cost more than they save. */
const KEYS_MAX = 200_000;

/** The bits for these keys, or null where there are too many. */
export function makeGate(keys: readonly string[]): string | null {
  if (keys.length > KEYS_MAX) return null;
  const chars = new Uint8Array(Math.max(CHARS_MIN, Math.ceil((keys.length * BITS_PER_KEY) / BITS_PER_CHAR)));
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

/** False only where these words certainly hold no chain. */
export function holdsChain(bits: string, words: Iterable<string>, begun = '', length = 1): boolean {
  for (const word of words) {
    const chain = begun === '' ? word : `${begun} ${word}`;
    if (gateHas(bits, gateKey.whole(chain))) return true;
    if (length === CHAIN_WORDS_MAX || !gateHas(bits, gateKey.begun(chain))) continue;
    if (holdsChain(bits, words, chain, length + 1)) return true;
  }
  return false;
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
  return [mix(first), (mix(second) | 1) >>> 0];
}

/** The finaliser of MurmurHash3 (Austin Appleby, public domain). */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
