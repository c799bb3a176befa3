import { headOf } from '../../text/ends.ts';

/** A here-document's beginning in a line; `<<<` begins none. */
const BEGINS = /(?<!<)<<-?[ \t]*(['"]?)([A-Za-z_][\w-]*)\1/g;
const CUT = '…\n';

interface Body {
  start: number;
  end: number;
}

/**
 * A command of at most `max` characters. Of a longer one the ends of its here-documents go first: they are data, and
 * what runs behind them is what failed.
 */
export function cutCommand(command: string, max: number): string {
  if (command.length <= max) return command;
  const bodies = bodiesOf(command);
  let rest = command.length;
  for (const { start, end } of bodies) rest -= end - start;
  const share = Math.max(0, Math.floor((max - rest) / Math.max(1, bodies.length)) - CUT.length);
  let text = '';
  let from = 0;
  for (const { start, end } of bodies) {
    if (end - start <= share) continue;
    // Whole lines: the half of a secret would not be known as one.
    text += command.slice(from, command.lastIndexOf('\n', start + share - 1) + 1 || start) + CUT;
    from = end;
  }
  return headOf(text + command.slice(from), max);
}

/** Where the lines of the here-documents stand, their closing words not included. */
function bodiesOf(command: string): Body[] {
  const found: Body[] = [];
  for (let at = 0; at < command.length; ) {
    const newline = command.indexOf('\n', at);
    if (newline < 0) break;
    const line = command.slice(at, newline);
    at = newline + 1;
    for (const [, , word] of line.includes('<<') ? line.matchAll(BEGINS) : []) {
      const end = closingLine(command, at, word as string);
      if (end < 0) return found;
      found.push({ start: at, end });
      at = command.indexOf('\n', end) + 1 || command.length;
    }
  }
  return found;
}

/** Offset of the line that is the word alone, or -1. */
function closingLine(command: string, from: number, word: string): number {
  for (let at = from; at < command.length; ) {
    const newline = command.indexOf('\n', at);
    const end = newline < 0 ? command.length : newline;
    if (end - at < word.length + 80 && command.slice(at, end).trim() === word) return at;
    at = end + 1;
  }
  return -1;
}
