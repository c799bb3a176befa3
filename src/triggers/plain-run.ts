/** Escapes that take what stands behind them, or refer to what was found before. */
const REFERENCE = /[xucpPk\d]/;
/** They make the character before them optional, or repeat it. */
const QUANTIFIERS = '*+?{';

/**
 * The longest run of characters that every text holds which the pattern matches, read off its source without parsing
 * it; null for a pattern with groups, alternatives or coded characters.
 */
export function longestPlainRun(source: string): string | null {
  let best = '';
  let run = '';
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] as string;
    if (char === '(' || char === '|') return null;
    if (char === '\\') {
      at += 1;
      const escaped = source[at] ?? '';
      if (REFERENCE.test(escaped)) return null;
      if (/\w/.test(escaped)) end();
      else run += escaped;
    } else if (char === '[') {
      end();
      for (at += 1; at < source.length && source[at] !== ']'; at += 1) if (source[at] === '\\') at += 1;
    } else if (QUANTIFIERS.includes(char)) {
      run = run.slice(0, -1);
      end();
      if (char === '{') at = Math.max(at, source.indexOf('}', at));
    } else if (char === '.' || char === '^' || char === '$') end();
    else run += char;
  }
  end();
  return best;
}
