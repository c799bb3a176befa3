import { joinedLines } from '../../text/joined-lines.ts';
import { UNMATCHED_GLOB } from '../../text/known-messages.ts';
import { oneLine } from '../../text/one-line.ts';
import { escapeRegex } from '../../triggers/escape-regex.ts';
import type { ShellPart } from '../shell/shell.ts';
import { cut } from './prose.ts';

const LENGTH_MAX = 260;
/** What is left of a beginning that the fault stands far behind. */
const LEAD_MAX = 80;
/** What stands around a word in the midst of a long command. */
const AROUND_MAX = 40;
/** The word that zsh, and not a program, complains of. */

/** Where a simple command last begins in its line: by as many of its first words as stand there unquoted; -1 where it does not. */
function startOf(line: string, { program, args }: ShellPart): number {
  for (let count = Math.min(args.length, 3); count >= 0; count--) {
    const words = [program, ...args.slice(0, count)].map(escapeRegex).join(' ');
    const last = [...line.matchAll(new RegExp(`(?<![\\w./-])${words}(?![\\w-])`, 'g'))].at(-1);
    if (last) return last.index;
  }
  return -1;
}

/** The beginning of a text, said to be one. */
const lead = (text: string): string => (text === '' ? '' : `${cut(text, LEAD_MAX).replace(/…$/, '')} … `);

/** Where the argument stands that the message names; -1 where it names none. */
function namedAt(line: string, from: number, args: readonly string[], message: string): number {
  const named = args.find(
    (word) => word.length > 2 && word.length < LENGTH_MAX / 2 && message.includes(word),
  );
  return named === undefined ? -1 : line.indexOf(named, from);
}

/** A text around one of its places, from the beginning of a word on. */
const around = (line: string, place: number, room: number): string =>
  cut(line.slice(Math.max(place - AROUND_MAX, 0)).replace(/^\S*\s/, ''), room);

/**
 * A command on one line of at most 260 characters. Of a longer one the beginning is kept, and what stands between it and the simple
 * command at fault, or the word that the message names, is left out where that would be cut off; `part` is null where the shell is
 * what complains.
 */
export function quotedCommand(command: string, part: ShellPart | null, message: string): string {
  const line = oneLine(joinedLines(command));
  if (line.length <= LENGTH_MAX) return line;
  const glob = UNMATCHED_GLOB.exec(message)?.[1];
  const start = part?.program ? startOf(line, part) : 0;
  const named = part ? namedAt(line, start, part.args, message) : glob ? line.indexOf(glob) : -1;
  if (start < 0 || Math.max(start, named) < LENGTH_MAX - AROUND_MAX) return cut(line, LENGTH_MAX);
  const before = lead(line.slice(0, start));
  const own = line.slice(start);
  const room = LENGTH_MAX - before.length;
  if (named - start < room - AROUND_MAX) return before + cut(own, room);
  const head = lead(own);
  return before + head + around(own, named - start, room - head.length);
}
