import { wordList } from './word-list.ts';

const LINES_MAX = 400;
const TARGETS_MAX = 50;
const TAKES_VALUE = wordList('-C -d -f -I -j -l -o -W --directory --file --makefile --justfile');
const NAMES = { make: ['GNUmakefile', 'makefile', 'Makefile'], just: ['justfile', 'Justfile', '.justfile'] };
/** With these it runs no recipe. */
const ASKS = /^(?:-[a-zA-Z]*[nqtvh][a-zA-Z]*|--(?:dry-run|just-print|recon|question|touch|version|help))$/;
const ASKS_JUST = /^(?:-l|-s|--(?:list|summary|show|dump|evaluate|fmt|init|variables|groups|usage))$/;

/** What a call of `make` is told to do. */
interface MakeCall {
  /** Files that it may read, the first that is there. */
  files: string[];
  /** Empty for the first target of the file. */
  targets: string[];
}

interface Rule {
  needs: string[];
  recipe: string[];
}

/** Whose files of recipes are read. */
export type Maker = keyof typeof NAMES;

/** Which of them a program is. */
export function makerOf(program: string): Maker | null {
  return program === 'gmake' ? 'make' : program === 'make' || program === 'just' ? program : null;
}

/** Reads the arguments of `make` or `just`; null where it runs no recipe. */
export function makeCall(values: readonly string[], program: Maker): MakeCall | null {
  let folder = '';
  let file: string | null = null;
  const targets: string[] = [];
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (ASKS.test(value) || (program === 'just' && ASKS_JUST.test(value))) return null;
    const [name, given] = optionOf(value);
    const takes =
      given === null && TAKES_VALUE.has(name) && !(name === '-j' && !/^\d/.test(values[i + 1] ?? ''));
    const option = takes ? values[++i] : given;
    if (/^(?:-C|--directory)$/.test(name)) folder = `${folder}${option ?? '.'}/`;
    else if (/^(?:-f|--file|--(?:make|just)file)$/.test(name)) file = option ?? null;
    else if (!value.startsWith('-') && !value.includes('=')) targets.push(value);
  }
  if (file === '-' || file === '/dev/stdin') return { files: ['-'], targets };
  const names = file === null ? NAMES[program] : [file];
  return { files: names.map((each) => `${folder}${each}`), targets };
}

/** `-Cdir` and `--directory=dir` as option and value. */
function optionOf(value: string): [name: string, given: string | null] {
  const long = /^(--[a-z-]+)=(.*)$/s.exec(value);
  if (long !== null) return [long[1]!, long[2]!];
  return /^-[CfIlojW]./.test(value) ? [value.slice(0, 2), value.slice(2)] : [value, null];
}

/** The command lines that making these targets runs, with those of the targets that they need. */
export function recipesOf(text: string, targets: readonly string[], program: Maker): string {
  const { rules, first } = rulesOf(text, program === 'just' ? JUST_LINE : MAKE_LINE);
  const wanted = targets.length > 0 ? [...targets] : first === null ? [] : [first];
  const seen = new Set<string>();
  const lines: string[] = [];
  for (let next = wanted.shift(); next !== undefined && seen.size < TARGETS_MAX; next = wanted.shift()) {
    const rule = rules.get(next);
    if (rule === undefined || seen.has(next)) continue;
    seen.add(next);
    wanted.push(...rule.needs);
    lines.push(...rule.recipe);
  }
  return lines.join('\n');
}

/** A line of a recipe. */
const MAKE_LINE = /^(?:\t|\\t)\s*(.+)$/;
const JUST_LINE = /^(?:[ \t]|\\t)\s*(.+)$/;

function rulesOf(text: string, line: RegExp): { rules: Map<string, Rule>; first: string | null } {
  const rules = new Map<string, Rule>();
  let open: Rule[] = [];
  let first: string | null = null;
  for (const each of text.split('\n').slice(0, LINES_MAX)) {
    const command = line.exec(each);
    if (command !== null) {
      for (const rule of open) rule.recipe.push(asRun(command[1]!));
      continue;
    }
    const head = /^([^\s#:=][^#:=]*)::?(?!=)\s*([^;#]*)(?:;(.*))?/.exec(each);
    if (head === null) continue;
    const names = head[1]!.trim().replace(/^@/, '').split(/\s+/);
    open = names.map((name) => rules.get(name) ?? { needs: [], recipe: [] });
    for (const [n, rule] of open.entries()) {
      rules.set(names[n]!, rule);
      rule.needs.push(...head[2]!.split(/\s+/).filter(Boolean));
      if (head[3] !== undefined) rule.recipe.push(asRun(head[3]));
    }
    if (!names[0]!.startsWith('.')) first ??= names[0]!;
  }
  return { rules, first };
}

/** A line of a recipe as the shell is given it. */
function asRun(line: string): string {
  return line
    .trim()
    .replace(/^[@+-]+\s*/, '')
    .replace(/\$\$/g, '$');
}
