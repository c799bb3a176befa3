import { containerExec, containerRun, kubectlExec } from './containers.ts';
import { isSameAnywhere } from './global-options.ts';
import { type Inner, lineAt } from './inner.ts';
import { programName, SHELLS, SYSTEM_PROGRAMS } from './programs.ts';
import { typedCommand } from './terminals.ts';
import { hasWord, wordList } from './word-list.ts';
import { type Wrapper, wrapperOf } from './wrapper-table.ts';

const SCRIPTS_MAX = 50;

/**
 * What a program runs that was given its command as arguments. Empty where it runs none.
 * @param values words of the command, quotes taken off
 * @param at index of the program
 * @param program its name without folder
 */
export function innerCommands(values: readonly string[], at: number, program: string): Inner[] {
  const wrapper = wrapperOf(program);
  if (wrapper !== undefined) {
    const inner = wrapped(values, at, program, wrapper);
    if (inner !== null) return [inner];
  }
  if (SHELLS.has(program)) return shellScript(values, at, program);
  if (hasWord('find gfind', program)) return findActions(values, at);
  if (hasWord('fd fdfind', program)) return after(values, at, '-x --exec -X --exec-batch', 'fd -x');
  if (program === 'tmux') return typedCommand(values, at);
  if (hasWord('concurrently parallel parallel-ssh pdsh pssh screen', program))
    return values.flatMap((value, i) =>
      i > at && i < at + SCRIPTS_MAX && /\s/.test(value) ? lineAt(i, program) : [],
    );
  if (program === 'trap')
    return values.length > at + 2 && !values[at + 1]!.startsWith('-') ? [lineAt(at + 1, program)] : [];
  if (program === 'git') return gitCommands(values, at);
  if (hasWord('docker podman nerdctl crictl docker-compose', program))
    return [...containerExec(values, at, program), ...containerRun(values, at, program)];
  if (hasWord('kubectl oc', program)) return kubectlExec(values, at, program);
  return hasWord(ESCAPING, program) ? escapes(values, at, program) : [];
}

const ESCAPING = 'gdb lldb vim vi nvim ex psql sqlite3 mysql';

/** What a debugger, an editor or a database's client hands to a shell: `-ex 'shell …'`, `-c '\\! …'`, `+'!…'`. */
function escapes(values: readonly string[], at: number, via: string): Inner[] {
  return values.flatMap((value, i) => {
    const offset = /^(?:[.:+\\]{0,2}!|(?:platform |\.)?(?:shell|system) )/.exec(value)?.[0].length ?? 0;
    return i > at && offset > 0 ? lineAt(i, via, offset) : [];
  });
}

function wrapped(values: readonly string[], at: number, program: string, wrapper: Wrapper): Inner | null {
  let i = at + 1;
  if (wrapper.verb !== undefined) {
    while (values[i]?.startsWith('-')) i += takesNext(wrapper, values[i]!) ? 2 : 1;
    if (!wrapper.verb.test(values[i] ?? '')) return null;
    i++;
  }
  const start = i;
  let operands = wrapper.operands ?? 0;
  for (; i < values.length; i++) {
    const value = values[i]!;
    if (value === '--') {
      i++;
      break;
    }
    if (wrapper.never !== undefined && hasWord(wrapper.never, value)) return null;
    if (takesScript(wrapper, value)) return scriptAt(values, i, program);
    const offset = scriptOffset(wrapper, value);
    if (offset > 0) return lineAt(i, `${program} -c`, offset);
    if (value.startsWith('-') && value.length > 1) {
      if (takesNext(wrapper, value)) i++;
      continue;
    }
    if (wrapper.assigns && /^[A-Za-z_]\w*=/.test(value)) continue;
    if (wrapper.never === '*' || operands === 0) break;
    operands--;
  }
  if (wrapper.never === '*') return laterScript(values, i, program, wrapper);
  for (; operands > 0; operands--) i++;
  if (wrapper.optional?.test(values[i] ?? '')) i++;
  const { after } = wrapper;
  if (after !== undefined) {
    const found = values.findIndex((value, index) => index >= start && after.test(value));
    if (found < 0 && wrapper.operands === undefined) return null;
    i = Math.max(i, found + 1);
  }
  if (values[i] === '--') i++;
  const to = wrapper.until === undefined ? values.length : endAt(values, i, wrapper.until);
  if (i >= to) return null;
  if (takesScript(wrapper, values[i]!)) return scriptAt(values, i, program);
  const inside = programName(values[i]!);
  if (wrapper.environment && !isSameInside(inside, values[i + 1]))
    return { kind: 'inside', from: i, to, via: program, system: true };
  const script = wrapper.joined === true && !SHELLS.has(inside);
  return { kind: script ? 'script' : 'words', from: i, to, via: program };
}

/** Whether a command does the same inside a project's environment as outside. */
export function isSameInside(program: string, verb: string | undefined): boolean {
  return SYSTEM_PROGRAMS.has(program) || isSameAnywhere(program, verb);
}

/** `-u`, or the end of a cluster such as `-iu`: the value is the next word. */
function takesNext({ values }: Wrapper, option: string): boolean {
  if (values === undefined) return false;
  if (hasWord(values, option)) return true;
  if (!/^-[A-Za-z0-9]{2,}$/.test(option)) return false;
  const letters = [...option.slice(1)];
  return letters.findIndex((letter) => hasWord(values, `-${letter}`)) === letters.length - 1;
}

