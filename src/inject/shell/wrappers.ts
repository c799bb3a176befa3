import { containerExec, containerRun, kubectlExec } from './containers.ts';
import { globalValues, isSameAnywhere } from './global-options.ts';
import { type Inner, lineAt } from './inner.ts';
import { programName, SHELLS, SYSTEM_PROGRAMS } from './programs.ts';
import { typedCommand } from './terminals.ts';
import { hasWord } from './word-list.ts';
import { type Wrapper, wrapperOf } from './wrapper-table.ts';

/**
 * What a program runs that was given its command as arguments. Empty where it runs none.
 * @param values words of the command, quotes taken off
 * @param at index of the program
 * @param program its name without folder
 */
export function innerCommands(values: readonly string[], at: number, program: string): Inner[] {
  const verb = program === 'git' ? gitVerb(values, at) : at;
  const wrapper = wrapperOf(rowName(values, verb, program));
  if (wrapper !== undefined) {
    const inner = wrapped(values, verb, program, wrapper);
    if (inner.length > 0) return inner;
  }
  if (SHELLS.has(program)) return shellScript(values, at, program);
  if (hasWord('find gfind bfs', program)) return findActions(values, at);
  if (hasWord('tmux screen', program)) return typedCommand(values, at, program);
  if (program === 'parallel') return listedLines(values);
  if (program === 'trap') {
    const line = values[at + 1] === '--' ? at + 2 : at + 1;
    return values.length > line + 1 && !values[line]!.startsWith('-') ? [lineAt(line, program)] : [];
  }
  if (hasWord('docker podman nerdctl crictl docker-compose', program))
    return [...containerExec(values, at, program), ...containerRun(values, at, program)];
  if (hasWord('kubectl oc', program)) return kubectlExec(values, at, program);
  return hasWord(ESCAPING, program) ? escapes(values, at, program) : [];
}

/** Under which name the table has what is run: some programs differ by their subcommands or options. */
function rowName(values: readonly string[], verb: number, program: string): string {
  if (program === 'git') return `git/${values[verb]}`;
  return program === 'runuser' && !/ (?:-u|--user)\b/.test(values.join(' ')) ? 'su' : program;
}

/** `parallel ::: 'make a' 'make b'` */
function listedLines(values: readonly string[]): Inner[] {
  const list = values.indexOf(':::');
  return values.flatMap((_, i) => (list > 0 && i > list ? [lineAt(i, 'parallel')] : []));
}

const ESCAPING = 'gdb lldb vim vi nvim ex psql sqlite3 mysql sed gsed';

/** What a debugger, an editor or a database's client hands to a shell: `-ex 'shell …'`, `-c '\\! …'`, `+'!…'`, `sed '1e …'`. */
function escapes(values: readonly string[], at: number, via: string): Inner[] {
  const marked = via.endsWith('sed')
    ? /^(?:\d+|\$|\/[^/]{1,80}\/)?[ \t]*e[ \t]+/
    : /^(?:[.:+\\]{0,2}!|(?:platform |\.)?(?:shell|system) )/;
  return values.flatMap((value, i) => {
    const offset = marked.exec(value)?.[0].length ?? 0;
    return i > at && offset > 0 ? lineAt(i, via, offset) : [];
  });
}

function wrapped(values: readonly string[], at: number, program: string, wrapper: Wrapper): Inner[] {
  let i = at + 1;
  if (wrapper.verbs !== '') {
    while (values[i]?.startsWith('-')) i += takesNext(wrapper, values[i]!) ? 2 : 1;
    if (!hasWord(wrapper.verbs, values[i++] ?? '')) return [];
  }
  const start = i;
  const lines: Inner[] = [];
  let { operands } = wrapper;
  for (; i < values.length; i++) {
    const value = values[i]!;
    if (hasWord(wrapper.never, value)) return [];
    const offset = scriptOffset(wrapper, value);
    if (offset > 0) lines.push(lineAt(i, `${program} -c`, offset));
    else if (takesScript(wrapper, value)) {
      if (++i >= values.length) break;
      const line = lineAt(i, `${program} -c`, PARAMETER.exec(values[i]!)?.[0].length);
      if (wrapper.splits) return [{ ...line, to: values.length }];
      lines.push(line);
    } else if (value === '--' && !wrapper.only) {
      i++;
      break;
    } else if (value.startsWith('-') && value.length > 1) {
      if (takesNext(wrapper, value)) i++;
    } else if (wrapper.each) lines.push(lineAt(i, program));
    else if (!wrapper.only && !(wrapper.assigns && ASSIGNMENT.test(value)) && operands-- === 0) break;
  }
  if (wrapper.only || wrapper.each) return lines;
  i += Math.max(0, operands);
  const from = commandFrom(values, i, start, wrapper);
  const to = wrapper.until === '' ? values.length : endAt(values, from, wrapper.until);
  if (from >= to) return lines;
  const inside = programName(values[from]!);
  if (wrapper.environment && !isSameInside(inside, values[from + 1]))
    return [...lines, { kind: 'inside', from, to, via: program, system: true }];
  const script = wrapper.joined ? !SHELLS.has(inside) : to - from === 1 && /\s/.test(values[from]!);
  return [...lines, { kind: script ? 'script' : 'words', from, to, via: program }];
}

