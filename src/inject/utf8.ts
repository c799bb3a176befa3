/** Bytes that a text takes in UTF-8. Lone surrogates count as the three bytes of U+FFFD. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) i++;
  }
  return bytes;
}

/** Longest prefix of at most `max` UTF-8 bytes that does not split a character. */
export function utf8Head(text: string, max: number): string {
  let bytes = 0;
  let i = 0;
  while (i < text.length) {
    const step = characterAt(text, i);
    if (bytes + step.bytes > max) break;
    bytes += step.bytes;
    i += step.units;
  }
  return text.slice(0, i);
}

/** Longest suffix of at most `max` UTF-8 bytes that does not split a character. */
export function utf8Tail(text: string, max: number): string {
  let bytes = 0;
  let i = text.length;
  while (i > 0) {
    const at =
      i > 1 && isLowSurrogate(text.charCodeAt(i - 1)) && isHighSurrogate(text.charCodeAt(i - 2))
        ? i - 2
        : i - 1;
    const step = characterAt(text, at);
    if (bytes + step.bytes > max) break;
    bytes += step.bytes;
    i = at;
  }
  return text.slice(i);
}

function characterAt(text: string, at: number): { bytes: number; units: number } {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return { bytes: 1, units: 1 };
  if (unit < 0x800) return { bytes: 2, units: 1 };
  if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) return { bytes: 4, units: 2 };
  return { bytes: 3, units: 1 };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
