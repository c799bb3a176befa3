const CODE_CHARS_MAX = 65_536;
const COMMANDS_MAX = 20;

/** A call that hands a command line to a shell, or a program and its arguments to the system. */
const RUNS =
  /\b(?:os\.(?:system|popen)|subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|system|exec|execSync|execFileSync|execFile|spawn|spawnSync|popen|shell_exec|passthru|proc_open|Bun\.spawn(?:Sync)?|execa(?:Command)?(?:Sync)?|sh)\s*\(?\s*(?=["'`[])/g;
const STRING = /^(?:"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`((?:[^`\\]|\\.){0,2000})`)/;
const LIST = /^\[([^\]\n]{1,2000})\]/;
const ITEM = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g;

/** Interpreters whose code is given in their arguments or on their input. */
export function isInterpreter(program: string): boolean {
  return /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|perl|ruby|php|lua|Rscript)$/.test(program);
}

/**
 * Command lines that a piece of Python, JavaScript, Perl, Ruby or PHP plainly runs: the literal first argument of
 * `os.system(…)`, `execSync(…)` and their like. What code only mentions is not among them. Linear in the code.
 */
export function commandsInCode(code: string): string[] {
  const text = code.slice(0, CODE_CHARS_MAX);
  const found: string[] = [];
  for (const match of text.matchAll(RUNS)) {
    if (found.length >= COMMANDS_MAX) break;
    const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 2100);
    const string = STRING.exec(rest);
    const list = string === null ? LIST.exec(rest) : null;
    if (string !== null)
      found.push(withList(unescape(string[1] ?? string[2] ?? string[3] ?? ''), rest.slice(string[0].length)));
    else if (list !== null) found.push(items(list[1]!));
  }
  return found.filter((command) => command.trim() !== '');
}

/** `spawn('git', ['push', '--force'])`: the arguments follow in a list. */
function withList(program: string, rest: string): string {
  const list = /^\s*,\s*\[([^\]\n]{1,2000})\]/.exec(rest);
  return list === null ? program : `${program} ${items(list[1]!)}`;
}

function items(list: string): string {
  const words: string[] = [];
  for (const match of list.matchAll(ITEM)) words.push(quote(unescape(match[1] ?? match[2] ?? '')));
  return words.join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

function unescape(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