/** `--parameters 'commands=["…"]'`, or the same in JSON. */
const PARAMETER = /^\{?"?commands?"?[:=] *\[?"?/;

/** Of `env`, also the `-` that clears it. */
const ASSIGNMENT = /^(?:-$|[A-Za-z_]\w*=)/;

/** Where the command begins, of which everything before `at` is none; past the end where there is none. */
function commandFrom(values: readonly string[], at: number, start: number, wrapper: Wrapper): number {
  let from = at;
  const { optional, after } = wrapper;
  const word = values[from] ?? '';
  if (optional !== null && (hasWord(optional, word) || /^(?:v?\d[\w.]*|lts(?:\/\S+)?)$/.test(word))) from++;
  if (after !== '') {
    const found = values.findIndex((value, index) => index >= start && hasWord(after, value));
    if (found < 0 && wrapper.operands === 0) return values.length;
    from = Math.max(from, found + 1);
  }
  return values[from] === '--' ? from + 1 : from;
}

/** Whether a command does the same inside a project's environment as outside. */
export function isSameInside(program: string, verb: string | undefined): boolean {
  return SYSTEM_PROGRAMS.has(program) || isSameAnywhere(program, verb);
}

/** `-u`, or the end of a cluster such as `-iu`: the value is the next word. */
function takesNext({ values }: Wrapper, option: string): boolean {
  if (hasWord(values, option)) return true;
  if (!/^-[A-Za-z0-9]{2,}$/.test(option)) return false;
  const letters = [...option.slice(1)];
  return letters.findIndex((letter) => hasWord(values, `-${letter}`)) === letters.length - 1;
}

/** Where the command line begins in `--command=git …` and `-c'git …'`; 0 where there is none. */
function scriptOffset({ script }: Wrapper, value: string): number {
  if (script === '' || !value.startsWith('-')) return 0;
  for (const option of script.split(' ')) {
    const offset = option.startsWith('--') ? option.length + 1 : option.length;
    if (value.length <= offset || !value.startsWith(option)) continue;
    if (option.startsWith('--') ? value[option.length] === '=' : value.includes(' ')) return offset;
  }
  return 0;
}

/** An option whose value is a command line; also as the last letter of a cluster, as in `script -qc`. */
function takesScript({ script }: Wrapper, value: string): boolean {
  return hasWord(script, value) || (/^-[a-z]{1,4}[cS]$/.test(value) && hasWord(script, `-${value.at(-1)}`));
}

function endAt(values: readonly string[], from: number, until: string): number {
  for (let i = from; i < values.length; i++) if (hasWord(until, values[i]!)) return i;
  return values.length;
}

/** Where the options of a shell end, and the letters among them: `-euxc` has `c`. */
function shellOptions(values: readonly string[], at: number): { end: number; letters: string } {
  let letters = '';
  let i = at + 1;
  for (; i < values.length && /^(?:[-+][A-Za-z]|--)/.test(values[i]!); i++) {
    const value = values[i]!;
    if (value === '--command') letters += 'c';
    else if (hasWord('--rcfile --init-file', value)) i++;
    else if (!value.startsWith('--')) {
      if (value.startsWith('-')) letters += value;
      if (/[oO]$/.test(value)) i++;
    }
  }
  return { end: i, letters };
}

/** The string after `-c`, whatever other letters stand with it. */
function shellScript(values: readonly string[], at: number, program: string): Inner[] {
  const { end, letters } = shellOptions(values, at);
  const runs = letters.includes('c') && !letters.includes('n') && end < values.length;
  return runs ? [lineAt(end, `${program} -c`)] : [];
}

/** True where a shell reads its commands from standard input: no `-c`, and no file but with `-s`. */
export function readsStdin(values: readonly string[], at: number, program: string): boolean {
  if (hasWord('at batch crontab', program)) return !values.some((value) => /^-[lcdrf]/.test(value));
  if (program === 'parallel')
    return (
      !values.some((value) => /^(?::::|-a$|--pipe|--arg)/.test(value)) &&
      innerCommands(values, at, program).length === 0
    );
  if (program === '.' || program === 'source') return values[at + 1] === '/dev/stdin';
  if (hasWord('su sudo newgrp', program)) return !values.some((value) => /^(?:-c|--c)/.test(value));
  if (!SHELLS.has(program)) return false;
  const { end, letters } = shellOptions(values, at);
  if (/[cn]/.test(letters)) return false;
  return letters.includes('s') || hasWord('- /dev/stdin', values[end] ?? '-');
}

function findActions(values: readonly string[], at: number): Inner[] {
  const found: Inner[] = [];
  for (let i = at + 1; i < values.length; i++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(values[i]!)) continue;
    const to = endAt(values, i + 1, '; +');
    if (to > i + 1) found.push({ kind: 'words', from: i + 1, to, via: 'find -exec' });
    i = to;
  }
  return found;
}

/** Index of the subcommand of git, after its global options; -1 where there is none. */
export function gitVerb(values: readonly string[], at: number): number {
  for (let i = at + 1; i < values.length; i++) {
    const value = values[i]!;
    if (hasWord(globalValues()['git']!, value)) i++;
    else if (!value.startsWith('-')) return i;
  }
  return -1;
}
