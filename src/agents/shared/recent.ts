/** Slots of a full table: at least the last half as many strings are remembered. */
const SLOTS_MAX = 1 << 18;
const SLOTS_MIN = 1 << 10;

/** Remembers at least the last hundred thousand strings by a hash of 64 bits, in bounded memory. */
export class Recent {
  #young = new HashTable();
  #old = new HashTable();

  /** True the first time a string is seen. */
  add(value: string): boolean {
    hash(value);
    if (this.#old.has()) return false;
    if (!this.#young.add()) return false;
    if (this.#young.isFull()) {
      this.#old = this.#young;
      this.#young = new HashTable();
    }
    return true;
  }
}

/** Hashes in an open table that doubles; the pair of zeros is an empty slot. */
class HashTable {
  #slots = new Uint32Array(2 * SLOTS_MIN);
  #count = 0;

  /** Whether the hash that was computed last is in it. */
  has(): boolean {
    return this.#count > 0 && this.#slots[this.#slotOf(high, low) + 1] !== 0;
  }

  /** Adds the hash that was computed last; false where it was in it. */
  add(): boolean {
    const at = this.#slotOf(high, low);
    if (this.#slots[at + 1] !== 0) return false;
    this.#slots[at] = high;
    this.#slots[at + 1] = low;
    this.#count += 1;
    if (this.#count * 4 > this.#slots.length && this.#slots.length < 2 * SLOTS_MAX) this.#grow();
    return true;
  }

  isFull(): boolean {
    return this.#count * 2 >= SLOTS_MAX;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      if (before[at + 1] === 0) continue;
      const to = this.#slotOf(before[at]!, before[at + 1]!);
      this.#slots[to] = before[at]!;
      this.#slots[to + 1] = before[at + 1]!;
    }
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#slots.length - 2;
    let at = (low << 1) & mask;
    while (this.#slots[at + 1] !== 0 && (this.#slots[at] !== high || this.#slots[at + 1] !== low))
      at = (at + 2) & mask;
    return at;
  }
}

let high = 0;
let low = 1;

/** cyrb53 by bryc (public domain), all of its bits; the low half is never zero. */
function hash(value: string): void {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  high = b >>> 0;
  low = a >>> 0 || 1;
}
