/** Parts of a buffer as text. Nearly every line of a transcript passes here: each way is the cheapest there is. */

/** A character a byte, so that positions in the text are positions in the bytes. */
export function latin1(bytes: Buffer, from: number, to: number): string {
  return (bytes as Buffer & Slices).latin1Slice(Math.max(from, 0), Math.min(to, bytes.length));
}

/** Text of the bytes from `from` to before `to`, cut to what there is; what is no UTF-8 is a replacement character. */
export function utf8(bytes: Buffer, from: number, to: number): string {
  return (bytes as Buffer & Slices).utf8Slice(Math.max(from, 0), Math.min(to, bytes.length));
}

/** What `toString` of a buffer ends in, without its looking at names of encodings. */
interface Slices {
  latin1Slice(from: number, to: number): string;
  utf8Slice(from: number, to: number): string;
}

/** Text that was read as a character a byte, as what its bytes mean. */
export function fromLatin1(text: string): string {
  return /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}
