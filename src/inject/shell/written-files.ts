import type { HereDocument, Redirect, Stage } from './ast.ts';
import { CODE_CHARS_MAX, commandsInCode, isGivenCode } from './code.ts';
import { bodyText, inputOf, outputOf } from './feeding.ts';
import { inFolder } from './folder.ts';
import { type Maker, makeCall, makerOf, recipesOf } from './makefile.ts';
import { programName, SHELLS } from './programs.ts';
import { hasWord } from './word-list.ts';

const FILES_MAX = 50;
const OPERANDS_MAX = 20;
const PACKAGE_RUNNERS = 'npm pnpm yarn bun';

/** What is run of a file: shell text, or the command lines that code in another language runs. */
interface Run {
  shell: string;
  lines: string[];
}

/** Files that a command line writes with text that is plain to see, and may run later on. */
export class WrittenFiles {
  private readonly texts = new Map<string, string>();
  private readonly ran = new Set<string>();

  get size(): number {
    return this.texts.size;
  }

  /** Notices what `cat > f <<EOF`, `echo … > f`, `tee f` and `install /dev/stdin f` write. */
  note(stage: Stage, before: Stage | null): void {
    const to = stage.redirects.length === 0 ? undefined : stage.redirects.find(writes);
    const tee = stage.words[0]?.value === 'tee';
    const copy = copyOfInput(stage);
    if (to === undefined && !tee && copy === undefined) return;
    const output = tee || copy !== undefined ? inputOf(stage, before) : outputOf(stage);
    if (output === null) return;
    if (to?.target) this.write(to.target.value, output, to.operator.endsWith('>>'));
    if (copy !== undefined) this.write(copy, output, false);
    if (!tee) return;
    for (const { value } of stage.words.slice(1, OPERANDS_MAX))
      if (!value.startsWith('-')) this.write(value, output, false);
  }

  /** What a command reads of its input, as of a file: `make -f -`. */
  give(input: HereDocument | string | null): void {
    if (input !== null) this.write('-', input, false);
  }

  private write(path: string, output: HereDocument | string, append: boolean): void {
    const key = normal(path);
    if (this.texts.size >= FILES_MAX && !this.texts.has(key)) return;
    const text = bodyText(output, CODE_CHARS_MAX);
    this.texts.set(key, append ? `${this.texts.get(key) ?? ''}\n${text}`.slice(0, CODE_CHARS_MAX) : text);
  }

  /** `mv a b`, `cp a b`. */
  rename(args: readonly string[]): void {
    const [from, to] = args.filter((arg) => !arg.startsWith('-'));
    const text = from === undefined ? undefined : this.text(from);
    if (text !== undefined && to !== undefined) this.write(to, text, false);
  }

  /**
   * What a command reads of the files: `bash < f`, `cat f | bash`, `psql -f f`.
   * @param values words of one that names its input in an option
   */
  input(stage: Stage, before: Stage | null, values: readonly string[] = []): string | null {
    if (this.texts.size === 0) return null;
    const path =
      stage.redirects.find(({ operator }) => operator === '<')?.target?.value ??
      (programName(before?.words[0]?.value ?? '') === 'cat' ? before?.words[1]?.value : undefined) ??
      / (?:-f ?|--file[ =])(\S+)/.exec(values.slice(0, OPERANDS_MAX).join(' '))?.[1];
    return path === undefined ? null : (this.text(path) ?? null);
  }

  /** The text of a file that was written. */
  text(path: string): string | undefined {
    return this.texts.size === 0 ? undefined : this.texts.get(normal(path));
  }

  /**
   * What a command runs of the files: `bash f`, `. f`, `./f`, `python3 f`, `make target`. Each text once.
   * @param values words of the command, from its program on
   * @param program name of the program
   * @param folder where it runs, if that is known
   */
  run(values: readonly string[], program: string, folder: string | null): Run | null {
    const maker = makerOf(program);
    if (maker !== null) return this.made(values, maker, folder);
    if (hasWord(PACKAGE_RUNNERS, program)) return this.scripted(values, folder);
    const reader = SHELLS.has(program) || program === 'source' || program === '.' || isGivenCode(program);
    const path = reader ? scriptOperand(values) : values[0]!.includes('/') ? values[0] : undefined;
    if (path === undefined) return null;
    const text = this.textIn(folder, path);
    if (text === undefined || this.ran.has(text)) return null;
    this.ran.add(text);
    const by = reader ? program : interpreterOf(text);
    return isGivenCode(by) ? { shell: '', lines: commandsInCode(text, by) } : { shell: text, lines: [] };
  }

  /** The recipes that a call of `make` or `just` runs. */
  private made(values: readonly string[], maker: Maker, folder: string | null): Run | null {
    const call = makeCall(values, maker);
    for (const file of call?.files ?? []) {
      const text = this.textIn(folder, file);
      const shell = text === undefined ? '' : recipesOf(text, call!.targets, maker);
      if (shell === '' || this.ran.has(shell)) continue;
      this.ran.add(shell);
      return { shell, lines: [] };
    }
    return null;
  }

  /** The script of a `package.json` that `npm run x`, `npm test` or `yarn x` runs. */
  private scripted(values: readonly string[], folder: string | null): Run | null {
    const text = this.textIn(folder, 'package.json');
    const name = values[/^run(?:-script)?$/.test(values[1] ?? '') ? 2 : 1];
    if (text === undefined || name === undefined) return null;
    const shell = packageScript(text, name);
    return shell === null ? null : { shell, lines: [] };
  }

  private textIn(folder: string | null, path: string): string | undefined {
    return this.text(path) ?? (folder === null ? undefined : this.text(inFolder(folder, path)));
  }
}

/** Null where the text is no `package.json` with such a script. */
function packageScript(text: string, name: string): string | null {
  try {
    const scripts: unknown = JSON.parse(text)?.scripts;
    const script = new Map(Object.entries(scripts ?? {})).get(name);
    return typeof script === 'string' ? script : null;
  } catch {
    return null;
  }
}

/** A redirection of the output into a file. */
function writes({ operator, target }: Redirect): boolean {
  return target !== null && /^(?:1|&)?(?:>>?|>\|)$/.test(operator);
}

/** The file into which `install` or `cp` copies its input. */
function copyOfInput({ words }: Stage): string | undefined {
  if (!/^(?:install|cp)$/.test(words[0]?.value ?? '')) return undefined;
  return words.some(({ value }) => value === '/dev/stdin') ? words.at(-1)!.value : undefined;
}

/** The script among the arguments of its interpreter; none where the command is given in an option, or only checked. */
function scriptOperand(values: readonly string[]): string | undefined {
  for (const value of values.slice(1, OPERANDS_MAX)) {
    if (/^-[A-Za-z]*[cenm]/.test(value)) return undefined;
    if (!value.startsWith('-')) return value;
  }
  return undefined;
}

/** The program that a script names in its first line. */
function interpreterOf(text: string): string {
  const line = /^#!\s*(\S{1,200})(?:\s+(?:-S\s+)?(\S{1,100}))?/.exec(text.slice(0, 400));
  if (line === null) return 'sh';
  const program = programName(line[1]!);
  return program === 'env' ? programName(line[2] ?? 'sh') : program;
}

/** A path without what makes no difference: `./f` and `"$PWD"/f` are `f`. */
function normal(path: string): string {
  return path
    .slice(0, 400)
    .replace(/^(?:\$PWD|\$\{PWD\}|\$\(\))\//, '')
    .replace(/^(?:\.\/+)+/, '')
    .replace(/\/{2,}/g, '/');
}
