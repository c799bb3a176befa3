import type { OpenObjection } from '../failure-state.ts';

/** What comes after an objection is answered, until the human speaks again. */

const TEXTS_MAX = 6;
const TEXT_CHARS_MAX = 900;
const SUBJECT =
  /\bgit\b[^\n|;&]{0,80}? commit\b[^\n]*?(?:\s-\w*m|\s--message)[ =]?(?:"\$\(cat <<-?\s*\\?['"]?\w+['"]?\s*\n\s*([^\n]+)|"([^"\n]+)|'([^'\n]+))/;

/** Keeps what the agent says: the first texts, and the last. */
export function noteLater(open: OpenObjection, text: string): void {
  open.later ??= [];
  if (open.later.length >= TEXTS_MAX) open.later.pop();
  open.later.push({ text: text.slice(0, TEXT_CHARS_MAX), edited: open.correction !== null });
}

/** Keeps the subject of a commit that is made once something was edited. */
export function noteCommit(open: OpenObjection, command: string): void {
  if (open.correction === null || open.commit !== undefined || !command.includes(' commit ')) return;
  const match = SUBJECT.exec(command);
  const subject = match?.[1] ?? match?.[2] ?? match?.[3];
  if (subject !== undefined) open.commit = subject.trim();
}
