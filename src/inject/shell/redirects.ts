const OPERATORS = ['<<<', '<<-', '&>>', '<<', '<>', '<&', '>>', '>|', '>&', '&>', '<', '>'];

interface RedirectOperator {
  /** With a leading descriptor: `2>`, `{fd}>`. */
  text: string;
  end: number;
  hereDocument: boolean;
}

/** The redirection that starts at `at`, or null. `<(` and `>(` are none. */
export function readOperator(text: string, at: number): RedirectOperator | null {
  let pos = at;
  const first = text.charCodeAt(at);
  if (first >= 48 && first <= 57) {
    while (pos - at < 5 && text.charCodeAt(pos) >= 48 && text.charCodeAt(pos) <= 57) pos++;
  } else if (first === 123) {
    const name = /^\{[A-Za-z_]\w{0,40}\}/.exec(text.slice(at, at + 44))?.[0];
    if (name === undefined) return null;
    pos += name.length;
  }
  const start = text[pos];
  if (start !== '<' && start !== '>' && !(start === '&' && pos === at)) return null;
  for (const operator of OPERATORS) {
    if (!text.startsWith(operator, pos)) continue;
    if (operator.length === 1 && text[pos + 1] === '(') return null;
    const end = pos + operator.length;
    return { text: text.slice(at, end), end, hereDocument: operator === '<<' || operator === '<<-' };
  }
  return null;
}
