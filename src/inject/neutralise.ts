/**
 * Lesson text is untrusted: it must not be able to close or open the wrappers that it is put in, neither ours nor
 * the agent's. Every replacement keeps the text readable, and doing it twice changes nothing.
 */

// Expressions in functions: at the top of the module each would be parsed at every start of the hook.

/** Tags that agents wrap around text which is not the user's or the model's own. */
const wrapperTag = (): RegExp =>
  /<(\s*\/?\s*(?:system-reminder|system|user|assistant|human|task-notification|command-(?:name|message|args)|local-command-(?:stdout|stderr|caveat)|persisted-output|hook_context|tool_use_error|tool_result|function_results|function_calls|environment_context|user_instructions|antml:[a-z_]+)\b)/gi;
const ourMark = (): RegExp =>
  /\[(\s*\/?\s*(?:end\s+of\s+lessons-learned|lessons-learned|end\s+known\s+pitfalls|known\s+pitfalls|end\s+loop\s+detected|loop\s+detected)\b)/gi;
const carriageReturn = (): RegExp => /\r\n?/g;
const commentOpen = (): RegExp => /<!--/g;
const commentClose = (): RegExp => /--(!?)>/g;
const lessonTag = (): RegExp => /#(\/?lesson)\b/gi;
// Everything but tab and line feed; deletes also the marks that reorder text or hide in it, and tag characters, in
// which a whole text can be hidden.
const control = (): RegExp =>
  /\udb40[\udc00-\udc7f]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text that stands inside our wrapper and cannot leave it. */
export function neutralise(text: string): string {
  // Most texts have none of these characters, and a search costs less than compiling an expression.
  let safe = text.includes('\r') ? text.replace(carriageReturn(), '\n') : text;
  if (mayHoldControl(safe)) safe = safe.replace(control(), '');
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

/** Near zero-width characters and marks that reorder text, or the first half of a tag character; no dash, no curly quote. */
function mayHide(code: number): boolean {
  if (code < 0x200b) return code === 0x61c;
  return code < 0x2010 || (code > 0x2027 && code < 0x206a) || code === 0xfeff || code === 0xdb40;
}

/** The same on one line, cut at `max` characters. */
export function neutraliseLine(text: string, max: number): string {
  const line = neutralise(text.slice(0, max * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= max ? line : `${cutCharacters(line, max - 1)}…`;
}

/** First `max` UTF-16 units, without splitting a surrogate pair. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}
