export interface Word {
  text: string;
  /** True where any part of it was quoted. */
  quoted: boolean;
}

/** Reads words and operators; quotes are taken off, here-documents and comments skipped. */
export function tokenise(command: string): (Word | string)[] {
  const out: (Word | string)[] = [];
  const heredocs: string[] = [];
  let word: Word | null = null;
  const flush = () => {
    if (word) out.push(word);
    word = null;
  };
  const add = (text: string, quoted: boolean) => {
    word ??= { text: '', quoted };
    word.text += text;
    if (quoted) word.quoted = true;
  };
  for (let i = 0; i < command.length; i++) {
    const c = command[i]!;
    if (c === '\\' && i + 1 < command.length) {
      if (command[i + 1] === '\n') i++;
      else add(command[++i]!, false);
    } else if (c === "'" || c === '"') {
      const end = quoteEnd(command, i);
      const text = command.slice(i + 1, end);
      add(c === '"' && text.includes('\\') ? text.replace(ESCAPED, '$1') : text, true);
      i = end;
    } else if (c === '$' && command[i + 1] === '(') {
      const end = groupEnd(command, i + 1);
      add(command.slice(i, end + 1), false);
      i = end;
    } else if (c === '<' && command[i + 1] === '<' && command[i + 2] !== '<') {
      const label = /^<<-?\s*(['"]?)([\w-]+)\1/.exec(command.slice(i, i + 80));
      if (label) {
        heredocs.push(label[2]!);
        i += label[0].length - 1;
      }
    } else if (c === '\n') {
      flush();
      if (heredocs.length > 0) i = afterHeredoc(command, i, heredocs.shift()!);
      out.push(';');
    } else if (c === ' ' || c === '\t' || c === '\r') flush();
    else if (c === '#' && !word) {
      const end = command.indexOf('\n', i);
      if (end < 0) break;
      i = end - 1;
    } else if (c === ';' || c === '|' || c === '&') {
      if (isOfRedirection(command, i)) add(c, false);
      else {
        flush();
        const operator = operatorAt(command, i);
        // `|&` is a pipe of both outputs.
        i += operator === '|' && command[i + 1] === '&' ? 1 : operator.length - 1;
        out.push(operator);
      }
    } else if (c === ')' || (c === '(' && !word)) flush();
    else if ((c === '{' || c === '}') && !word && /[\s;)]|^$/.test(command[i + 1] ?? '')) continue;
    else {
      let end = i + 1;
      while (end < command.length && !isSpecial(command.charCodeAt(end))) end++;
      add(command.slice(i, end), false);
      i = end - 1;
    }
  }
  flush();
  return out;
}

/** What a backslash takes the meaning from within double quotes; before anything else it stands for itself. */
const ESCAPED = /\\(["\\$`])/g;

/** `>&`, `<&` and `&>` belong to a word: they part no commands. */
const isOfRedirection = (command: string, at: number): boolean =>
  command[at] === '&' && (command[at - 1] === '>' || command[at - 1] === '<' || command[at + 1] === '>');

/** `;`, `|`, `&`, `||` or `&&`. */
function operatorAt(command: string, at: number): string {
  const char = command[at]!;
  return char !== ';' && command[at + 1] === char ? char + char : char;
}

const SPECIAL = new Set([...'\\\'"$<\n \t\r#;|&(){}'].map((char) => char.charCodeAt(0)));

/** True where a character can be more than a part of a word. */
const isSpecial = (code: number): boolean => code < 128 && SPECIAL_CODES[code] === 1;
const SPECIAL_CODES = Uint8Array.from({ length: 128 }, (_, code) => (SPECIAL.has(code) ? 1 : 0));

/** Where the quote that opens at `start` is closed; else the end. */
export function quoteEnd(command: string, start: number): number {
  const quote = command[start];
  for (let i = start + 1; i < command.length; i++) {
    if (command[i] === '\\' && quote === '"') i++;
    else if (command[i] === quote) return i;
  }
  return command.length;
}

/** Where the parenthesis that opens at `start` is closed; else the end. */
export function groupEnd(command: string, start: number): number {
  let depth = 0;
  for (let i = start; i < command.length; i++) {
    const c = command[i];
    if (c === "'" || c === '"') i = quoteEnd(command, i);
    else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i;
  }
  return command.length;
}

function afterHeredoc(command: string, newline: number, label: string): number {
  let at = newline + 1;
  while (at < command.length) {
    const end = command.indexOf('\n', at);
    const line = command.slice(at, end < 0 ? command.length : end);
    if (line.trim() === label) return end < 0 ? command.length : end;
    if (end < 0) return command.length;
    at = end + 1;
  }
  return command.length;
}
