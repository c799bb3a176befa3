/** Code mode: the model sends one JavaScript program that calls the tools. What it would run is read from its text. */

const COMMAND =
  /tools\.(?:exec_command|shell_command|shell|local_shell)\(\s*\{[\s\S]{0,400}?["']?\b(?:cmd|command)["']?\s*:\s*/g;
const PATCH = /tools\.apply_patch\(/;

/** The shell commands of a script, in order; empty where it runs none. */
export function scriptCommands(source: string): string[] {
  const commands: string[] = [];
  COMMAND.lastIndex = 0;
  for (let match = COMMAND.exec(source); match !== null; match = COMMAND.exec(source)) {
    const literal = stringAt(source, match.index + match[0].length);
    if (literal === null) continue;
    commands.push(literal.value);
    COMMAND.lastIndex = literal.end;
  }
  return commands;
}

/** The patch text in a script, or null. */
export function scriptPatch(source: string): string | null {
  if (!PATCH.test(source)) return null;
  const begin = source.indexOf('*** Begin Patch');
  if (begin < 0) return null;
  const end = source.indexOf('*** End Patch', begin);
  const raw = source.slice(begin, end < 0 ? undefined : end + 13);
  return raw.includes('\n') ? raw : unescapeText(raw);
}

function stringAt(source: string, start: number): { value: string; end: number } | null {
  const quote = source[start];
  if (quote !== '"' && quote !== "'" && quote !== '`') {
    const raw = /^String\.raw`/.exec(source.slice(start, start + 11));
    return raw === null ? null : rawTemplate(source, start + raw[0].length);
  }
  let at = start + 1;
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
  return { value: unescapeText(source.slice(start + 1, at)), end: Math.min(at + 1, source.length) };
}

function rawTemplate(source: string, start: number): { value: string; end: number } {
  const end = source.indexOf('`', start);
  return { value: source.slice(start, end < 0 ? undefined : end), end: end < 0 ? source.length : end + 1 };
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

function unescapeText(value: string): string {
  return value.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\r?\n)|([\s\S]))/gi,
    (_, brace, four, two, line, char) => {
      const hex = brace ?? four ?? two;
      if (hex !== undefined) {
        const code = Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      }
      return line !== undefined ? '' : (ESCAPES[char] ?? char);
    },
  );
}
