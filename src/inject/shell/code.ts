import { shellWord } from '../../text/shell-quote.ts';
import { maskSql } from './data.ts';
import { hasWord, wordList } from './word-list.ts';

export const CODE_CHARS_MAX = 65_536;
const COMMANDS_MAX = 20;
const CALL_CHARS_MAX = 2100;

/** Names of calls that hand a command line to a shell, or a program and its arguments to the system. */
const RUNS = wordList(
  'system popen run call check_call check_output Popen getoutput getstatusoutput exec execSync execFile execFileSync ' +
    'spawn spawnSync shell_exec passthru proc_open execa execaSync execaCommand execaCommandSync execute execv execvp execvpe Command script doShellScript create_subprocess_shell capture2 capture2e capture3 cmd shell',
);
/** `exec` of these runs a command; that of an expression or a database does not. */
const EXECUTES = wordList('child_process cp childProcess proc shell shelljs os Kernel Process');
/** What removes a folder with everything in it: of Python, Perl and Ruby, and of Node where it is told to. */
const REMOVES = /^(?:rmtree|remove_tree|rm_rf|rmSync|rimraf(?:Sync)?)$/;
const OWNED = wordList('run call check_call check_output getoutput getstatusoutput');
/** What hands a statement to a database, and the statements that change it. */
const QUERIES = /^(?:exec|execute|executescript|run|raw|statement|\w*[qQ]uery\w*)$/;
const CHANGES = /^\s*(?:DROP|DELETE|TRUNCATE|ALTER|UPDATE)\s/i;
/** A command in quotes of its own: `%x(…)` of Ruby, `qx{…}` of Perl. */
const QUOTED = /(?:%x|\bqx)\s?[({[]([^)}\]]{1,2000})/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const OPENING = /!?\s*(?:\(\s*)?(?:shlex\.split\(\s*)?(?:[fr]{1,2}(?=["']))?(?=["'`[])/iy;
const STRING = /^(?:"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|`((?:[^`\\]|\\.){0,2000})`)/;
const LIST = /^\[([^\]]{1,2000})\]/;
const FOLLOWING_LIST = /^\s*,\s*(?:\{\s*args:\s*)?\[([^\]]{1,2000})\]/;
/** A text in base64 that a call decodes for another. */
const ENCODED =
  /\(?\s*[\w.]{0,40}?(?:b64decode|decode64|base64_decode|decode_base64|Buffer\.from|atob)\(\s*b?["']([\w+/=]{8,2000})["']/y;
/** What Groovy runs: a text or a list. */
const EXECUTED = /^(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|\[([^\]]{1,2000})\])\.execute\(/;
const EMACS_SHELL = /\b(?:async-)?shell-command(?:-to-string)?(?=[ \t\n]+")/g;
const TCL_EXEC = /(?:^|[;[{])[ \t]*exec[ \t]+([^\n;\]}]+)/gm;
const ITEM = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g;

/** Interpreters of the languages that agents write their own steps in. */
export const LANGUAGES =
  /python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|ts-node|perl|ruby|php|lua|Rscript|julia/;
const GIVEN_CODE = new RegExp(
  `^(?:${LANGUAGES.source}|ipython3?|R|elixir|mix|erl|rails|zx|osascript|groovy|tclsh|[gmn]?awk|emacs|guile)$`,
);

/** Interpreters whose code is given in their arguments or on their input. */
export const isGivenCode = (program: string): boolean => GIVEN_CODE.test(program);

/**
 * Command lines that a piece of Python, JavaScript, Perl, Ruby, PHP or awk plainly runs: the literal first argument
 * of `os.system(…)`, `execSync(…)` and their like. What the code has in a string or a comment is not among them.
 * Linear in the code.
 */
export function commandsInCode(code: string, program: string): string[] {
  const text = (program === 'emacs' ? code.replace(EMACS_SHELL, 'system') : code).slice(0, CODE_CHARS_MAX);
  const quotesRun = /^(?:perl|ruby|rails|php|julia)$/.test(program);
  const slashes = /^(?:node|nodejs|deno|bun|tsx|ts-node|zx|php)$/.test(program);
  if (program === 'tclsh')
    return [...text.matchAll(TCL_EXEC)].slice(0, COMMANDS_MAX).map((match) => match[1]!);
  const found: string[] = [];
  let i = 0;
  while (i < text.length && found.length < COMMANDS_MAX) {
    const char = text[i]!;
    const executed =
      program === 'groovy' && '"\'['.includes(char) ? EXECUTED.exec(text.slice(i, i + CALL_CHARS_MAX)) : null;
    if (executed !== null) {
      found.push(executed[3] === undefined ? (executed[1] ?? executed[2]!) : items(executed[3]));
      i += executed[0].length;
      continue;
    }
    QUOTED.lastIndex = i;
    const ran = quotesRun && '%q'.includes(char) && isBeforeCommand(text, i) ? QUOTED.exec(text) : null;
    if (ran !== null) {
      found.push(ran[1]!);
      i = QUOTED.lastIndex;
      continue;
    }
    if (char === '"' || char === "'" || char === '`') {
      const end = passString(text, i);
      if (char === '`' && quotesRun && isBeforeCommand(text, i)) found.push(text.slice(i + 1, end - 1));
      i = end;
    } else if ((char === '#' && !slashes) || (slashes && char === '/' && text[i + 1] === '/')) {
      const end = text.indexOf('\n', i);
      i = end < 0 ? text.length : end;
    } else if (/[A-Za-z_$]/.test(char)) {
      NAME.lastIndex = i;
      const name = NAME.exec(text)![0];
      i += name.length;
      if (name === '$' && text[i] === '`' && slashes) {
        const end = passString(text, i);
        found.push(text.slice(i + 1, end - 1));
        i = end;
        continue;
      }
      if (
        !RUNS.has(name) ||
        !isRun(name, text.slice(Math.max(0, i - name.length - 20), i - name.length), code, program)
      ) {
        found.push(...done(name, text, i, program));
        continue;
      }
      const whole = name.startsWith('execv');
      const command =
        argument(text, i, quotesRun, whole) ?? argument(text, assigned(text, i), quotesRun, whole);
      if (command !== null) found.push(command);
    } else i++;
  }
  return found.filter((command) => command.trim() !== '');
}

/** What a call does without a shell, as commands: it changes a database, removes a folder or runs a text as code. */
function done(name: string, text: string, at: number, program: string): string[] {
  const removes = REMOVES.test(name);
  const given = removes || QUERIES.test(name) ? argument(text, at, false, false) : null;
  if (given === null) return [];
  if (removes) {
    const all = name !== 'rmSync' || /^[^;\n]{0,200}?\brecursive: *true/.test(text.slice(at, at + 300));
    return all ? [`rm -rf ${shellWord(given)}`] : [];
  }
  if (CHANGES.test(given)) return [maskSql(given)];
  // The text is shorter than what it stands in, so that this ends.
  return name === 'exec' && program.startsWith('py') && text[at - 5] !== '.'
    ? commandsInCode(given, program)
    : [];
}

/** Whether a name of `RUNS` is the call that hands over a command line, by what stands before it. */
function isRun(name: string, before: string, code: string, program: string): boolean {
  const owner = /(\w+)\.$/.exec(before)?.[1];
  if (name === 'Command') return owner === 'Deno';
  if (hasWord('cmd shell', name)) return owner === 'System' || before.endsWith('os:');
  if (name === 'execute') return owner === 'os';
  if (name === 'script') return before.endsWith('do shell ');
  if (OWNED.has(name)) {
    if (owner === undefined) return !before.endsWith('.') && /from subprocess import/.test(code);
    return owner === 'subprocess' || code.includes(`import subprocess as ${owner}`);
  }
  if (name !== 'exec') return true;
  if (program.startsWith('py')) return false;
  if (owner !== undefined) return EXECUTES.has(owner);
  return !/(?:->|\.)$/.test(before) || /require\([^()]*\)\.$/.test(before);
}

/** End of a string literal; also of one in three quotes. An unclosed one ends with its line. */
function passString(text: string, at: number): number {
  const quote = text[at]!;
  if (text.startsWith(quote.repeat(3), at)) {
    const close = text.indexOf(quote.repeat(3), at + 3);
    return close < 0 ? text.length : close + 3;
  }
  let i = at + 1;
  while (i < text.length && text[i] !== quote && (text[i] !== '\n' || quote === '`'))
    i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

/**
 * @param words further strings are arguments of the program, not options of the call
 * @param whole the list that follows begins with the program
 */
function argument(text: string, at: number, words: boolean, whole: boolean): string | null {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) {
    ENCODED.lastIndex = at;
    const encoded = ENCODED.exec(text)?.[1];
    return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString();
  }
  const from = at + opening[0].length;
  const rest = text.slice(from, from + CALL_CHARS_MAX);
  const string = STRING.exec(rest);
  if (string === null) {
    const list = LIST.exec(rest);
    return list === null ? null : items(list[1]!);
  }
  const value = plain(string[1] ?? string[2] ?? string[3] ?? '');
  // `spawn('git', ['push', '--force'])`: the arguments follow in a list.
  const after = rest.slice(string[0].length);
  const list = FOLLOWING_LIST.exec(after) ?? (words ? followingStrings(after) : null);
  if (list === null) return value;
  return whole ? items(list[1]!) : `${value} ${items(list[1]!)}`;
}

/** Where the text stands that the variable was assigned which a call is given, whole or split: `cmd = ["git", …]`, `run(cmd)`. */
function assigned(text: string, at: number): number {
  const name = /^\(\s*(?:shlex\.split\(\s*)?([A-Za-z_]\w*)(?:\.split\(\s*\))?\s*[,)]/.exec(
    text.slice(at, at + 80),
  )?.[1];
  const from = name === undefined ? -1 : text.lastIndexOf(`${name} = `, at);
  return from < 0 ? text.length : from + name!.length + 3;
}

function items(list: string): string {
  const words: string[] = [];
  for (const match of list.matchAll(ITEM)) words.push(shellWord(plain(match[1] ?? match[2] ?? '')));
  return words.join(' ');
}

function plain(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

function followingStrings(text: string): RegExpExecArray | null {
  return /^((?:\s*,\s*(?:"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}')){1,50})/.exec(text);
}

/** Whether backquotes that follow are a command, as they are not in a pattern or a text. */
function isBeforeCommand(text: string, at: number): boolean {
  return /(?:^|[=,;]|\b(?:puts|print|say|echo|return|p)|\brun\()\s*$/.test(
    text.slice(Math.max(0, at - 20), at),
  );
}
