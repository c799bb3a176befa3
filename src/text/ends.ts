import { redact } from './redact.ts';

/** On either side of a cut: what tells of a secret stands no further from it. */
const AROUND_CHARS = 600;

/**
 * The beginning of a long text, not redacted but where it ends: the half of a secret would not be known as one, and
 * whoever redacts the text later sees no more of it.
 */
export function headOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const from = Math.max(0, chars - AROUND_CHARS);
  return text.slice(0, from) + redact(text.slice(from, chars + AROUND_CHARS)).slice(0, chars - from);
}

/** The end of a long text, in the same way. */
export function tailOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const at = text.length - chars;
  const kept = Math.min(chars, AROUND_CHARS);
  const around = redact(text.slice(Math.max(0, at - AROUND_CHARS), at + kept));
  return around.slice(-kept) + text.slice(at + kept);
}
