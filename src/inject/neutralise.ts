import { cutCharacters } from '../text/cut-characters.ts';

/**
 * Lesson text is untrusted: it must not be able to close or open the wrappers that it is put in, neither ours nor
 * the agent's. Every replacement keeps the text readable, and doing it twice changes nothing.
 */

// Expressions in functions: at the top of the module each would be parsed at every start of the hook.

/** Tags that agents wrap around text which is not the user's or the model's own. */
const wrapperTag = (): RegExp =>
  /<(\s*\/?\s*(?:system[\w-]*|user(?:_\w+)?|assistant|human|task-notification|command-\w+|local-command-\w+|persisted-output|(?:hook|tool|function|environment)_\w+|antml:\w+)\b)/gi;
const ourMark = (): RegExp =>
  /\[(\s*\/?\s*(?:end\s+(?:of\s+)?)?(?:lessons-learned|known\s+pitfalls|loop\s+detected)\b)/gi;
const carriageReturn = (): RegExp => /\r\n?/g;
const commentOpen = (): RegExp => /<!--/g;
const commentClose = (): RegExp => /--(!?)>/g;
const lessonTag = (): RegExp => /#(\/?lesson)\b/gi;
/** Controls but tab and line feed, and what reorders text or is not seen in it: in tag characters a whole text. */
const hidden = (): RegExp =>
  /\udb40[\udc00-\udcff]|\u034f|[\0-\b\v-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Variation selectors and joiners, more than an emoji has in a row: they can hold a text, too. */
const hiddenRow = (): RegExp => /(?:\udb40[\udd00-\udfff]|\u200c|\u200d|[\ufe00-\ufe0f]){3,}/g;

/** Text in which everything is seen, and in the order in which it stands. */
export const withoutHidden = (text: string): string => text.replace(hidden(), '').replace(hiddenRow(), '');

/** Text that stands inside our wrapper and cannot leave it. */
export function neutralise(text: string): string {
  // Most texts have none of these characters, and a search costs less than compiling an expression.
  let safe = text.includes('\r') ? text.replace(carriageReturn(), '\n') : text;
  if (mayHoldControl(safe)) safe = withoutHidden(safe);
  if (safe.includes('<!--')) safe = safe.replace(commentOpen(), '‹!--');
  if (safe.includes('>')) safe = safe.replace(commentClose(), '--$1›');
  if (safe.includes('<')) safe = safe.replace(wrapperTag(), '‹$1');
  if (safe.includes('[')) safe = safe.replace(ourMark(), '($1');
  return safe.includes('#') ? safe.replace(lessonTag(), '# $1') : safe;
}

/** True where a character is outside of what is printed in Latin letters, tab and line feed. */
function mayHoldControl(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 32 ? code !== 9 && code !== 10 : code > 126 && (code < 160 || mayHide(code))) return true;
  }
  return false;
}

/** Near a character that is not seen or reorders text, or the first half of one; no dash, no curly quote. */
function mayHide(code: number): boolean {
  if (code < 0x200b || code > 0x206f)
    return code > 0xfdff || code === 0xdb40 || [173, 847, 1564, 6158].includes(code);
  return code < 0x2010 || code > 0x2027;
}

/** The same on one line, cut at `max` characters. */
export function neutraliseLine(text: string, max: number): string {
  const line = neutralise(text.slice(0, max * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= max ? line : `${cutCharacters(line, max - 1)}…`;
}
