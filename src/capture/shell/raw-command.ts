import { joinedLines } from '../../text/joined-lines.ts';
import type { ShellPart } from './shell.ts';
import { groupEnd, quoteEnd, tokenise } from './shell-words.ts';

const TEXT_MAX = 8192;

/** Offset behind the here-documents that begin in the line which ends at `newline`. */
function afterHeredocs(text: string, line: string, newline: number): number {
  let at = newline + 1;
  for (const label of line.matchAll(/<<-?\s*(['"]?)([\w-]+)\1/g)) {
    const end = new RegExp(`^\\s*${label[2]}\\s*$`, 'm').exec(text.slice(at));
    at = end ? at + end.index + end[0].length : text.length;
  }
  return at;
}

/** The simple commands of a line as they were written: quotes, settings and wrappers included. */
function writtenCommands(command: string): string[] {
  const text = command.slice(0, TEXT_MAX);
  const out: string[] = [];
  let start = 0;
  const end = (at: number): void => {
    const piece = joinedLines(text.slice(start, at)).trim();
    if (piece !== '') out.push(piece);
  };
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (char === '\\') at += 2;
    else if (char === "'" || char === '"') at = quoteEnd(text, at) + 1;
    else if (char === '$' && text[at + 1] === '(') at = groupEnd(text, at + 1) + 1;
    else if (char === '\n' || char === ';' || char === '|' || char === '&') {
      const redirect = char === '&' && (text[at - 1] === '>' || text[at + 1] === '>');
      if (redirect) {
        at++;
        continue;
      }
      const rest = char === '\n' ? afterHeredocs(text, text.slice(start, at), at) : at;
      end(rest > at + 1 ? rest : at);
      at = Math.max(rest, at + 1);
      while (text[at] === '|' || text[at] === '&') at++;
      start = at;
    } else at++;
  }
  end(text.length);
  return out;
}

/** How a part of the line was written; its words single-spaced where that cannot be told. */
export function asWritten(command: string, part: ShellPart): string {
  if (part.by) return writtenInside(asWritten(command, part.by), part);
  let best = '';
  let most = -1;
  for (const piece of writtenCommands(command)) {
    const words = new Set(wordsOf(piece).map((word) => word.slice(word.lastIndexOf('/') + 1)));
    if (!words.has(part.program)) continue;
    const shared = part.args.filter((arg) => words.has(arg.slice(arg.lastIndexOf('/') + 1))).length;
    if (shared > most) {
      best = piece;
      most = shared;
    }
  }
  return best || part.text;
}

/** The same without what only joins its errors to its output. */
export const asShown = (command: string, part: ShellPart): string =>
  asWritten(command, part).replace(/\s+2>&1$/, '');

/** How a part was written in what carries it elsewhere: `make all` of `ssh box 'cd /srv && make all'`. */
function writtenInside(carrier: string, part: ShellPart): string {
  const line = wordsOf(carrier).findLast((word) => /\s/.test(word) && word.includes(part.program));
  if (line !== undefined) return asWritten(line, { ...part, by: undefined });
  const at = carrier.lastIndexOf(` ${part.program}`);
  return at < 0 ? part.text : carrier.slice(at + 1);
}

/** Words of a piece of shell, quotes taken off. */
export function wordsOf(piece: string): string[] {
  return tokenise(piece).flatMap((token) => (typeof token === 'string' ? [] : [token.text]));
}
