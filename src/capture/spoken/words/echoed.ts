import { withoutFenced } from '../../../text/markdown.ts';
import { oneLine } from '../../../text/one-line.ts';
import { tellsError } from './shown-error.ts';

/** What of a human's message only repeats the agent's last words, line by line. Pure. */

/** A shorter line is said by anybody. */
const LINE_CHARS_MIN = 30;
const MARK = /^(?:[-*•>]|\d{1,2}[.)]) +/;
const bare = (text: string): string => oneLine(text.replace(/[*`_]/g, ''));

/** The message without lines of the agent's prose right before, where something of its own is left; an error stays. */
export function withoutEchoed(message: string, answer: string): string {
  if (answer === '' || !message.includes('\n')) return message;
  const said = bare(withoutFenced(answer));
  const isEchoed = (line: string): boolean => {
    const words = bare(line.trim().replace(MARK, ''));
    return words.length >= LINE_CHARS_MIN && said.includes(words) && !tellsError(line);
  };
  const lines = message.split('\n');
  const own = lines.filter((line) => !isEchoed(line));
  return own.length < lines.length && own.some((line) => line.trim() !== '')
    ? own.join('\n').trim()
    : message;
}
