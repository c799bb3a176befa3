import { wordList } from './word-list.ts';

const LINES_MAX = 400;
const TARGETS_MAX = 50;
const TAKES_VALUE = wordList('-C -f -I -j -l -o -W --directory --file --makefile');
const NAMES = ['GNUmakefile', 'makefile', 'Makefile'];
/** With these it runs no recipe. */
const ASKS = /^(?:-[a-zA-Z]*[nqtvh][a-zA-Z]*|--(?:dry-run|just-print|recon|question|touch|version|help))$/;

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

/** Reads the arguments of `make`; null where it runs no recipe. */
export function makeCall(values: readonly string[]): MakeCall | null {
  let folder = '';
  let file: string | null = null;
  const targets: string[] = [];
  for (let i = 1; i < values.length; i++) {
    const value = values[i]!;
    if (ASKS.test(value)) return null;
    const [name, given] = optionOf(value);
    const takes =
      given === null && TAKES_VALUE.has(name) && !(name === '-j' && !/^\d/.test(values[i + 1] ?? ''));
    const option = takes ? values[++i] : given;
    if (/^(?:-C|--directory)$/.test(name)) folder = `${folder}${option ?? '.'}/`;
    else if (/^(?:-f|--file|--makefile)$/.test(name)) file = option ?? null;
    else if (!value.startsWith('-') && !value.includes('=')) targets.push(value);
  }
  return { files: (file === null ? NAMES : [file]).map((each) => `${folder}${each}`), targets };
}

/** `-Cdir` and `--directory=dir` as option and value. */
function optionOf(value: string): [name: string, given: string | null] {
  const long = /^(--[a-z-]+)=(.*)$/s.exec(value);
  if (long !== null) return [long[1]!, long[2]!];
  return /^-[CfIlojW]./.test(value) ? [value.slice(0, 2), value.slice(2)] : [value, null];
}

/** The command lines that making these targets runs, with those of the targets that they need. */
export function recipesOf(text: string, targets: readonly string[]): string {
  const { rules, first } = rulesOf(text);
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

function rulesOf(text: string): { rules: Map<string, Rule>; first: string | null } {
  const rules = new Map<string, Rule>();
  let open: Rule[] = [];
  let first: string | null = null;
  for (const line of text.split('\n').slice(0, LINES_MAX)) {
    const command = /^(?:\t|\\t)\s*(.+)$/.exec(line);
    if (command !== null) {
      for (const rule of open) rule.recipe.push(asRun(command[1]!));
      continue;
    }
    const head = /^([^\s#:=][^#:=]*)::?(?!=)\s*([^;#]*)(?:;(.*))?/.exec(line);
    if (head === null) continue;
    const names = head[1]!.trim().split(/\s+/);
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
