/** Two 32-bit lanes with multiply-xorshift mixing (the finaliser of MurmurHash3, Appleby, public domain). */
function lanes(text: string): [number, number] {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b ^ text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = multiply(high ^ unit, 0xcc9e2d51);
    high = (high << 13) | (high >>> 19);
    low = multiply(low ^ unit, 0x1b873593);
    low = (low << 17) | (low >>> 15);
  }
  high ^= low >>> 7;
  low ^= high >>> 11;
  return [finish(high), finish(low ^ high)];
}

/** `Math.imul`, whose first use takes a hook 70 µs: it makes all of `Math`. */
function multiply(a: number, b: number): number {
  return ((a & 0xffff) * b + (((a >>> 16) * b) << 16)) | 0;
}

function finish(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = multiply(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = multiply(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** 64-bit hash as 16 hex digits. The same in every process and on every platform; not cryptographic. */
export function hash64(text: string): string {
  const [high, low] = lanes(text);
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** 32-bit unsigned hash; not cryptographic. */
export function hash32(text: string): number {
  return lanes(text)[1];
}

/** The first 53 bits of the same hash: a whole number that is kept exactly. */
export function hash53(text: string): number {
  const [high, low] = lanes(text);
  return high * 0x200000 + (low >>> 11);
}
