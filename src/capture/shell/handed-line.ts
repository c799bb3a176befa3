const HANDED = /^\s*((?:\S*\/)?(?:ba|z|da|k)?sh\s+-l?c)\s+(?=['"])/;
/** Also several pieces with `'\''` between them. */
const SINGLE = /^'([^']*(?:'\\''[^']*)*)'\s*$/;
const DOUBLE = /^"((?:[^"\\]|\\[\s\S])*)"\s*$/;

/** What `bash -lc '…'` does nothing but run, and the words before it; null for any other command. */
export function handedLine(command: string): { by: string; line: string } | null {
  const head = HANDED.exec(command);
  if (head === null) return null;
  const word = command.slice(head[0].length);
  const single = SINGLE.exec(word);
  const double = DOUBLE.exec(word);
  let line = '';
  if (single !== null) line = single[1]!.replaceAll(`'\\''`, "'");
  else if (double !== null) line = double[1]!.replace(/\\(?:([$`"\\])|\n)/g, '$1');
  return line.trim() === '' ? null : { by: head[1]!, line };
}