/** The word after an option whose value is a command line. */
function scriptAt(values: readonly string[], option: number, program: string): Inner | null {
  return option + 1 >= values.length ? null : lineAt(option + 1, `${program} ${values[option]}`);
}

function laterScript(
  values: readonly string[],
  from: number,
  program: string,
  wrapper: Wrapper,
): Inner | null {
  for (let i = from; i < values.length; i++) {
    if (takesScript(wrapper, values[i]!)) return scriptAt(values, i, program);
    const offset = scriptOffset(wrapper, values[i]!);
    if (offset > 0) return lineAt(i, `${program} -c`, offset);
  }
  return null;
}

/** Where the command line begins in `--command=git …` and `-c'git …'`; 0 where there is none. */
function scriptOffset({ script }: Wrapper, value: string): number {
  if (script === undefined || !value.startsWith('-')) return 0;
  for (const option of script.split(' ')) {
    const offset = option.startsWith('--') ? option.length + 1 : option.length;
    if (value.length <= offset || !value.startsWith(option)) continue;
    if (option.startsWith('--') ? value[option.length] === '=' : value.includes(' ')) return offset;
  }
  return 0;
}

/** An option whose value is a command line; also as the last letter of a cluster, as in `script -qc`. */
function takesScript(wrapper: Wrapper, value: string): boolean {
  if (wrapper.script === undefined) return false;
  return hasWord(wrapper.script, value) || (/^-[a-z]{1,4}c$/.test(value) && hasWord(wrapper.script, '-c'));
}

function endAt(values: readonly string[], from: number, until: RegExp): number {
  for (let i = from; i < values.length; i++) if (until.test(values[i]!)) return i;
  return values.length;
}

/** The string after `-c`, whatever other letters stand with it. */
function shellScript(values: readonly string[], at: number, program: string): Inner[] {
  let command = false;
  for (let i = at + 1; i < values.length; i++) {
    const value = values[i]!;
    if (value === '--') continue;
    if (/^[-+][A-Za-z]+$/.test(value)) {
      if (value.startsWith('-') && value.includes('n')) return [];
      if (value.startsWith('-') && value.includes('c')) command = true;
      if (/[oO]$/.test(value)) i++;
      continue;
    }
    if (value === '--rcfile' || value === '--init-file') {
      i++;
      continue;
    }
    if (value.startsWith('--')) {
      if (value === '--command') command = true;
      continue;
    }
    return command ? [lineAt(i, `${program} -c`)] : [];
  }
  return [];
}

/** True where a shell reads its commands from standard input: no `-c`, and no file but with `-s`. */
export function readsStdin(values: readonly string[], at: number, program: string): boolean {
  if (program === 'at' || program === 'batch') return true;
  if (program === '.' || program === 'source') return values[at + 1] === '/dev/stdin';
  if (program === 'su' || program === 'sudo') return !values.some((value) => /^(?:-c|--c)/.test(value));
  if (!SHELLS.has(program)) return false;
  for (let i = at + 1; i < values.length; i++) {
    const value = values[i]!;
    if (/^[-+][A-Za-z]+$/.test(value)) {
      if (/^-.*[cn]/.test(value)) return false;
      if (value.includes('s')) return true;
      if (/[oO]$/.test(value)) i++;
    } else if (value === '-' || value === '/dev/stdin') {
      return true;
    } else if (!value.startsWith('--')) {
      return false;
    }
  }
  return true;
}

function findActions(values: readonly string[], at: number): Inner[] {
  const found: Inner[] = [];
  for (let i = at + 1; i < values.length; i++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(values[i]!)) continue;
    const to = endAt(values, i + 1, /^(?:;|\+)$/);
    if (to > i + 1) found.push({ kind: 'words', from: i + 1, to, via: 'find -exec' });
    i = to;
  }
  return found;
}

function after(values: readonly string[], at: number, options: string, via: string): Inner[] {
  for (let i = at + 1; i + 1 < values.length; i++) {
    if (hasWord(options, values[i]!)) return [{ kind: 'words', from: i + 1, to: values.length, via }];
  }
  return [];
}

function gitCommands(values: readonly string[], at: number): Inner[] {
  const verb = gitVerb(values, at);
  if (verb < 0) return [];
  const name = values[verb];
  if (name === 'submodule' && values.includes('foreach')) {
    let from = values.indexOf('foreach', verb) + 1;
    while (values[from]?.startsWith('-')) from++;
    return from < values.length
      ? [{ kind: 'script', from, to: values.length, via: 'git submodule foreach' }]
      : [];
  }
  if (name === 'bisect' && values[verb + 1] === 'run' && verb + 2 < values.length) {
    return [{ kind: 'words', from: verb + 2, to: values.length, via: 'git bisect run' }];
  }
  if (name === 'rebase') {
    for (let i = verb + 1; i + 1 < values.length; i++) {
      if (values[i] === '-x' || values[i] === '--exec') return [lineAt(i + 1, 'git rebase -x')];
    }
  }
  return [];
}

const GIT_VALUES = wordList(
  '-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix',
);

/** Index of the subcommand of git, after its global options; -1 where there is none. */
export function gitVerb(values: readonly string[], at: number): number {
  for (let i = at + 1; i < values.length; i++) {
    const value = values[i]!;
    if (GIT_VALUES.has(value)) i++;
    else if (!value.startsWith('-')) return i;
  }
  return -1;
}
